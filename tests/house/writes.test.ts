// docs/writes.md is held to the routes: every call that moves money, consent, rights, a limit or messages has a row, and what the row
// says of proof, key and version is what the contract states. A rule, a record or a test that a row names is there.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { EDITS } from '../support/edits.ts'
import { type Keeping, keepingOf } from '../../contract/operation/keeping.ts'
import { MOVES, type WriteRoute } from '../../contract/api/moves.ts'
import { API } from '../../contract/api/table.ts'
import { AUDIT_FILTERS } from '../../contract/record/audit.ts'
import { SECURITY_KINDS } from '../../contract/record/security-events.ts'
import { KIND_OF_STATUS, kindsOfUpdate } from '../../domain/record/security-events/rules.ts'
import { root } from '../../scripts/stack/shell.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const namesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map((m) => m[1] ?? '')
const NOTHING = '–'
const COLUMNS = [
  'call',
  'moves',
  'proof',
  'refused to',
  'second person',
  'version',
  'key',
  'record',
  'tried in',
] as const
const KEYS: Readonly<Record<Keeping, string>> = {
  batch: 'in its batch',
  object: 'in its object',
  nobody: 'nobody signed in',
  reads: 'changes nothing',
  begins: 'counts with a later code',
  ends: 'ends the sign-in',
  settles: 'settled once',
}
type Row = Record<(typeof COLUMNS)[number], string>

const lines = read('docs/writes.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') || line.startsWith('|-'))
  .map((line) => line.slice(2, -2).split(' | '))
const [head = [], , ...cells] = lines
const rows = cells.map((line) => Object.fromEntries(COLUMNS.map((name, at) => [name, line[at] ?? ''])) as Row)
const routeOf = (row: Row): WriteRoute => (namesIn(row.call)[0] ?? '') as WriteRoute

const rules = new Set([...read('docs/rules.md').matchAll(/^### (.+)$/gm)].map((m) => m[1]))
const sources = execFileSync('git', ['ls-files', 'worker', 'domain', 'durable-objects'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && existsSync(join(root, file)))
const code = sources.map((file) => read(file)).join('\n')
/** What stands between this route's `door(` and the next one. */
const handlerOf = (route: string): string => {
  const file = sources.find((name) => name.startsWith('worker/routes/') && read(name).includes(`'${route}'`))
  const text = file === undefined ? '' : read(file)
  return text.slice(text.indexOf(`'${route}'`)).split(/^door\(/m)[0] ?? ''
}
/** What a handler writes to the security record by these names. */
const KINDS_BY: Readonly<Record<string, readonly string[]>> = {
  KIND_OF_STATUS: Object.values(KIND_OF_STATUS),
  kindsOfUpdate: kindsOfUpdate({ password: 1, account_number: 1, role: 1, signed_out: 1 }),
}
/** A test with the files of `support/` that it imports, in which its calls may be spelled. */
const withSupport = (file: string): string => {
  const text = read(file)
  const used = [...text.matchAll(/from '(\.[^']*support\/[^']+)'/g)].map((m) =>
    normalize(join(dirname(file), m[1] ?? '')),
  )
  return [text, ...used.filter((name) => existsSync(join(root, name))).map(read)].join('\n')
}
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

test('every call that moves something has one row, in the order of the contract', () => {
  expect(head).toEqual([...COLUMNS])
  const moving = Object.entries(MOVES).filter(([, moves]) => moves.length > 0)
  expect(rows.map((row) => [routeOf(row), row.moves])).toEqual(
    moving.map(([route, moves]) => [route, moves.join(', ')]),
  )
})

describe.each(rows.map((row) => ({ route: routeOf(row), row })))('$route', ({ route, row }) => {
  test('asks for a proof as the row says', () => {
    if (API[route].proof) expect(row.proof).toBe('always')
    else expect(row.proof).toMatch(/^(–|when .+|by itself: .+)$/)
  })
  test('has a version and a key as the contract states', () => {
    const edit = Object.entries(EDITS).find(([name]) => name === route)?.[1]
    expect(row.version).toBe(edit === undefined ? NOTHING : 'because' in edit ? 'none needed' : 'yes')
    expect(row.key).toBe(KEYS[keepingOf(route)])
  })
  test('names rules that are explained', () => {
    const named = [...`${row['refused to']} ${row['second person']}`.matchAll(/\(rule ([a-z0-9-]+)\)/g)].map(
      (m) => m[1],
    )
    expect(named.filter((name) => !rules.has(name))).toEqual([])
    // whom money is refused to is said of every decision about money of others
    for (const cell of [row['refused to'], row['second person']])
      if (cell !== NOTHING) expect(cell).toMatch(/\(rule [a-z0-9-]+\)/)
  })
  test('is on record under the names that its handler gives', () => {
    const named = namesIn(row.record)
    expect(named).not.toEqual([])
    for (const name of named) {
      expect([...AUDIT_FILTERS, ...SECURITY_KINDS]).toContain(name)
      expect(code).toContain(name.includes('.') ? name.split('.')[1] : name)
    }
    const handler = handlerOf(route)
    const given = [
      ...[...handler.matchAll(/\b(?:audit|security)\(\s*'([a-z_.]+)'/g)].map((m) => m[1]),
      ...Object.entries(KINDS_BY).flatMap(([name, kinds]) => (handler.includes(name) ? kinds : [])),
    ]
    expect(given.filter((name) => !named.includes(name ?? ''))).toEqual([])
  })
  test('is tried by the tests that the row names', () => {
    const files = namesIn(row['tried in'])
    expect(files).not.toEqual([])
    // a test may put the path's last word in, too
    const [, base = '', last = ''] = /^(.*)\/([^/]+)$/.exec(route.split(' ')[1] ?? '') ?? []
    const inserted = String.raw`[^\s'"\`]+`
    const path = `${escaped(base).replace(/:\w+/g, inserted)}/(${escaped(last).replace(/:\w+/g, inserted)}|\\$\\{)`
    const tried = files.filter((file) => new RegExp(path).test(withSupport(`tests/${file}`)))
    expect(tried).toEqual(files)
  })
})
