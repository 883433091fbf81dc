// Writes and reads of the append-only audit log (rule audit-log).
import { type SQL, sql } from 'drizzle-orm'
import type { Role } from '../../contract/role-table.ts'
import type { Db, Statement } from '../db/connection.ts'
import { COUNT_MAX, matchOf, offsetOf, type SortedPage } from '../db/page-rules.ts'
import type { Row } from '../db/rows.ts'
import type { auditLog } from './table.ts'

export type AuditEntry = {
  actor: { id: string; role: Role }
  /** e.g. settings.update */
  action: string
  target: string
  before?: unknown
  after?: unknown
  at: number
  requestId: string
}
/**
 * For the same batch as the write of an admin, staff or dev; a member's own writes are not audited.
 * @param unless for a batch that may run twice: where this condition holds nothing is added
 */
export const auditStatements = (db: Db, entry: AuditEntry, unless = sql`false`): Statement[] =>
  entry.actor.role === 'member'
    ? []
    : [
        db.run(sql`
          insert into audit_log (at, actor_id, actor_role, action, target, before, after, request_id)
          select
            ${entry.at},
            ${entry.actor.id},
            ${entry.actor.role},
            ${entry.action},
            ${entry.target},
            ${entry.before === undefined ? null : JSON.stringify(entry.before)},
            ${entry.after === undefined ? null : JSON.stringify(entry.after)},
            ${entry.requestId}
          where not ${unless}
        `),
      ]

export type AuditRow = Row<typeof auditLog> & {
  /** null: the actor's id belongs to nobody any more. */
  actor_name: string | null
}
const VIEW = sql`
  select a.*, u.firstname || ' ' || u.lastname as actor_name
  from audit_log a
  left join users u on u.id = a.actor_id
`
/**
 * By the beginning of an action, a target or an actor's id, or of the words of an actor's name. A `union` of reads, so
 * that each has its own index and ends at COUNT_MAX rows.
 */
const matching = (search: string): SQL => {
  const match = matchOf(search)
  const begins = (column: SQL) => sql`
    select id
    from (
      select id
      from audit_log
      where ${column} >= ${search} and ${column} < ${`${search}\u{10ffff}`}
      limit ${COUNT_MAX}
    )
  `
  const parts = [begins(sql`action`), begins(sql`target`), begins(sql`actor_id`)]
  if (match) {
    parts.push(sql`
      select id
      from audit_log
      where actor_id in (
        select u.id
        from member_names m
        join users u on u.rowid = m.rowid
        where member_names match ${match}
        limit 20
      )
    `)
  }
  return sql`select id from (${sql.join(parts, sql` union `)})`
}
export const auditPage = async (
  db: Db,
  page: SortedPage<'audit'> & { search?: string | undefined },
): Promise<{ rows: AuditRow[]; total: number }> => {
  const offset = offsetOf(page)
  const oldest = page.sort === 'createdAt'
  const order = oldest ? sql`a.id` : sql`a.id desc`
  const found = page.search ? matching(page.search) : null
  const [rows, [count]] = await db.batch([
    found
      ? db.all<AuditRow>(sql`${VIEW} where a.id in (${found}) order by ${order} limit ${page.limit} offset ${offset}`)
      : // Rows are only added and never deleted: ids have no gaps, a page is a range of them, and the last one is the count.
        db.all<AuditRow>(sql`
          ${VIEW}
          where ${oldest ? sql`a.id > ${offset}` : sql`a.id <= (select max(id) from audit_log) - ${offset}`}
          order by ${order}
          limit ${page.limit}
        `),
    db.all<{ total: number }>(
      found
        ? sql`select count(*) as total from (${found} limit ${COUNT_MAX})`
        : sql`select coalesce(max(id), 0) as total from audit_log`,
    ),
  ])
  return { rows, total: count?.total ?? 0 }
}

/** In ascending order of id, only ids above `after`. */
export const auditAfter = (db: Db, after: number, limit: number): Promise<AuditRow[]> =>
  db.all<AuditRow>(sql`
    select a.*, u.firstname || ' ' || u.lastname as actor_name
    from audit_log a
    left join users u on u.id = a.actor_id
    where a.id > ${after}
    order by a.id
    limit ${limit}
  `)
