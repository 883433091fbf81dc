// /admin/security-events: what happened to people's accounts (rule security-events).
import { toPaged } from '../../contract/paging.ts'
import { DAY_MS, JAKARTA_OFFSET_MS } from '../../contract/time.ts'
import { securityEventPage, type SecurityEventRow } from '../../domain/security-events/list-store.ts'
import { door, routes } from '../http/door.ts'

export const securityEventRoutes = routes()
const REF_CHARS = 8
const shown = ({ at, by_name, device, session, ...row }: SecurityEventRow) => ({
  ...row,
  date: new Date(at).toISOString(),
  by: by_name,
  device: device?.slice(0, REF_CHARS) ?? null,
  session: session?.slice(0, REF_CHARS) ?? null,
})

door(securityEventRoutes, 'GET /admin/security-events', async ({ db, query }) => {
  const { kind, user_id: userId, from, to, page, limit } = query
  const { rows, total } = await securityEventPage(db, {
    page,
    limit,
    kind,
    userId,
    since: from === undefined ? undefined : Date.parse(from) - JAKARTA_OFFSET_MS,
    until: to === undefined ? undefined : Date.parse(to) - JAKARTA_OFFSET_MS + DAY_MS,
  })
  return toPaged(rows.map(shown), total, query)
})
