// What ties a decider to a member (rule tie-kinds), and the wait of one who is tied, where nobody else may decide (rule decider-wait).
import { z } from 'zod'
import { HOUR_MS } from '../ground/time.ts'

const WAIT_HOURS = 72
export const WAIT_MS = WAIT_HOURS * HOUR_MS
export const TIE_KINDS = ['bank', 'credential', 'common', 'device', 'account'] as const
export type TieKind = (typeof TIE_KINDS)[number]
/** by: name of who opened it; null: the person is not there any more. objectedAt: when the member pressed *Bukan saya*; null: they did not. */
export const withdrawWait = z.object({
  by: z.string().nullable(),
  tie: z.enum(TIE_KINDS),
  openedAt: z.string(),
  until: z.string(),
  objectedAt: z.string().nullable(),
})
export type WithdrawWait = z.infer<typeof withdrawWait>
export const withdrawWaitBody = z.object({ id: z.string().min(1).max(64) })
