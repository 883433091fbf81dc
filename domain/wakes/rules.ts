// By when an account's object writes its row, and who is woken because it did not. Times in ms.
import { HOUR_MS } from '../../contract/time.ts'

/** An object at work writes its row again within this. */
export const AT_WORK_DUE_MS = HOUR_MS
/** An alarm may be late: only a row that is overdue for longer than this means that it was lost. */
export const GRACE_MS = 300_000
/** Whoever was woken and did not write its row is woken again after this, behind all others. */
export const AGAIN_MS = 900_000
