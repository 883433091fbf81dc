// By when an account's object must write its row, and when the cron wakes one that did not. Times in ms.
import { HOUR_MS } from '../../../contract/ground/time.ts'

/** An object at work writes its row again within this. */
export const AT_WORK_DUE_MS = HOUR_MS
/** While all that it has to do is to wait for a window or a day: within this. */
const FAR_DUE_MS = 6 * HOUR_MS
/** Its wait must be found lost no later than it ends. @param leftMs of that wait; null: it has other work */
export const dueMs = (leftMs: number | null): number =>
  leftMs === null ? AT_WORK_DUE_MS : Math.min(FAR_DUE_MS, Math.max(AT_WORK_DUE_MS, leftMs))
/** Alarms may be late: one counts as lost only when its row is overdue for longer than this. */
export const GRACE_MS = 300_000
/** An object that was woken and still did not write its row is woken again after this, after all others. */
export const AGAIN_MS = 900_000
