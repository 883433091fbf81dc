// By when an account's object must write its row, and when the cron wakes one that did not. Times in ms.
import { HOUR_MS } from '../../contract/time.ts'

/** An object at work writes its row again within this. */
export const AT_WORK_DUE_MS = HOUR_MS
/** Alarms may be late: one counts as lost only when its row is overdue for longer than this. */
export const GRACE_MS = 300_000
/** An object that was woken and still did not write its row is woken again after this, after all others. */
export const AGAIN_MS = 900_000
