import { expect, test } from 'vitest'
import { endsQuiet, quietOf } from './quiet-rules.ts'

const NOW = 1_800_000_000_000
const MINUTE = 60_000

test('rule no-answer: after a minute it is told, until the work goes on by itself', () => {
  expect(quietOf(undefined, 'no_answer', NOW + 5, NOW)).toBeNull()
  expect(quietOf(NOW - MINUTE + 1, 'no_answer', NOW + 5, NOW)).toEqual({ lookAt: NOW + 1 })
  expect(quietOf(NOW - MINUTE, 'no_answer', NOW + 5, NOW)).toEqual({ shown: { reason: 'no_answer', until: NOW + 5 } })
})
test('rule no-answer: where an event ends it, it is told from minute to minute', () => {
  expect(quietOf(NOW - MINUTE, 'connection', null, NOW)).toEqual({
    shown: { reason: 'connection', until: NOW + MINUTE },
  })
})
test('rule no-answer: whatever WhatsApp answers ends it, and so does a pause that is told', () => {
  const answer = (outcome: string, reason: string | null = null) => ({ outcome, reason })
  expect(['acked', 'rejected', 'not_registered'].every((one) => endsQuiet(answer(one), 'outcome'))).toBe(true)
  expect(
    ['refused', 'late', 'content', 'cancelled'].every((one) => endsQuiet(answer('failed', one), 'take-back')),
  ).toBe(true)
  expect(endsQuiet(answer('failed', 'offline'), 'take-back')).toBe(false)
  // of one that counts as unknown already: nothing is known, and no pause follows
  expect(endsQuiet(answer('failed', 'refused'), 'nothing')).toBe(false)
})
