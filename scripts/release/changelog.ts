// The part of a release in CHANGELOG.md. Pure.
const HEAD = '## [Unreleased]\n'

/** What is written under Unreleased; empty: nothing. */
export const unreleased = (text: string): string => {
  const from = text.indexOf(HEAD)
  if (from < 0) return ''
  const rest = text.slice(from + HEAD.length)
  const end = rest.search(/^## \[/m)
  return (end < 0 ? rest : rest.slice(0, end)).trim()
}
/** With that under the version and its day, and an empty Unreleased above it. */
export const withRelease = (text: string, version: string, at: Date): string =>
  text.replace(HEAD, `${HEAD}\n## [${version}] - ${at.toISOString().slice(0, 10)}\n`)

/** @param version and `than`, as `1.2.3` */
export const isNewer = (version: string, than: string): boolean => {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number))
  const differs = a?.findIndex((part, i) => part !== b?.[i]) ?? -1
  return differs >= 0 && (a?.[differs] ?? 0) > (b?.[differs] ?? 0)
}
