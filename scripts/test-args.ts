// What `npm test` was asked for: projects and files among the arguments of vitest. Pure.
const IN_BROWSER = /(^|\/)tests\/(long-)?browser\//

export const projectsOf = (args: readonly string[]): string[] =>
  args.filter((arg, i) => arg.startsWith('--project=') || args[i - 1] === '--project')
/** Whether any of it draws pages. Without a project or a file it is every suite. */
export const needsBrowser = (args: readonly string[]): boolean => {
  const files = args.filter((arg) => /\.test\.tsx?$/.test(arg))
  if (files.length > 0) return files.some((file) => IN_BROWSER.test(file))
  const projects = projectsOf(args)
  return projects.length === 0 || projects.some((name) => name.endsWith('browser'))
}
