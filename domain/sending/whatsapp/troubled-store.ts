// Accounts that do not work and will not without somebody's help (contract/operation/home.ts).
import { sql } from 'drizzle-orm'
import { NEEDS_HELP, TROUBLED_MAX } from '../../../contract/operation/home.ts'
import type { Db } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { whatsapp } from './table.ts'

export type TroubledRow = Row<
  typeof whatsapp,
  'id' | 'nickname' | 'pushname' | 'phonenumber' | 'state' | 'suspended_count' | 'restricted_until'
>
/** Of one person, longest linked first; `count` of all, TROUBLED_MAX of them as rows. */
export const troubledOf = async (db: Db, userId: string): Promise<{ count: number; rows: TroubledRow[] }> => {
  // Unary + keeps SQLite from the index by state, which has everybody's.
  const rows = await db.all<TroubledRow & { total: number }>(sql`
    select
      w.id, w.nickname, w.pushname, w.phonenumber, w.state, w.suspended_count, w.restricted_until,
      count(*) over () as total
    from whatsapp w
    where w.user_id = ${userId}
      and w.removed_at is null
      and w.phonenumber is not null
      and +w.state in (${sql.join(
        NEEDS_HELP.map((state) => sql`${state}`),
        sql`, `,
      )})
    order by w.created_at, w.id
    limit ${TROUBLED_MAX}
  `)
  return { count: rows[0]?.total ?? 0, rows }
}
