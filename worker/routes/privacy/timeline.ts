// /admin/phonenumber/{id}/timeline: what was sent to a number when, by which account, with what outcome (rule timeline).
import { Refusal } from '../../../contract/ground/errors.ts'
import { readTimeline } from '../../../domain/privacy/timeline/read-timeline.ts'
import { accountObject } from '../../../durable-objects/stubs.ts'
import { door, routes } from '../../http/door.ts'

export const timelineRoutes = routes()

door(timelineRoutes, 'GET /admin/phonenumber/:id/timeline', async ({ db, param, now, effects }) => {
  const id = Number(param('id'))
  const ask = async (accountId: string, number: string) =>
    accountObject((await effects()).env, accountId).keptOf(number)
  const timeline = Number.isSafeInteger(id) ? await readTimeline(db, id, { ask, now }) : null
  if (!timeline) throw new Refusal('not_found')
  return timeline
})
