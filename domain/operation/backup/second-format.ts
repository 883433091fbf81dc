// What stands in the second place (rule second-place): backups under the names that they have in their bucket, and the journal as one encrypted
// object a minute.
import { z } from 'zod'
import { settlementBatch } from '../../../contract/money/settlement.ts'
import { stampOf } from '../../record/journal/stamps.ts'
import { claimed, stop } from '../../record/journal/format.ts'

export const MINUTES_PREFIX = 'journal/minutes/'
/** Of its own for each that writes it: the writer can neither read nor delete it. */
export const minuteKey = (at: number): string =>
  `${MINUTES_PREFIX}${stampOf(at)}-${crypto.randomUUID().slice(0, 8)}.json.gz.enc`
/** The first name that one of this time may have. */
export const minutesFrom = (at: number): string => `${MINUTES_PREFIX}${stampOf(at)}`

export const minute = z.object({
  /** Epoch ms: what the journal had by then is in this one or in one before. */
  at: z.number(),
  stops: z.array(stop),
  settled: z.array(settlementBatch),
  /** Whom each account had claimed at that time: the last minute's counts, since those who were settled since are settled. */
  claims: z.array(claimed),
})
export type Minute = z.infer<typeof minute>

export const SECOND_KEY = 'state/second.json'
export const secondState = z.object({
  /** Epoch ms: what was written to the journal before this is there. */
  journalTo: z.number(),
  /** Id of the last backup that is whole there; empty: none is. */
  backup: z.string(),
  /** The one on its way, and how many of its parts are there. */
  copying: z.object({ id: z.string(), parts: z.number() }).nullable(),
})
export type SecondState = z.infer<typeof secondState>
