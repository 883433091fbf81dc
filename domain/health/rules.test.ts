import { expect, test } from 'vitest'
import { cronRuns, queuesMove } from './rules.ts'

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
