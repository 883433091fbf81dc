// /admin/messagelog and /admin/stats: what was sent and earned.
import { jakartaDay } from '../../../contract/ground/time.ts'
import { blastCounts } from '../../../contract/api/shapes.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { senToRupiah } from '../../../contract/ground/money.ts'
import { readDays } from '../../../domain/money/stats/read-days.ts'
import { EVERYBODY, figuresOfAll, figuresOfDay, lifetimeOf } from '../../../domain/money/stats/store.ts'
import { door, routes } from '../../http/door.ts'

export const statsRoutes = routes()

door(statsRoutes, 'GET /admin/messagelog/count/:userId', async ({ db, userId }) => {
  const life = await lifetimeOf(db, userId)
  if (!life) throw new Refusal('not_found')
  return blastCounts(life)
})
door(statsRoutes, 'GET /admin/messagelog/today-income/:userId', async ({ db, userId, now }) => ({
  income: senToRupiah((await figuresOfDay(db, userId, jakartaDay(now))).incomeSen),
}))
door(statsRoutes, 'GET /admin/messagelog/today-count', async ({ db, now }) =>
  blastCounts(await figuresOfDay(db, EVERYBODY, jakartaDay(now))),
)
door(statsRoutes, 'GET /admin/messagelog/total-count', async ({ db }) => blastCounts(await figuresOfAll(db, EVERYBODY)))

door(statsRoutes, 'GET /admin/stats/daily', async ({ db, query, ownerId, now }) => {
  const found = await readDays(db, ownerId, query.days, now)
  return { ...found, data: found.list }
})
