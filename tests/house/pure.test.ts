// Thinking is pure (CONTRIBUTING.md, house rules). The linter refuses `Date.now` and other names of clocks and chance in the files that
// .oxlintrc.json lists; here is what it has no rule for: a date of now, and chance from a module of Node.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/stack/shell.ts'

const lint = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as {
  overrides: { files: string[]; rules: Record<string, unknown> }[]
}
const patterns = lint.overrides.find(({ rules }) => 'no-restricted-properties' in rules)?.files ?? []
const files = execFileSync('git', ['ls-files', '--', ...patterns.map((pattern) => `:(glob)${pattern}`)], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const impureOf = (code: string): string[] => code.match(/\bnew Date\(\s*\)|\bDate\(\s*\)|from 'node:crypto'/g) ?? []

test('a date of now is found, one of a given time is none', () => {
  expect(impureOf('const at = new Date()')).toEqual(['new Date()'])
  expect(impureOf("import { randomInt } from 'node:crypto'")).toHaveLength(1)
  expect(impureOf('new Date(now).toISOString() + new Date(Date.parse(day))')).toEqual([])
})
test('no file of rules asks a clock or draws', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(
    files.flatMap((file) => impureOf(readFileSync(join(root, file), 'utf8')).map((found) => `${file}: ${found}`)),
  ).toEqual([])
})
