// Daily figures on the wire. Money is rupiah; days are Asia/Jakarta.
import { z } from 'zod'

export const dayRow = z.object({
  /** YYYY-MM-DD */
  day: z.string(),
  success: z.number(),
  fail: z.number(),
  income: z.number(),
  /** Accepted on that day. */
  withdrawals: z.number(),
  /** Most accounts that were connected at once, as far as was looked. */
  connected: z.number(),
  demo: z.boolean(),
})
export type DayRow = z.infer<typeof dayRow>
