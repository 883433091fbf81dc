// Daily figures on the wire. Money is rupiah; days are Asia/Jakarta.
import { z } from 'zod'
import { rupiah } from '../ground/amounts.ts'

export const dayRow = z.object({
  /** YYYY-MM-DD */
  day: z.string(),
  success: z.number(),
  fail: z.number(),
  income: rupiah,
  /** Rupiah of the withdraws that were accepted on that day. */
  withdrawals: rupiah,
  /** The most accounts that were connected at once, by a count every hour. */
  connected: z.number(),
  demo: z.boolean(),
})
export type DayRow = z.infer<typeof dayRow>
