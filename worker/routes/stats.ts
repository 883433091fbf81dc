// /admin/messagelog and /admin/stats: what was sent and earned (s.7 Message log, decisions 25, 39).
import { z } from 'zod'
import { Refusal } from '../../contract/errors.ts'
import { senToRupiah } from '../../contract/money.ts'
import { jakartaDay } from '../../domain/blast/rules.ts'
import { daysOf, EVERYBODY, figuresOfAll, figuresOfDay, lifetimeOf } from '../../domain/stats/store.ts'
import { door, routes } from '../http/door.ts'

export const statsRoutes = routes()
const DAY_MS = 86_400_000

const counts = ({ success, fail }: { success: number; fail: number }) => ({
  success,
  fail,
  successCount: success,
  failCount: fail,
})

door(statsRoutes, 'GET /admin/messagelog/count/:userId', {}, async ({ db, param }) => {
  const life = await lifetimeOf(db, param('userId'))
  if (!life) throw new Refusal('not_found')
  return counts(life)
})
door(statsRoutes, 'GET /admin/messagelog/today-income/:userId', {}, async ({ db, param, now }) => ({
  income: senToRupiah((await figuresOfDay(db, param('userId'), jakartaDay(now))).incomeSen),
}))
door(statsRoutes, 'GET /admin/messagelog/today-count', {}, async ({ db, now }) =>
  counts(await figuresOfDay(db, EVERYBODY, jakartaDay(now))),
)
door(statsRoutes, 'GET /admin/messagelog/total-count', {}, async ({ db }) => counts(await figuresOfAll(db, EVERYBODY)))

const days = z.object({ days: z.coerce.number().int().min(1).max(366).default(14) })
door(statsRoutes, 'GET /admin/stats/daily', { query: days }, async ({ db, query, ownerId, now }) => {
  const rows = await daysOf(db, ownerId ?? EVERYBODY, jakartaDay(now - (query.days - 1) * DAY_MS))
  const list = rows.map(({ income_sen, demo, ...row }) => ({
    ...row,
    income: senToRupiah(income_sen),
    demo: demo === 1,
  }))
  return { list, data: list }
})
