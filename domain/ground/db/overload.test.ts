import { expect, test } from 'vitest'
import { isOverload } from './overload.ts'

test.each([
  'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
  'D1_ERROR: Network connection lost.',
  'D1_ERROR: D1 DB reset because its code was updated.',
  'D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.',
  'D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.',
])('rule overload-waits: passes by itself: %s', (message) => {
  expect(isOverload(new Error(message))).toBe(true)
  expect(isOverload(new Error('Failed query: select 1', { cause: new Error(message) }))).toBe(true)
})
test.each([
  'D1_ERROR: no such column: nothing: SQLITE_ERROR',
  'D1_ERROR: UNIQUE constraint failed: settlements.account_id: SQLITE_CONSTRAINT',
  'the owner of this account does not exist',
])('rule overload-waits: stays wrong: %s', (message) => expect(isOverload(new Error(message))).toBe(false))
test('an object that cannot be reached passes, whatever it says', () => {
  expect(isOverload(Object.assign(new Error('Durable Object is gone'), { retryable: true }))).toBe(true)
  expect(isOverload('text')).toBe(false)
})
