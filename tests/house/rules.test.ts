// docs/rules.md is held to the code: a rule that is cited exists, every rule has code and a test that cite it, and its links are those.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { citations, RULES_PAGE, rulesOf, withLinks } from '../../scripts/rules/page.ts'
import { root } from '../../scripts/stack/shell.ts'
import { FAULTS } from '../mutate/faults.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const page = read(RULES_PAGE)
const cited = citations()
const rules = rulesOf(page, cited)
const names = rules.map((rule) => rule.name)
/** What is longer is two promises, or tells how one is kept. */
const MOST_WORDS = 60

test('names are said once', () => {
  expect(rules.length).toBeGreaterThan(70)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('every rule that is cited is on the page', () => {
  const unknown = [...cited.code, ...cited.tests].flatMap(([file, of]) =>
    of.filter((name) => !names.includes(name)).map((name) => `${file}: ${name}`),
  )
  expect(unknown).toEqual([])
})

test('the links are those that `npm run rules` writes', () => {
  expect(page).toBe(withLinks(page, cited))
})

describe('a rule', () => {
  test.each(rules)('$name is said in words, and code and tests cite it', ({ text, code, tests }) => {
    expect(text).toMatch(/[.]"?$/)
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(MOST_WORDS)
    expect(code).not.toEqual([])
    expect(tests).not.toEqual([])
  })
})

test('a kept fault that takes a rule away is caught by tests that the page lists', () => {
  const wrong = FAULTS.flatMap(({ name, rule, tests = [] }) => {
    if (rule === undefined) return []
    const listed = rules.find((one) => one.name === rule)?.tests ?? []
    return tests.length > 0 && tests.every((file) => listed.includes(file)) ? [] : [name]
  })
  expect(wrong).toEqual([])
})

/** Whose rules are each tried: without the code that stands first, the tests that the page lists fail. */
const TRIED = ['Permission', 'Sending', 'Money']
test.each(rules.filter(({ section }) => TRIED.includes(section)))('a kept fault takes $name away', ({ name, code }) => {
  const files = FAULTS.filter(({ rule }) => rule === name).flatMap(({ edits }) => edits.map(({ file }) => file))
  expect(files).toContain(code[0])
})

test('nobody cites a page that is not in the repository', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' }).split('\n')
  const lost = files
    .filter((file) => file !== '' && existsSync(join(root, file)))
    .filter((file) => /\b[Dd]ecisions? \d|[( ]s\.\d+\b|\bof section \d/.test(read(file)))
  expect(lost).toEqual([])
})
