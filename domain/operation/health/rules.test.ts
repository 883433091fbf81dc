import { expect, test } from 'vitest'
import { cronRuns, queuesMove, sessionsStand } from './rules.ts'

const NOW = 1_800_000_000_000
const ago = (minutes: number): number => NOW - minutes * 60_000

test('rule readiness: a queue is ready until its oldest message has waited for a quarter of an hour', () => {
  expect(queuesMove([null, null], NOW)).toBe(true)
  expect(queuesMove([ago(15), null], NOW)).toBe(true)
  expect(queuesMove([null, ago(15) - 1], NOW)).toBe(false)
})
test('rule readiness: the cron is ready until its last good end is ten minutes old, and before its first one', () => {
  expect(cronRuns(null, NOW)).toBe(true)
  expect(cronRuns(ago(10), NOW)).toBe(true)
  expect(cronRuns(ago(10) - 1, NOW)).toBe(false)
})
test('rule readiness: sessions stand while no more than half of what should be up is down, and of a few accounts unless their key is missing', () => {
  const stand = (wanted: number, connected: number, keyIsMissing = false) =>
    sessionsStand({ wanted, connected, keyIsMissing })
  expect([stand(0, 0), stand(10, 5), stand(10, 4), stand(3, 0)]).toEqual([true, true, false, false])
  expect([stand(2, 0), stand(2, 0, true), stand(1, 0, true), stand(2, 1, true), stand(0, 0, true)]).toEqual([
    true,
    false,
    false,
    true,
    true,
  ])
})
