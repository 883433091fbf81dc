// The headers of the page's files: what vite.config.ts builds, and what a local stack serves (scripts/stack/build.ts).
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')

/** theme.js, which stands in the page itself, because everything else waits for it. */
export const firstScript = (): string => read('./public/theme.js')

/** @param scripts further places that scripts may come from, each after a space: the bot check of a local stack */
export const headersOf = (scripts = ''): string => {
  const hash = `'sha256-${createHash('sha256').update(firstScript()).digest('base64')}'`
  return read('./_headers.txt').replaceAll('{sandbox}', scripts).replaceAll('{first-script}', hash)
}
