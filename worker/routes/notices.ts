// /admin/notice (rule notices).
import { DONE } from '../../contract/api/shapes.ts'
import { runBatch } from '../../domain/db/connection.ts'
import { presentNotice } from '../../domain/notices/present.ts'
import { noticeEvent } from '../../domain/notices/publish-notices.ts'
import { markRead, noticesBefore, readChoices, unreadOf, writeChoices } from '../../domain/notices/store.ts'
import type { UnreadCount } from '../../contract/notices.ts'
import { userChannel } from '../../durable-objects/stubs.ts'
import { door, routes } from '../http/door.ts'
import { hasMail } from '../services.ts'

export const noticeRoutes = routes()
const NONE: UnreadCount = { unread: 0, last: 0 }

door(noticeRoutes, 'GET /admin/notice', async ({ db, who, query }) => {
  // one more than is shown says whether there are more
  const page = { before: query.before, limit: query.limit + 1 }
  const [rows, [count = NONE]] = await Promise.all([noticesBefore(db, who.id, page), unreadOf(db, who.id)])
  const list = rows.slice(0, query.limit).map(presentNotice)
  return { list, next: rows.length > list.length ? (list.at(-1)?.id ?? null) : null, ...count }
})

door(noticeRoutes, 'POST /admin/notice/read', async ({ db, env, who, body, now, later }) => {
  const [, counts] = await runBatch(db, [markRead(db, who.id, body, now), unreadOf(db, who.id)])
  const [count = NONE] = counts as UnreadCount[]
  later(userChannel(env, who.id).publish([noticeEvent({ userId: who.id, ...count })]))
  return { ...DONE, ...count }
})

door(noticeRoutes, 'GET /admin/notice/settings', async ({ db, who, effects }) => {
  const chosen = await readChoices(db, who.id)
  const { env } = await effects()
  return { ...chosen, mail: hasMail(env) }
})
door(noticeRoutes, 'PUT /admin/notice/settings', async ({ db, who, body }) => {
  await writeChoices(db, who.id, body)
  return DONE
})
