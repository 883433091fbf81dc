// Whose words are read as a refusal, of versions of SQLite that do not run here, too.
import { expect, test } from 'vitest'
import { refusalOf } from './refusals.ts'

const wrapped = (message: string): Error =>
  new Error(`Failed query: insert into users\nparams: bad JSON path: 'refusal:edited'`, { cause: new Error(message) })

test.each([
  ["D1_ERROR: bad JSON path: 'refusal:below_zero': SQLITE_ERROR", 'below_zero'],
  ["D1_ERROR: JSON path error near 'refusal:below_zero': SQLITE_ERROR", 'below_zero'],
  ["bad JSON path: 'refusal:below_zero': SQLITE_ERROR", 'below_zero'],
  ['D1_ERROR: UNIQUE constraint failed: approvals.kind, approvals.subject: SQLITE_CONSTRAINT', 'taken approvals.kind'],
  ['UNIQUE constraint failed: users.email: SQLITE_CONSTRAINT', 'taken users.email'],
  ['D1_ERROR: NOT NULL constraint failed: users.email: SQLITE_CONSTRAINT', 'constraint'],
  ['D1_ERROR: CHECK constraint failed: id = 1: SQLITE_CONSTRAINT', 'constraint'],
  ['D1_ERROR: FOREIGN KEY constraint failed: SQLITE_CONSTRAINT', 'constraint'],
  ['D1_ERROR: D1 DB is overloaded. Requests queued for too long.', undefined],
  ["D1_ERROR: bad JSON path: 'name': SQLITE_ERROR", undefined],
  ["D1_ERROR: no such column: bad JSON path: 'refusal:edited': SQLITE_ERROR", undefined],
])('%s', (message, refusal) => {
  expect(refusalOf(new Error(message))).toBe(refusal)
  // what drizzle quotes of the statement and its values is nobody's refusal
  expect(refusalOf(wrapped(message))).toBe(refusal)
})

test('what is no error was refused by nothing', () => {
  expect(refusalOf("bad JSON path: 'refusal:edited'")).toBe(undefined)
})
