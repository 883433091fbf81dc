import { expect, test } from 'vitest'
import { leftWhyOf } from './campaign-left.ts'

const ended = {
  state: 'finished',
  waiting: 19,
  success: 1,
  fail: 0,
  unknown: 0,
  budget: null,
  isOver: false,
  isCostLimited: true,
} as const
test.each([
  ['its rupiah', {}, 'rupiah'],
  ['its end', { isOver: true }, 'time'],
  ['its messages', { budget: 1 }, 'messages'],
  ['its messages, where it might cost anything', { budget: 2, isCostLimited: false }, 'messages'],
  ['its rupiah before its messages', { budget: 2 }, 'rupiah'],
  ['nothing, where everybody had their turn', { waiting: 0 }, null],
  ['nothing while it can go on', { state: 'paused' }, null],
  ['nothing that is known', { isCostLimited: false }, null],
] as const)('rule campaign-budget: who is left of a finished campaign is left over %s', (_, more, why) =>
  expect(leftWhyOf({ ...ended, ...more })).toBe(why),
)
