// People: the wire shape of a user and the bodies of PUT /admin/users/{id}.
import { z } from 'zod'
import { rupiah, wholeNumber } from '../ground/amounts.ts'
import { isPersonName, nameProblem } from './person-name.ts'
import { writtenReason } from './reasons.ts'
import { PERSON_STATUSES } from './person-status.ts'
import { RANGES } from '../ground/ranges.ts'
import { role } from './roles.ts'
import { readVersion, version } from '../ground/versions.ts'

export const user = z.object({
  id: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  role,
  level: z.string(),
  level_id: z.string(),
  color: z.string(),
  blast_fee: rupiah,
  /** Whole seconds, as strings. */
  blast_interval_min: z.string(),
  blast_interval_max: z.string(),
  account_name: z.string(),
  account_bank: z.string(),
  account_number: z.string(),
  referral_code: z.string(),
  status: z.enum(PERSON_STATUSES),
  /** Of a paused or closed person: why, who did it, since when. */
  stopped: z.object({ reason: z.string(), by: z.string(), since: z.string() }).nullable(),
  createdAt: z.string(),
})
export type User = z.infer<typeof user>
/** With the versions for an edit of the record, and for one of the status. */
export const editableUser = user.extend({
  version,
  status_version: version,
  /** Whether the owner of its mailbox opened the link that was mailed there (rule confirmed-email). */
  email_confirmed: z.boolean(),
})
export type EditableUser = z.infer<typeof editableUser>

const seconds = wholeNumber(RANGES.intervalS)
const name = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .refine(isPersonName, { error: ({ input }) => nameProblem(String(input)) })
export const userUpdate = z.object({
  firstname: name.optional(),
  lastname: name.optional(),
  email: z.email().toLowerCase().optional(),
  /** Ends every sign-in of the person; of who changes their own, all but the one that makes this call. */
  password: z.string().max(128).optional(),
  /**
   * Of who makes this call; needed for another password, email or bank detail. A new email is shown as `email_pending` until the
   * link in its mail was opened.
   */
  current_password: z.string().max(128).optional(),
  account_name: z.string().trim().max(120).optional(),
  account_bank: z.string().trim().max(40).optional(),
  account_number: z.string().trim().max(40).optional(),
  blast_interval_min: seconds.optional(),
  blast_interval_max: seconds.optional(),
  role: role.optional(),
  level_id: z.string().optional(),
  blast_fee: wholeNumber(RANGES.fee).nullable().optional(),
  /** The fee once more, where it is more than three times the usual (rule usual-price). */
  blast_fee_again: wholeNumber(RANGES.fee).optional(),
  /** Ends every sign-in of the person, the one that makes this call too. */
  revoke_sessions: z.boolean().optional(),
  ...readVersion.shape,
})
export type UserUpdate = z.infer<typeof userUpdate>

export const statusBody = z.discriminatedUnion('status', [
  z.object({ status: z.literal('active'), ...readVersion.shape }),
  /** The reason is read by the person. */
  z.object({ status: z.enum(['paused', 'closed']), reason: writtenReason, ...readVersion.shape }),
])
export type StatusChange = z.infer<typeof statusBody>
/** The caller's present password: who has only found an open screen closes nothing. */
export const closeAccountBody = z.object({ current_password: z.string().max(128).optional() })
