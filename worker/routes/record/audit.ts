// /admin/audit: what admins, staff and devs changed (rule audit-log).
import { maskAccount } from '../../../contract/people/account-number.ts'
import { withoutIds } from '../../../contract/record/audit.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import type { Sort } from '../../../contract/ground/sorts.ts'
import { DAY_MS, JAKARTA_OFFSET_MS } from '../../../contract/ground/time.ts'
import {
  type AuditFilter,
  auditAfter,
  type AuditLevel,
  auditPage,
  type AuditRow,
} from '../../../domain/record/audit/list-store.ts'
import { runBatch } from '../../../domain/ground/db/connection.ts'
import { recordState } from '../../../domain/record/record/store.ts'
import { verifyRecord } from '../../../domain/record/record/verify.ts'
import { recordPorts } from '../../ports.ts'
import { door, routes } from '../../http/door.ts'
import { EXPORT_PAGE, exportFile, pageOf } from '../../http/export.ts'

export const auditRoutes = routes()

type Filters = Pick<AuditFilter, 'id' | 'search' | 'action'> & {
  sort?: Sort<'audit'> | undefined
  from?: string | undefined
  to?: string | undefined
}
/** From the beginning of the first day to the end of the last one, in Jakarta. */
const filterOf = ({ id, search, action, sort, from, to }: Filters) => ({
  id,
  search,
  sort,
  action,
  since: from === undefined ? undefined : Date.parse(from) - JAKARTA_OFFSET_MS,
  until: to === undefined ? undefined : Date.parse(to) - JAKARTA_OFFSET_MS + DAY_MS,
})
const presenter = (levels: readonly AuditLevel[]) => {
  const names = new Map(levels.map(({ id, name }) => [id, name]))
  const shown = (stored: string | null): unknown => (stored === null ? null : withoutIds(JSON.parse(stored), names))
  return ({ at, before, after, salt: _salt, digest: _digest, ...row }: AuditRow) => ({
    ...row,
    date: new Date(at).toISOString(),
    before: shown(before),
    after: shown(after),
  })
}
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** The screen's list shows ends of account numbers; its export, which needs a proof, whole ones (rule masked-accounts). */
const masked = (said: unknown): unknown =>
  isObject(said) && 'account_number' in said && typeof said.account_number === 'string'
    ? { ...said, account_number: maskAccount(said.account_number) }
    : said
door(auditRoutes, 'GET /admin/audit', async ({ db, query }) => {
  const { rows, total, levels } = await auditPage(db, {
    page: query.page,
    limit: query.limit,
    ...filterOf(query),
  })
  const listed = rows
    .map(presenter(levels))
    .map((row) => ({ ...row, before: masked(row.before), after: masked(row.after) }))
  return toPaged(listed, total, query)
})
door(auditRoutes, 'GET /admin/audit/export', async ({ db, query, audit }) => {
  const { format, ...filters } = query
  const file = await exportFile({
    format,
    name: 'audit',
    columns: [
      'id',
      'date',
      'actor_name',
      'actor_role',
      'action',
      'person',
      'phone',
      'amount',
      'thing',
      'before',
      'after',
      'request_id',
    ],
    page: async (last: AuditRow | null) => {
      const { rows, levels } = await auditAfter(db, filterOf(filters), last, EXPORT_PAGE)
      return pageOf(rows, presenter(levels), (row) => row)
    },
  })
  // without what was searched: a number there would outlive its person's erasure
  const { search, ...kept } = filters
  await runBatch(db, audit('audit.export', format, undefined, { ...kept, searched: search !== undefined }))
  return file
})

/** What one call looks at, so that it ends within a request's time: the page asks on. */
const PROOF = { days: 31, rows: 20_000 }
door(auditRoutes, 'GET /admin/audit/proof', async ({ db, env, now, query }) => {
  const proof = await verifyRecord(recordPorts({ env, db, now }), { after: query.after ?? '', ...PROOF })
  const { total, day } = await recordState(db)
  return { ...proof, total, last: day }
})
