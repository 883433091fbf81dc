// Records that only grow: imports and what they left out, consent, the audit log, and whether the ledger adds up.
import { z } from 'zod'
import { importJob } from '../imports.ts'
import { pageQuery, sortedQuery } from '../paging.ts'
import { eraseBody } from '../phone-numbers.ts'
import { role } from '../roles.ts'
import { ADMINS, call, fileCall } from './call.ts'
import { done, exportQuery, page, rupiah } from './shapes.ts'

const consent = z.looseObject({
  id: z.number(),
  hash: z.string(),
  number: z.string().nullable(),
  event: z.string(),
  source: z.string().nullable(),
  by: z.string().nullable(),
  date: z.string(),
})
const auditEntry = z.looseObject({
  id: z.number(),
  date: z.string(),
  actor_id: z.string(),
  actor_role: role,
  actor_name: z.string().nullable(),
  action: z.string(),
  target: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  request_id: z.string().nullable(),
})
const unequal = z.looseObject({ userId: z.string(), difference: rupiah })

export const recordCalls = {
  'GET /admin/import/:id': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    answer: importJob.extend({ data: importJob }),
  }),
  'GET /admin/import/:id/skipped': fileCall('table', { roles: ADMINS, own: 'none', query: exportQuery }),
  'GET /admin/consent': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: pageQuery,
    answer: page(consent),
  }),
  'GET /admin/consent/export': fileCall('table', { roles: ADMINS, own: 'none', query: exportQuery }),
  'POST /admin/consent/erase': call({ roles: ADMINS, own: 'none', body: eraseBody, answer: done }),
  'GET /admin/audit': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: sortedQuery('audit'),
    answer: page(auditEntry),
  }),
  'GET /admin/audit/export': fileCall('table', { roles: ADMINS, own: 'none', query: exportQuery }),
  'GET /admin/ledger/reconcile': call({
    roles: ADMINS,
    own: 'none',
    reads: 'primary',
    answer: z.looseObject({
      difference: rupiah,
      balance: rupiah,
      sum: rupiah,
      rows: z.array(unequal),
      data: z.array(unequal),
    }),
  }),
}
