// What counts as waiting for too long (rule readiness). Pure; times in ms.
import { MINUTE_MS } from '../../contract/time.ts'

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
