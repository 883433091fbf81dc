// /admin/phonenumber/{id}/timeline: what was sent to a number when, by which account, with what outcome (rule timeline).
import { Refusal } from '../../../contract/ground/errors.ts'
import { readTimeline } from '../../../domain/privacy/timeline/read-timeline.ts'
import { hashesOfNumber } from '../../../domain/recipients/suppressions/hash.ts'
import { hashRing } from '../../../domain/recipients/suppressions/hash-keys.ts'
import { accountObject } from '../../../durable-objects/stubs.ts'
import { door, routes } from '../../http/door.ts'

export const timelineRoutes = routes()

/** A step begins no further file after this: somebody waits for it. */
const FILES_MS = 5_000

door(timelineRoutes, 'GET /admin/phonenumber/:id/timeline', async ({ db, vars, param, query, now, effects }) => {
  const id = Number(param('id'))
  const ports = {
    db,
    bucket: async () => (await effects()).env.MEDIA,
    ask: async (accountId: string, number: string) => accountObject((await effects()).env, accountId).keptOf(number),
    hashesOf: (number: string) => hashesOfNumber(hashRing(vars), number),
    clock: () => Date.now(),
    until: now + FILES_MS,
  }
  const timeline = Number.isSafeInteger(id) ? await readTimeline(ports, id, query.after) : null
  if (!timeline) throw new Refusal('not_found')
  return timeline
})
