// What stands in the journal (rule journal), and under which names: written once, and named by its time.
import { z } from 'zod'
import { stampOf } from './stamps.ts'

export const stop = z.object({
  event: z.enum(['opt_out', 'erased']),
  /** Of the number, or of the LID where that alone is known. */
  hash: z.string(),
  /** The key of the hash. */
  kid: z.string().nullable(),
  via: z.string().nullable(),
  by: z.string().nullable(),
  at: z.number(),
})
export type Stop = z.infer<typeof stop>
export const claimed = z.object({
  accountId: z.string(),
  ids: z.array(z.number()),
  at: z.number(),
  campaign: z.number().optional(),
})
export type Claimed = z.infer<typeof claimed>

export const STOPS = 'journal/stops/'
export const SETTLED = 'journal/settled/'
export const CLAIMS = 'journal/claims/'
export const claimsOf = (at: number): string => `${CLAIMS}${stampOf(at).slice(0, 8)}/`
