// docs/asvs.md is held to the standard's numbers and to the tests that it names: no number is forgotten, and nothing is called held by a
// test that is not there.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../scripts/stack/shell.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

/** Numbers of levels 1 and 2 of OWASP ASVS 5.0.0, a section a line: those of level 1, a semicolon, those of level 2. */
const SECTIONS = `
V1.1:;1,2
V1.2:1,2,3,4,5;6,7,8,9
V1.3:1,2;3,4,5,6,7,8,9,10,11
V1.4:;1,2,3
V1.5:1;2
V2.1:1;2,3
V2.2:1,2;3
V2.3:1;2,3,4
V2.4:;1
V3.2:1,2;
V3.3:1;2,3,4
V3.4:1,2;3,4,5,6
V3.5:1,2,3;4,5
V3.7:;1,2
V4.1:1;2,3
V4.2:;1
V4.3:;1,2
V4.4:1;2,3,4
V5.1:;1
V5.2:1,2;3
V5.3:1,2;
V5.4:;1,2,3
V6.1:1;2,3
V6.2:1,2,3,4,5,6,7,8;9,10,11,12
V6.3:1,2;3,4
V6.4:1,2;3,4
V6.5:;1,2,3,4,5
V6.6:;1,2,3
V6.8:;1,2,3,4
V7.1:;1,2,3
V7.2:1,2,3,4;
V7.3:;1,2
V7.4:1,2;3,4,5
V7.5:;1,2
V7.6:;1,2
V8.1:1;2
V8.2:1,2;3
V8.3:1;
V8.4:;1
V9.1:1,2,3;
V9.2:1;2,3,4
V10.1:;1,2
V10.2:;1,2
V10.3:;1,2,3,4
V10.4:1,2,3,4,5;6,7,8,9,10,11
V10.5:;1,2,3,4,5
V10.6:;1,2
V10.7:;1,2,3
V11.1:;1,2
V11.2:;1,2,3
V11.3:1,2;3
V11.4:1;2,3,4
V11.5:;1
V11.6:;1
V12.1:1;2,3
V12.2:1,2;
V12.3:;1,2,3,4
V13.1:;1
V13.2:;1,2,3,4,5
V13.3:;1,2
V13.4:1;2,3,4,5
V14.1:;1,2
V14.2:1;2,3,4
V14.3:1;2,3
V15.1:1;2,3
V15.2:1;2,3
V15.3:1;2,3,4,5,6,7
V16.1:;1
V16.2:;1,2,3,4,5
V16.3:;1,2,3,4
V16.4:;1,2,3
V16.5:;1,2,3
V17.1:;1
V17.2:;1,2,3,4
V17.3:;1,2
`
const levels = new Map<string, number>()
for (const line of SECTIONS.trim().split('\n')) {
  const [section = '', numbers = ''] = line.split(':')
  for (const [at, part] of numbers.split(';').entries())
    for (const number of part.split(',').filter(Boolean)) levels.set(`${section}.${number}`, at + 1)
}
const placeOf = (id: string): number => {
  const [chapter = 0, section = 0, number = 0] = id.slice(1).split('.').map(Number)
  return (chapter * 1_000 + section) * 1_000 + number
}
const ids = [...levels.keys()]

const STATES = ['held', 'platform', 'does not apply', 'not tested', 'open']
/** What stands where a test or a group of tests has its title. */
const TITLE =
  /\b(?:test|describe)\b[^\n]*?\(\s*(['"`])(.+?)(?<!\\)\1|^\s*\](?: as const| satisfies [^)\n]*)?,?\s*\)\(\s*(['"`])(.+?)(?<!\\)\3/gm
const titlesOf = (file: string): string[] =>
  [...read(file).matchAll(TITLE)].map(([, , title, , ofTable]) => title ?? ofTable ?? '')
/** Letters that a title has beside what a table puts in: fewer name anything. */
const SHORTEST = 10
const wordsOf = (title: string): string => title.replace(/%[a-z]|[^\p{L}]/giu, '')
const rows = read('docs/asvs.md')
  .split('\n')
  .filter((line) => line.startsWith('| V'))
  .map((line) => {
    const [id = '', level = '', asks = '', state = '', where = '', heldBy = ''] = line.slice(2, -1).split(' | ')
    const [first = '', last = first] = id.split('–')
    const covers = ids.filter((one) => placeOf(one) >= placeOf(first) && placeOf(one) <= placeOf(last))
    return { id, level, asks, state, where, heldBy: heldBy.trim(), covers }
  })

test('the standard has 253 numbers of levels 1 and 2, and each stands on the page once', () => {
  expect([ids.length, [...levels.values()].filter((level) => level === 1).length]).toEqual([253, 70])
  expect(rows.flatMap(({ covers }) => covers)).toEqual(ids)
})

describe.each(rows)('$id', ({ level, asks, state, where, heldBy, covers }) => {
  test(`is ${state}`, () => {
    expect(level).toBe([...new Set(covers.map((id) => levels.get(id)))].toSorted().join('–'))
    expect(asks).not.toBe('')
    expect(STATES).toContain(state)
    // what is not held says why
    expect(where.length).toBeGreaterThan(3)
    const named = heldBy === '' ? [] : heldBy.split(/, (?=`)/)
    if (state === 'held') expect(named).not.toEqual([])
    else expect(named).toEqual([])
    for (const one of named) {
      const [, file = '', title = ''] = /^`([^`]+\.test\.tsx?)` “(.+)”$/.exec(one) ?? []
      expect([one, file !== '' && existsSync(join(root, file))]).toEqual([one, true])
      expect([one, wordsOf(title).length >= SHORTEST]).toEqual([one, true])
      expect([one, titlesOf(file).some((has) => has.includes(title))]).toEqual([one, true])
    }
  })
})
