// Topics of what the caller's own accounts send (rule topics).
import { DONE } from '../../../contract/ground/done.ts'
import { runBatch } from '../../../domain/ground/db/connection.ts'
import { refuseAsMember, topicsOfMember } from '../../../domain/sending/templates/topic-store.ts'
import { door, routes } from '../../http/door.ts'

export const topicRoutes = routes()

door(topicRoutes, 'GET /user/topics', async ({ db, who }) => ({ topics: await topicsOfMember(db, who.id) }))
door(topicRoutes, 'POST /user/topics', async ({ db, who, body, press }) => {
  await runBatch(db, [refuseAsMember(db, who.id, body), ...press()])
  return DONE
})
