// /admin/messagelog and /admin/stats: what was sent and earned (s.7 Message log, decisions 25, 39).
import { z } from 'zod'
import { wholeNumber } from '../../contract/amounts.ts'
import { Refusal } from '../../contract/errors.ts'
import { senToRupiah } from '../../contract/money.ts'
import { RANGES } from '../../contract/ranges.ts'
import { jakartaDay, nextJakartaMidnight } from '../../domain/blast/rules.ts'
import { daysOf, EVERYBODY, figuresOfAll, figuresOfDay, lifetimeOf } from '../../domain/stats/store.ts'
import { accountCounts } from '../../domain/whatsapp/store.ts'
import { acceptedByDay } from '../../domain/withdraw/store.ts'
import { door, routes } from '../http/door.ts'

export const statsRoutes = routes()
const DAY_MS = 86_400_000

const counts = ({ success, fail }: { success: number; fail: number }) => ({
  success,
  fail,
  successCount: success,
  failCount: fail,
})

door(statsRoutes, 'GET /admin/messagelog/count/:userId', { reads: 'replica' }, async ({ db, param }) => {
  const life = await lifetimeOf(db, param('userId'))
  if (!life) throw new Refusal('not_found')
  return counts(life)
})
door(statsRoutes, 'GET /admin/messagelog/today-income/:userId', { reads: 'replica' }, async ({ db, param, now }) => ({
  income: senToRupiah((await figuresOfDay(db, param('userId'), jakartaDay(now))).incomeSen),
}))
door(statsRoutes, 'GET /admin/messagelog/today-count', { reads: 'replica' }, async ({ db, now }) =>
  counts(await figuresOfDay(db, EVERYBODY, jakartaDay(now))),
)
door(statsRoutes, 'GET /admin/messagelog/total-count', { reads: 'replica' }, async ({ db }) =>
  counts(await figuresOfAll(db, EVERYBODY)),
)

const days = z.object({ days: wholeNumber(RANGES.days).default(14) })
// Every day of the span, also those on which nothing happened.
door(statsRoutes, 'GET /admin/stats/daily', { query: days, reads: 'replica' }, async ({ db, query, ownerId, now }) => {
  const span = Array.from({ length: query.days }, (_, i) => jakartaDay(now - (query.days - 1 - i) * DAY_MS))
  const today = jakartaDay(now)
  const since = nextJakartaMidnight(now) - query.days * DAY_MS
  const [rows, paid, accounts] = await Promise.all([
    daysOf(db, ownerId ?? EVERYBODY, span[0] ?? ''),
    acceptedByDay(db, ownerId, since),
    accountCounts(db, ownerId),
  ])
  const figures = new Map(rows.map((row) => [row.day, row]))
  const withdrawals = new Map(paid.map((row) => [row.day, row.total]))
  const list = span.map((day) => {
    const row = figures.get(day)
    return {
      day,
      success: row?.success ?? 0,
      fail: row?.fail ?? 0,
      income: senToRupiah(row?.income_sen ?? 0),
      withdrawals: withdrawals.get(day) ?? 0,
      connected: day === today ? Math.max(row?.connected ?? 0, accounts.connectedCount) : (row?.connected ?? 0),
      demo: row?.demo === 1,
    }
  })
  return { list, data: list, ...accounts }
})
