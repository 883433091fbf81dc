// Statements refuse by name, and one function reads SQLite's words (docs/decisions/0085-refusals-have-names.md).
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/stack/shell.ts'

const READER = 'domain/ground/db/refusals.ts'
const WORDS = /constraint failed|JSON path|SQLITE_|['"`/](?:NOT NULL|UNIQUE|CHECK)['"`/ ]/

const sources = execFileSync('git', ['ls-files', 'worker', 'domain', 'durable-objects', 'contract'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && existsSync(join(root, file)))
  .map((file) => ({ file, code: readFileSync(join(root, file), 'utf8') }))
const filesWith = (words: RegExp): string[] => sources.filter(({ code }) => words.test(code)).map(({ file }) => file)

test('one file knows what SQLite says', () => {
  expect(filesWith(WORDS)).toEqual([READER])
})

test('every name is raised somewhere, and read somewhere or told by the code that reads the rows again', () => {
  const names = [
    ...(/RefusalName =\n((?: {2}\| '\w+'\n)+)/.exec(readFileSync(join(root, READER), 'utf8'))?.[1] ?? '').matchAll(
      /'(\w+)'/g,
    ),
  ].map((m) => m[1] ?? '')
  expect(names.length).toBeGreaterThan(20)
  const count = (name: string): number =>
    sources.filter(({ file, code }) => file !== READER && code.includes(`'${name}'`)).length
  // the row of the key says why (worker/http/press.ts)
  expect(names.filter((name) => name !== 'press_taken' && count(name) === 0)).toEqual([])
})
