// /admin/notice (rule notices).
import { DONE } from '../../../contract/ground/done.ts'
import { Refusal } from '../../../contract/ground/errors.ts'
import { runBatch, runNamed } from '../../../domain/ground/db/connection.ts'
import { asRead, presentOf } from '../../../domain/ground/edits/as-read.ts'
import { presentNotice } from '../../../domain/people/notices/present.ts'
import { noticeEvent } from '../../../domain/people/notices/publish-notices.ts'
import { isPushEndpoint } from '../../../domain/people/notices/push-rules.ts'
import { removeSubscription, saveSubscription } from '../../../domain/people/notices/push-store.ts'
import { selectWish, writeWish } from '../../../domain/people/notices/wish-store.ts'
import { presentKey, vapidRing } from '../../../domain/people/notices/vapid.ts'
import {
  choicesOf,
  markRead,
  noticesBefore,
  refuseChoicesEdited,
  storedChoices,
  unreadOf,
  writeChoices,
} from '../../../domain/people/notices/store.ts'
import { selectReady } from '../../../domain/sending/blast/ready-store.ts'
import type { UnreadCount } from '../../../contract/people/notices.ts'
import { userChannel } from '../../../durable-objects/stubs.ts'
import { door, routes } from '../../http/door.ts'
import { pushServices } from '../../push.ts'
import { hasMail } from '../../services.ts'

export const noticeRoutes = routes()
const presentChoices = (row: Parameters<typeof choicesOf>[0]) => presentOf(choicesOf(row))
const NONE: UnreadCount = { unread: 0, last: 0 }

door(noticeRoutes, 'GET /admin/notice', async ({ db, who, query }) => {
  // one more than is shown says whether there are more
  const page = { before: query.before, limit: query.limit + 1 }
  const [rows, [count = NONE]] = await Promise.all([noticesBefore(db, who.id, page), unreadOf(db, who.id)])
  const list = rows.slice(0, query.limit).map(presentNotice)
  return { list, next: rows.length > list.length ? (list.at(-1)?.id ?? null) : null, ...count }
})

door(noticeRoutes, 'POST /admin/notice/read', async ({ db, env, who, body, now, later, press }) => {
  const read = { read: markRead(db, who.id, body, now), counts: unreadOf(db, who.id), press: press() }
  const [count = NONE] = (await runNamed(db, read)).counts
  later(userChannel(env, who.id).publish([noticeEvent({ userId: who.id, ...count })]))
  return { ...DONE, ...count }
})

door(noticeRoutes, 'GET /admin/notice/settings', async ({ db, who, effects }) => {
  const row = await storedChoices(db, who.id)
  const { env } = await effects()
  return {
    ...choicesOf(row),
    version: presentChoices(row).version,
    mail: hasMail(env),
    push_key: (await presentKey(vapidRing(env)))?.publicKey ?? null,
  }
})
door(noticeRoutes, 'PUT /admin/notice/settings', async ({ db, who, body, press }) => {
  const { version, ...chosen } = body
  const before = await storedChoices(db, who.id)
  const edit = {
    version,
    now: presentChoices(before),
    guard: refuseChoicesEdited(db, who.id, before),
    again: async () => presentChoices(await storedChoices(db, who.id)),
    about: { target: who.id, actions: [], names: false },
  }
  await asRead(db, edit, (guard) => runBatch(db, [...guard, writeChoices(db, who.id, chosen), ...press()]))
  return { ...DONE, version: presentChoices(await storedChoices(db, who.id)).version }
})

door(noticeRoutes, 'GET /admin/notice/recipients', async ({ db, who, now }) => {
  const { wish, found } = await runNamed(db, { wish: selectWish(db, who.id), found: selectReady(db, now) })
  const { ready, exact } = found[0] ?? { ready: 0, exact: 0 }
  return { wanted: wish.length > 0, ready, exact: exact === 1 }
})
door(noticeRoutes, 'POST /admin/notice/recipients', async ({ db, who, body: { wanted }, now, press }) => {
  await runBatch(db, [writeWish(db, who.id, wanted, now), ...press()])
  return { ...DONE, wanted }
})

door(noticeRoutes, 'POST /admin/notice/push', async ({ db, env, who, body, now, press }) => {
  const key = await presentKey(vapidRing(env))
  if (!key) throw new Refusal('push_off')
  if (!isPushEndpoint(body.endpoint, pushServices(env))) throw new Refusal('push_endpoint')
  const { endpoint, keys } = body
  const device = { userId: who.id, sessionHash: who.sessionHash, endpoint, ...keys, kid: key.kid, createdAt: now }
  await saveSubscription(db, device, press())
  return DONE
})
door(noticeRoutes, 'POST /admin/notice/push/remove', async ({ db, who, body, press }) => {
  await runBatch(db, [removeSubscription(db, who.id, body.endpoint), ...press()])
  return DONE
})
