// What `npm test` was asked for: projects and files among the arguments of vitest. Pure.
const IN_BROWSER = /(^|\/)tests\/(long-)?browser\//
const IN_LONG = /(^|\/)tests\/long(-browser)?\//

const projectsOf = (args: readonly string[]): string[] =>
  args.filter((arg, i) => arg.startsWith('--project=') || args[i - 1] === '--project')
const filesOf = (args: readonly string[]): string[] => args.filter((arg) => /\.test\.tsx?$/.test(arg))
/** Whether any of it is among the tests that take minutes, which are no part of every suite. */
export const takesLong = (args: readonly string[]): boolean =>
  projectsOf(args).some((name) => /\blong(-browser)?$/.test(name)) || filesOf(args).some((file) => IN_LONG.test(file))
/** Whether any of it draws pages. Without a project or a file it is every suite. */
export const needsBrowser = (args: readonly string[]): boolean => {
  const files = filesOf(args)
  if (files.length > 0) return files.some((file) => IN_BROWSER.test(file))
  const projects = projectsOf(args)
  return projects.length === 0 || projects.some((name) => name.endsWith('browser'))
}
