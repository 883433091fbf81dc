// /admin/money: money by day, week, month and member (rule money-periods).
import { jakartaDay } from '../../../contract/ground/time.ts'
import { offsetOf } from '../../../domain/ground/db/page-rules.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import { runBatch } from '../../../domain/ground/db/connection.ts'
import { readMembers, readPeriods } from '../../../domain/money/periods/read-periods.ts'
import { door, routes } from '../../http/door.ts'
import { exportMemberMoney, exportPeriods } from '../../money-files.ts'

export const periodRoutes = routes()

door(periodRoutes, 'GET /admin/money/periods', async ({ db, query, now }) => {
  const { rows, sum } = await readPeriods(db, query, jakartaDay(now))
  return { ...toPaged(rows, rows.length, { page: 1, limit: Math.max(1, rows.length) }), sum }
})
door(periodRoutes, 'GET /admin/money/members', async ({ db, query, now }) => {
  const { rows, total, sum } = await readMembers(db, { ...query, offset: offsetOf(query) }, jakartaDay(now))
  return { ...toPaged(rows, total, query), sum }
})
door(periodRoutes, 'GET /admin/money/periods/export', async ({ db, query, now, audit }) => {
  const file = await exportPeriods(db, query, jakartaDay(now))
  await runBatch(db, audit('money.export', query.user_id ?? 'all'))
  return file
})
door(periodRoutes, 'GET /admin/money/members/export', async ({ db, query, now, audit }) => {
  const file = await exportMemberMoney(db, query, jakartaDay(now))
  await runBatch(db, audit('money.export', 'members'))
  return file
})
