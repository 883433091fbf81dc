// Members to look at, with reasons, and holds on their withdraws (rules fraud-signals, withdraw-hold).
import { z } from 'zod'
import { SIGNAL_KINDS } from '../../money/fraud.ts'
import { writtenReason } from '../../people/reasons.ts'
import { pageQuery } from '../../ground/paging.ts'
import { ADMINS, call } from '../call.ts'
import { page } from '../shapes.ts'
import { done } from '../../ground/done.ts'

const signal = z.object({
  kind: z.enum(SIGNAL_KINDS as [(typeof SIGNAL_KINDS)[number], ...typeof SIGNAL_KINDS]),
  points: z.number(),
  /** The other members that it is about; those who are not there any more are left out. */
  people: z.array(z.object({ id: z.string(), name: z.string() })),
  /** What was counted, and of how many; null: nothing is. */
  count: z.number().nullable(),
  of: z.number().nullable(),
})
const hold = z.object({
  since: z.string(),
  /** Name of the admin who put it; null: the score did. */
  by: z.string().nullable(),
  reason: z.string(),
})
const suspect = z.looseObject({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  score: z.number(),
  signals: z.array(signal),
  /** null: withdraws of this member can be accepted. */
  hold: hold.nullable(),
  /** Of the last lifted hold, by whom and why; null: there was none. */
  lifted: z.object({ at: z.string(), by: z.string().nullable(), reason: z.string() }).nullable(),
})
const holdBody = z.object({ user_id: z.string().min(1).max(64), reason: writtenReason })

export const fraudCalls = {
  /**
   * By score; those with a hold come first. day: that the scores are of; null: nothing has been looked at yet. old: it is before
   * yesterday. partial: some members could not be looked at on that day.
   */
  'GET /admin/fraud': call({
    roles: ADMINS,
    own: 'none',
    reads: 'primary',
    query: pageQuery.omit({ search: true }),
    answer: page(suspect).extend({ day: z.string().nullable(), old: z.boolean(), partial: z.boolean() }),
  }),
  'POST /admin/fraud/hold': call({ roles: ADMINS, own: 'none', proof: true, body: holdBody, answer: done }),
  'POST /admin/fraud/lift': call({ roles: ADMINS, own: 'none', proof: true, body: holdBody, answer: done }),
}
