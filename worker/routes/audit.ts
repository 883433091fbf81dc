// /admin/audit: what admins, staff and devs changed (rule audit-log).
import { toPaged } from '../../contract/paging.ts'
import { auditAfter, auditPage, type AuditRow } from '../../domain/audit/store.ts'
import { runBatch } from '../../domain/db/connection.ts'
import { door, routes } from '../http/door.ts'
import { EXPORT_PAGE, exportFile, pageOf } from '../http/export.ts'

export const auditRoutes = routes()

const json = (stored: string | null): unknown => (stored === null ? null : JSON.parse(stored))
const presentAudit = ({ at, before, after, ...row }: AuditRow) => ({
  ...row,
  date: new Date(at).toISOString(),
  before: json(before),
  after: json(after),
})
door(auditRoutes, 'GET /admin/audit', async ({ db, query }) => {
  const { rows, total } = await auditPage(db, query)
  return toPaged(rows.map(presentAudit), total, query)
})
door(auditRoutes, 'GET /admin/audit/export', async ({ db, query, audit }) => {
  const file = await exportFile({
    format: query.format,
    name: 'audit',
    columns: [
      'id',
      'date',
      'actor_id',
      'actor_name',
      'actor_role',
      'action',
      'target',
      'before',
      'after',
      'request_id',
    ],
    page: async (after: number | null) =>
      pageOf(await auditAfter(db, after ?? 0, EXPORT_PAGE), presentAudit, (row) => row.id),
  })
  await runBatch(db, audit('audit.export', query.format))
  return file
})
