// The headers of the page's files: what vite.config.ts builds, and what a local stack serves (scripts/stack/build.ts).
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { minifySync } from 'vite'

const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')

/** theme.js, which stands in the page itself, because everything else waits for it; without what only its readers need. */
export const firstScript = (): string => minifySync('theme.js', read('./public/theme.js')).code.trim()

type Local = {
  /** Further places that scripts may come from, each after a space: the bot check of a local stack. */
  scripts: string
  /**
   * true: Trusted Types are enforced. In production they are only reported until the bot check, whose script is not ours, has shown
   * that it needs no more (docs/security.md).
   */
  areTypesEnforced: boolean
}
export const headersOf = ({ scripts, areTypesEnforced }: Local = { scripts: '', areTypesEnforced: false }): string => {
  const hash = `'sha256-${createHash('sha256').update(firstScript()).digest('base64')}'`
  const template = read('./_headers.txt')
  const types = /Report-Only: (.*?); report-uri/.exec(template)?.[1] ?? ''
  return template
    .replaceAll('{sandbox}', scripts)
    .replaceAll('{first-script}', hash)
    .replaceAll('{trusted-types}', areTypesEnforced ? `; ${types}` : '')
}
