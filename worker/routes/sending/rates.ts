// What became of messages: by week for the office, their own for members (rule rates).
import { toPaged } from '../../../contract/ground/paging.ts'
import { ratePage, ratesOfMember } from '../../../domain/sending/rates/store.ts'
import { door, routes } from '../../http/door.ts'

export const rateRoutes = routes()

door(rateRoutes, 'GET /admin/rates', async ({ db, query }) => {
  const { rows, total, week, weeks } = await ratePage(db, query)
  return { ...toPaged(rows, total, query), week, weeks }
})
door(rateRoutes, 'GET /user/rates', ({ db, who, now }) => ratesOfMember(db, who.id, now))
