// docs/rules.md is held to the code: a rule that is cited exists, and every rule has code and a test that cite it.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../scripts/stack/shell.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const page = read('docs/rules.md')

type Rule = { name: string; words: string; code: string[]; tests: string[] }
const linksOf = (line: string): string[] => [...line.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map((m) => m[1] ?? '')
const rules: Rule[] = page
  .split(/^### /m)
  .slice(1)
  .map((part) => ({
    name: part.slice(0, part.indexOf('\n')),
    words: part.slice(part.indexOf('\n'), part.indexOf('\n- Code:')).trim(),
    code: linksOf(/^- Code: (.*)$/m.exec(part)?.[1] ?? ''),
    tests: linksOf(/^- Tests: (.*)$/m.exec(part)?.[1] ?? ''),
  }))
const names = rules.map((rule) => rule.name)

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && existsSync(join(root, file)))

/** The names in `(rule …)`, `(rules …, …)` and `rule …:` of a file; a comment may break its line inside of a list. */
const citesOf = (file: string): string[] => {
  const text = read(file).replace(/\n\s*(?:\/\/|\*) ?/g, ' ')
  const lists = text.matchAll(/\(rules? ([a-z0-9-]+(?:, [a-z0-9-]+)*)\)|\brules? ([a-z0-9-]+(?:, [a-z0-9-]+)*):/g)
  return [...lists].flatMap((m) => (m[1] ?? m[2] ?? '').split(', '))
}
const cites = new Map(sources.map((file) => [file, citesOf(file)]))

test('names are said once', () => {
  expect(rules.length).toBeGreaterThan(70)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('every rule that is cited is on the page', () => {
  const unknown = [...cites].flatMap(([file, cited]) =>
    cited.filter((name) => !names.includes(name)).map((name) => `${file}: ${name}`),
  )
  expect(unknown).toEqual([])
})

describe('a rule', () => {
  test.each(rules)('$name is said in words, and its code and its tests cite it', ({ name, words, code, tests }) => {
    expect(words).toMatch(/[.]"?$/)
    for (const linked of [code, tests]) {
      expect(linked).not.toEqual([])
      expect(linked.filter((file) => !cites.get(file)?.includes(name))).toEqual([])
    }
    expect(tests.filter((file) => !file.endsWith('.test.ts'))).toEqual([])
  })
})

test('nobody cites a page that is not in the repository', () => {
  const lost = sources.filter((file) => /\b[Dd]ecisions? \d|[( ]s\.\d+\b|\bof section \d/.test(read(file)))
  expect(lost).toEqual([])
})
