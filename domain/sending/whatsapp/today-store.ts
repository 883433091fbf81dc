// What a person's accounts have sent today, for their home (rule daily-cap).
import { sql } from 'drizzle-orm'
import { TODAY_MAX } from '../../../contract/operation/home.ts'
import type { Db } from '../../ground/db/connection.ts'
import type { AccountRow } from './store.ts'

type TodayRow = Pick<AccountRow, 'id' | 'nickname' | 'pushname' | 'phonenumber' | 'status' | 'sent_day' | 'sent_today'>
/** Those that blast, the ones at work first; `count` of all, TODAY_MAX of them as rows. */
export const todayOf = async (db: Db, userId: string): Promise<{ count: number; rows: TodayRow[] }> => {
  const rows = await db.all<TodayRow & { total: number }>(sql`
    select
      w.id, w.nickname, w.pushname, w.phonenumber, w.status, w.sent_day, w.sent_today,
      count(*) over () as total
    from whatsapp w
    where w.user_id = ${userId}
      and w.removed_at is null
      and w.phonenumber is not null
      and w.purpose = 'blast'
    order by w.status desc, w.created_at, w.id
    limit ${TODAY_MAX}
  `)
  return { count: rows[0]?.total ?? 0, rows }
}
