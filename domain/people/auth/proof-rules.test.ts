import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../../contract/ground/time.ts'
import { mustProve } from './proof-rules.ts'

test('rule step-up: a proof counts for five minutes, and who is not signed in has none', () => {
  const now = 1_900_000_000_000
  const provedBefore = (ms: number) => mustProve({ provedAt: now - ms }, now)
  expect([provedBefore(0), provedBefore(5 * MINUTE_MS), provedBefore(5 * MINUTE_MS + 1)]).toEqual([false, false, true])
  expect(mustProve(null, now)).toBe(true)
})
