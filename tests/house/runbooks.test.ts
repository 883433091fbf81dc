// docs/runbooks/ is held to the code (rule runbooks): each kind of trouble has its page, and what a page names is there.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ROUTES } from '../../contract/api/table.ts'
import { WEB_ROUTES } from '../../contract/people/role-table.ts'
import { TROUBLE_TEXTS } from '../../contract/operation/trouble-texts.ts'
import { runbookOf, TROUBLE_KINDS } from '../../contract/operation/troubles.ts'
import { root } from '../../scripts/stack/shell.ts'
import { sourcesIn } from '../support/literals.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts)
const calls = new Set([...ROUTES.map(([route]) => route as string), 'GET /health'])
const sources = sourcesIn('worker', 'domain', 'durable-objects', 'runner').map(read).join('\n')
const quoted = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((m) => m[1] ?? '')
const HEADINGS = ['Sign', 'Meaning', 'Do', 'Never do']

test('rule runbooks: every kind has its page, and no page is of a kind that is none', () => {
  const pages = readdirSync(join(root, 'docs/runbooks'))
  expect(pages.toSorted()).toEqual([...TROUBLE_KINDS, 'silence', 'restore'].map((name) => `${name}.md`).toSorted())
})
test('rule runbooks: an alert links the page at the place’s address, or names its path', () => {
  expect(runbookOf('no_runner', '')).toBe('docs/runbooks/no_runner.md')
  expect(runbookOf('no_runner', 'https://buku.test/runbooks/')).toBe('https://buku.test/runbooks/no_runner.md')
})

describe.each([...TROUBLE_KINDS, 'silence'])('rule runbooks: %s', (name) => {
  const page = read(`docs/runbooks/${name}.md`)
  test('says its sign, what it means, what to do and what never to do', () => {
    expect(quoted(page, /^## (.+)$/gm)).toEqual(HEADINGS)
    for (const part of page.split(/^## .+$/m).slice(1)) expect(part.trim().length).toBeGreaterThan(40)
    expect(page.split('\n').length).toBeLessThan(40)
  })
  test('names commands, calls, screens and lines of the log that are there', () => {
    expect(quoted(page, /npm run ([\w-]+)/g).filter((command) => !scripts.includes(command))).toEqual([])
    expect(quoted(page, /`((?:GET|POST|PUT) \/\S+?)`/g).filter((call) => !calls.has(call.replace('/api', '')))).toEqual(
      [],
    )
    const screens = quoted(page, /`(\/[a-z][a-z/-]*)`/g).filter((path) => !path.startsWith('/api/'))
    expect(screens.filter((path) => !(path in WEB_ROUTES) && !calls.has(`GET ${path}`))).toEqual([])
    expect(
      quoted(page, /`(\/api\/[a-z/-]+)`/g).filter((path) => !calls.has(`GET ${path.replace('/api', '')}`)),
    ).toEqual([])
    // `log: ` and then lines in backticks, with or and commas between them
    const lines = quoted(page, /log: ((?:`[^`]+`(?:, | or )?)+)/g).flatMap((list) => quoted(list, /`([^`]+)`/g))
    expect(lines.filter((line) => !sources.includes(line))).toEqual([])
  })
})
test('what the alerts say names lines of the log that are there', () => {
  const named = Object.values(TROUBLE_TEXTS).flatMap(({ next }) => quoted(next, /"([^"]+)"/g))
  expect(named.length).toBeGreaterThan(1)
  expect(named.filter((line) => !sources.includes(line))).toEqual([])
})
