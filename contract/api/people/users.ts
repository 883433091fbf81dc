// People: one person's record, their fee, the list of members.
import { z } from 'zod'
import { rupiah } from '../../ground/amounts.ts'
import { LEDGER_KINDS } from '../../money/ledger.ts'
import { sortedQuery } from '../../ground/paging.ts'
import { earning } from '../../people/levels.ts'
import { PERSON_STATUSES } from '../../people/person-status.ts'
import { editableUser, statusBody, user, userUpdate } from '../../people/users.ts'
import { account } from '../../sending/whatsapp.ts'
import { withdrawStatus } from '../../money/withdraw.ts'
import { ADMINS, ALL, call, fileCall } from '../call.ts'
import { page } from '../shapes.ts'
import { done } from '../../ground/done.ts'

const member = user.extend({ name: z.string(), income: rupiah, whatsapps: z.number() })
/** `member`, which is also the list without a word; `team`: staff, admin and dev; `all`: both. */
const whose = z
  .literal(['', 'null'])
  .transform(() => undefined)
  .or(z.enum(['member', 'team', 'all']))
  .optional()
const status = z
  .literal(['', 'null'])
  .transform(() => undefined)
  .or(z.enum(PERSON_STATUSES))
  .optional()
const person = z.looseObject({ user: editableUser, level: z.string(), color: z.string() })

/** The newest few of each part; sums are of all. Rupiah. */
const overview = z.looseObject({
  accounts: z.looseObject({
    total: z.number(),
    connected: z.number(),
    /** How often accounts of this person were suspended. */
    strikes: z.number(),
    list: z.array(
      z.object({
        id: z.string(),
        name: z.string().nullable(),
        phonenumber: z.string().nullable(),
        state: account.shape.state,
        strikes: z.number(),
        restricted_until: z.string().nullable(),
        income: rupiah,
      }),
    ),
  }),
  ledger: z.looseObject({
    balance: rupiah,
    list: z.array(z.object({ id: z.number(), kind: z.enum(LEDGER_KINDS), amount: rupiah, createdAt: z.string() })),
  }),
  bonuses: z.looseObject({
    total: rupiah,
    list: z.array(z.object({ id: z.string(), nominal: rupiah, reason: z.string(), createdAt: z.string() })),
  }),
  withdraws: z.looseObject({
    paid: rupiah,
    waiting: rupiah,
    list: z.array(z.object({ id: z.string(), nominal: rupiah, status: withdrawStatus, createdAt: z.string() })),
  }),
})

export const userCalls = {
  'GET /admin/users/members': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    limit: 'list',
    answer: z.looseObject({
      users: z.array(member),
      list: z.array(member),
      data: z.array(member),
      truncated: z.boolean(),
    }),
  }),
  'GET /admin/users/members-per-page': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: sortedQuery('members').extend({ role: whose, status }),
    answer: page(member),
  }),
  'GET /admin/users/active': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    answer: z.looseObject({ count: z.number() }),
  }),
  'GET /admin/users/blast-fee/:id': call({
    roles: ALL,
    own: 'user',
    reads: 'replica',
    /** level: the name of the person's; empty: there is none any more. */
    answer: earning.extend({ level: z.string() }).loose(),
  }),
  'POST /admin/users/:id/reset-link': call({
    roles: ADMINS,
    own: 'none',
    proof: true,
    answer: done.extend({ link: z.string(), expiresAt: z.string() }),
  }),
  /** Accounts, ledger, bonuses and withdraws of one person, for their page in the office. */
  'GET /admin/users/:id/overview': call({ roles: ADMINS, own: 'user', reads: 'primary', answer: overview }),
  /** Pauses, closes or opens a person (rule person-status). */
  'PUT /admin/users/:id/status': call({
    roles: ADMINS,
    own: 'none',
    proof: true,
    body: statusBody,
    answer: person.extend({ success: z.literal(true) }),
  }),
  /** Everything that is kept about a person, as one JSON file. */
  'GET /admin/users/:id/data': fileCall('results', { roles: ALL, own: 'user', limit: 'export', proof: true }),
  /** Has the whole number of the bank account, which a list of everybody masks. */
  'GET /admin/users/:id': call({ roles: ALL, own: 'user', reads: 'replica', limit: 'list', answer: person }),
  'PUT /admin/users/:id': call({
    roles: ALL,
    own: 'user',
    body: userUpdate,
    answer: person.extend({
      success: z.literal(true),
      email_pending: z.string().optional(),
      approval_pending: z.boolean().optional(),
    }),
  }),
}
