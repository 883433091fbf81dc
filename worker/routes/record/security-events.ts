// /admin/security-events: what happened to people's accounts (rule security-events).
import { textOfReason } from '../../../contract/ground/errors.ts'
import { toPaged } from '../../../contract/ground/paging.ts'
import { DAY_MS, JAKARTA_OFFSET_MS } from '../../../contract/ground/time.ts'
import { securityEventPage, type SecurityEventRow } from '../../../domain/record/security-events/list-store.ts'
import { door, routes } from '../../http/door.ts'

export const securityEventRoutes = routes()
const REF_CHARS = 8
/** The subject of a refused act is its route and, after the last space, the reason. */
const refusedAct = ({ kind, subject }: Pick<SecurityEventRow, 'kind' | 'subject'>) => {
  if (kind !== 'act_refused' || subject === null) return null
  const end = subject.lastIndexOf(' ')
  return { route: subject.slice(0, end), text: textOfReason(subject.slice(end + 1)) }
}
const shown = ({ at, by_name, device, session, subject, ...row }: SecurityEventRow) => ({
  ...row,
  refused: refusedAct({ kind: row.kind, subject }),
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
