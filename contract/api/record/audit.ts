// The audit log.
import { z } from 'zod'
import { wholeNumber } from '../../ground/amounts.ts'
import { RANGES } from '../../ground/ranges.ts'
import { AUDIT_FILTERS } from '../../record/audit.ts'
import { after, PAGE_AFTER, sortedQuery } from '../../ground/paging.ts'
import { role } from '../../people/roles.ts'
import { ADMINS, call, fileCall } from '../call.ts'
import { exportQuery, page } from '../shapes.ts'

const auditEntry = z.looseObject({
  id: z.number(),
  date: z.string(),
  actor_id: z.string(),
  actor_role: role,
  actor_name: z.string().nullable(),
  action: z.string(),
  target: z.string(),
  /** Whom and what the entry is about, in words; null: it is about none. */
  person: z.string().nullable(),
  phone: z.string().nullable(),
  amount: z.number().nullable(),
  /** A level's or template's name, a masked proxy, a file. */
  thing: z.string().nullable(),
  /** The fields that changed, without ids; a level by its name. */
  before: z.unknown(),
  after: z.unknown(),
  request_id: z.string().nullable(),
})

const absent = z.literal(['', 'null']).transform(() => undefined)
/** A day of Asia/Jakarta, e.g. 2026-11-22. */
const day = absent.or(z.iso.date()).optional()
const filters = {
  /** One entry. */
  id: absent.or(wholeNumber(RANGES.auditId)).optional(),
  /** An area (`user`) or one action (`user.update`). */
  action: absent.or(z.enum(AUDIT_FILTERS)).optional(),
  /** The first and the last day. */
  from: day,
  to: day,
}

const listQuery = sortedQuery('audit').extend({ ...filters, after })

const proof = z.looseObject({
  /** Looked at by this call. */
  days: z.number(),
  rows: z.number(),
  /** Entries without an erased person's data; nothing else of them was changed. */
  erased: z.number(),
  problems: z.array(
    z.looseObject({
      day: z.string(),
      kind: z.enum(['link', 'head', 'entries', 'entry', 'stored', 'stop', 'import']),
      table: z.string().nullable(),
      id: z.number().nullable(),
    }),
  ),
  /** For `after` of the next call; null: these were the last closed days. */
  next: z.string().nullable(),
  /** All closed days, and the last of them; null: none is closed yet. */
  total: z.number(),
  last: z.string().nullable(),
})

export const auditCalls = {
  'GET /admin/audit': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: listQuery,
    answer: page(auditEntry),
  }),
  /** Of the same entries as the list, in its order. */
  'GET /admin/audit/export': fileCall('table', {
    proof: true,
    roles: ADMINS,
    own: 'none',
    limit: 'export',
    query: listQuery.omit(PAGE_AFTER).extend(exportQuery.shape),
  }),
  /** Proves some closed days of the record, from the one after `after` on (rule record-chain). */
  'GET /admin/audit/proof': call({
    roles: ADMINS,
    own: 'none',
    query: z.object({ after: day }),
    answer: proof,
  }),
}
