import { expect, test } from 'vitest'
import { showsWish } from './wish-rules.ts'

const none = { ready: 0, exact: true, wanted: false, lacks: false, idle: 1, accounts: 1 }
test('rule recipients-again: no recipients are said of who could start, not of who sends to the last of them', () => {
  expect(showsWish(none)).toBe(true)
  expect(showsWish({ ...none, accounts: 0, idle: 0 }), 'before the first account').toBe(true)
  expect(showsWish({ ...none, idle: 0 }), 'all of them are in its hands').toBe(false)
  expect(showsWish({ ...none, idle: 0, wanted: true }), 'a wish can be taken back').toBe(true)
  expect(showsWish({ ...none, accounts: 2 }), 'one of two sends').toBe(true)
})
test('rule recipients-again: where it is not certain that nobody is ready, a blast must have ended for want of them', () => {
  expect(showsWish({ ...none, exact: false })).toBe(false)
  expect(showsWish({ ...none, exact: false, lacks: true })).toBe(true)
  expect(showsWish({ ...none, ready: 3, lacks: true })).toBe(false)
})
