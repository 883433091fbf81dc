// What counts as waiting for too long (rule readiness). Pure; times in ms.
import { MINUTE_MS } from '../../../contract/ground/time.ts'

/** Messages wait some seconds. The slowest are those behind large imports, whose steps take twenty seconds each. */
const QUEUE_MAX_MS = 15 * MINUTE_MS
/** It ends each minute; an erasure that reaches thousands of accounts lets it end later. */
const CRON_MAX_MS = 10 * MINUTE_MS

/** @param oldest when the oldest message of each queue was sent; null: it is empty */
export const queuesMove = (oldest: readonly (number | null)[], now: number): boolean =>
  oldest.every((at) => at === null || now - at <= QUEUE_MAX_MS)
/** @param endedAt null: a new deployment, whose first minute has not come */
export const cronRuns = (endedAt: number | null, now: number): boolean =>
  endedAt === null || now - endedAt <= CRON_MAX_MS

/** Fewer than these that are down say nothing about the service: each may have its own reason. */
const DOWN_LEAST = 3
/**
 * Not while most accounts that their owners expect to be up are down, or any of a small place whose key no runner has.
 * @param wanted accounts that their owners expect to be up
 */
export const sessionsStand = (of: { wanted: number; connected: number; keyIsMissing: boolean }): boolean => {
  const down = of.wanted - of.connected
  return down <= of.wanted / 2 || (down < DOWN_LEAST && !of.keyIsMissing)
}
