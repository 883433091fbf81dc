// The audit log.
import { z } from 'zod'
import { sortedQuery } from '../paging.ts'
import { role } from '../roles.ts'
import { ADMINS, call, fileCall } from './call.ts'
import { exportQuery, page } from './shapes.ts'

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

export const auditCalls = {
  'GET /admin/audit': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    query: sortedQuery('audit'),
    answer: page(auditEntry),
  }),
  'GET /admin/audit/export': fileCall('table', { roles: ADMINS, own: 'none', query: exportQuery }),
}
