// /admin/messagelog and /admin/stats: what was sent and earned.
import { z } from 'zod'
import { wholeNumber } from '../../contract/amounts.ts'
import { Refusal } from '../../contract/errors.ts'
import { senToRupiah } from '../../contract/money.ts'
import { RANGES } from '../../contract/ranges.ts'
import { jakartaDay } from '../../domain/blast/rules.ts'
import { readDays } from '../../domain/stats/read-days.ts'
import { EVERYBODY, figuresOfAll, figuresOfDay, lifetimeOf } from '../../domain/stats/store.ts'
import { door, routes } from '../http/door.ts'

export const statsRoutes = routes()

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
door(statsRoutes, 'GET /admin/stats/daily', { query: days, reads: 'replica' }, async ({ db, query, ownerId, now }) => {
  const found = await readDays(db, ownerId, query.days, now)
  return { ...found, data: found.list }
})
