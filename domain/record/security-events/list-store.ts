// Reads of the security record: the list of an admin (rule security-events).
import { type SQL, sql } from 'drizzle-orm'
import type { SecurityKind } from '../../../contract/record/security-events.ts'
import type { Db } from '../../ground/db/connection.ts'
import { pageOfList } from '../../ground/db/list-store.ts'
import { COUNT_MAX, type Page } from '../../ground/db/page-rules.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { securityEvents } from './table.ts'

export type SecurityEventRow = Row<
  typeof securityEvents,
  'id' | 'at' | 'user_id' | 'kind' | 'network' | 'country' | 'device' | 'session' | 'subject'
> & { person: string | null; by_name: string | null }

export type SecurityFilter = {
  kind?: SecurityKind | undefined
  userId?: string | undefined
  /** Epoch ms: not before the first, before the second. */
  since?: number | undefined
  until?: number | undefined
}
const chosen = ({ kind, userId, since, until }: SecurityFilter): SQL => {
  const parts: SQL[] = []
  if (userId !== undefined) parts.push(sql`user_id = ${userId}`)
  // Unary + keeps SQLite on the index by person, whose events are few.
  if (kind !== undefined) parts.push(userId === undefined ? sql`kind = ${kind}` : sql`+kind = ${kind}`)
  if (since !== undefined) parts.push(sql`at >= ${since}`)
  if (until !== undefined) parts.push(sql`at < ${until}`)
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `)
}

/** Newest first. */
export const securityEventPage = (
  db: Db,
  { page, limit, ...filter }: Page & SecurityFilter,
): Promise<{ rows: SecurityEventRow[]; total: number }> => {
  const where = chosen(filter)
  return pageOfList<SecurityEventRow>(
    db,
    {
      keys: (columns) => sql`select ${columns} from security_events where ${where}`,
      total: sql`(select count(*) from (select 1 from security_events where ${where} limit ${COUNT_MAX}))`,
      rows: (k) => sql`
        select
          e.id, e.at, e.user_id, e.kind, e.network, e.country, e.device, e.session, e.subject,
          trim(u.firstname || ' ' || u.lastname) as person,
          iif(e.by is null or e.by = e.user_id, null, trim(b.firstname || ' ' || b.lastname)) as by_name
        from ${k} k
        cross join security_events e on e.id = k.id
        left join users u on u.id = e.user_id
        left join users b on b.id = e.by
      `,
    },
    { page, limit },
    { columns: ['at'], down: true },
  )
}
