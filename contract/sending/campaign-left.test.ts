import { expect, test } from 'vitest'
import { leftWhyOf } from './campaign-left.ts'

const ended = {
  state: 'finished',
  waiting: 19,
  success: 1,
  fail: 0,
  unknown: 0,
  budget: null,
  endAt: null,
  endedAt: 2_000,
  isCostLimited: true,
} as const
test.each([
  ['its rupiah', {}, 'rupiah'],
  ['its end', { endAt: 2_000 }, 'time'],
  ['its rupiah before its end', { endAt: 2_001 }, 'rupiah'],
  ['its messages', { budget: 1 }, 'messages'],
  ['its messages, where it might cost anything', { budget: 2, isCostLimited: false }, 'messages'],
  ['its rupiah before its messages', { budget: 2 }, 'rupiah'],
  ['nothing, where everybody had their turn', { waiting: 0 }, null],
  ['nothing while it can go on', { state: 'paused' }, null],
  ['nothing that is known', { isCostLimited: false }, null],
] as const)('rule campaign-budget: who is left of a finished campaign is left over %s', (_, more, why) =>
  expect(leftWhyOf({ ...ended, ...more })).toBe(why),
)
