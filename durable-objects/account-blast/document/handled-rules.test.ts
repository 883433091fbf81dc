import { expect, test } from 'vitest'
import { HOUR_MS } from '../../../contract/ground/time.ts'
import { ackOf, afterGivingUp, afterRead, afterUnread, type Handled, isHandled } from './handled-rules.ts'

const NONE: Handled = { epoch: 3, seq: 0 }

test('what was read is handled, and so is all before it', () => {
  const handled = afterRead(NONE, 5)
  expect(handled).toEqual({ epoch: 3, seq: 5 })
  expect([4, 5, 6].map((seq) => isHandled(handled, seq))).toEqual([true, true, false])
  expect(ackOf(5, handled)).toEqual({ ack: 5 })
})
test('what was not read stays with the runner, those after it are handled, and a repeat reads it', () => {
  const handled = afterRead(afterRead(afterUnread(afterRead(NONE, 1), 2, 10), 3), 4)
  expect([1, 2, 3, 4, 5].map((seq) => isHandled(handled, seq))).toEqual([true, false, true, true, false])
  expect(ackOf(4, handled)).toEqual({ ack: 4, unread: [2] })
  const read = afterRead(handled, 2)
  expect(read).toEqual({ epoch: 3, seq: 4 })
})
test('a repeat that is still not read is noted once, with its first time', () => {
  const handled = afterUnread(afterUnread(NONE, 2, 10), 2, 99)
  expect(handled).toEqual({ epoch: 3, seq: 2, unread: [{ seq: 2, since: 10 }] })
})
test('after an hour it is given up', () => {
  const handled = afterUnread(afterUnread(NONE, 2, 10), 3, 11)
  expect(afterGivingUp(handled, 9 + HOUR_MS)).toEqual(handled)
  expect(afterGivingUp(handled, 10 + HOUR_MS)).toEqual({ epoch: 3, seq: 3, unread: [{ seq: 3, since: 11 }] })
  expect(afterGivingUp(handled, 11 + HOUR_MS)).toEqual({ epoch: 3, seq: 3 })
})
test('of more than a hundred no further one is kept', () => {
  let handled = NONE
  for (let seq = 1; seq <= 105; seq++) handled = afterUnread(handled, seq, 1)
  expect(handled.unread).toHaveLength(100)
  expect(isHandled(handled, 101)).toBe(true)
})
