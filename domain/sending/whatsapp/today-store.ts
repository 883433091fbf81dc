// What a person's accounts have sent today, for their home (rule daily-cap).
import { sql } from 'drizzle-orm'
import { TODAY_MAX } from '../../../contract/operation/home.ts'
import type { Db } from '../../ground/db/connection.ts'
import type { AccountRow } from './store.ts'

type TodayRow = Pick<
  AccountRow,
  'id' | 'nickname' | 'pushname' | 'phonenumber' | 'state' | 'status' | 'sent_day' | 'sent_today'
>
export type Today = {
  /** Accounts that blast; TODAY_MAX of them are rows, the ones at work first. */
  count: number
  rows: TodayRow[]
  /** Of all: connected, and not at work. */
  idle: number
  /** Of all that send and are not stopped: how many, what they have sent today, and the pause between two messages in seconds. */
  atWork: number
  sentByThem: number
  interval: { min: number; max: number }
}
type Counted = TodayRow & {
  total: number
  idle: number
  at_work: number
  sent_by_them: number
  min: number
  max: number
}
/** @param day YYYY-MM-DD in Jakarta */
export const todayOf = async (db: Db, userId: string, day: string): Promise<Today> => {
  const rows = await db.all<Counted>(sql`
    select
      w.id, w.nickname, w.pushname, w.phonenumber, w.state, w.status, w.sent_day, w.sent_today,
      u.blast_interval_min as min, u.blast_interval_max as max,
      count(*) over () as total,
      sum(w.status = 'idle' and w.state = 'connected') over () as idle,
      sum(w.status = 'sending' and w.state = 'connected') over () as at_work,
      sum(iif(w.status = 'sending' and w.state = 'connected' and w.sent_day = ${day}, w.sent_today, 0)) over ()
        as sent_by_them
    from whatsapp w
    join users u on u.id = w.user_id
    where w.user_id = ${userId}
      and w.removed_at is null
      and w.phonenumber is not null
      and w.purpose = 'blast'
    order by w.status desc, w.created_at, w.id
    limit ${TODAY_MAX}
  `)
  const [first] = rows
  return {
    count: first?.total ?? 0,
    rows,
    idle: first?.idle ?? 0,
    atWork: first?.at_work ?? 0,
    sentByThem: first?.sent_by_them ?? 0,
    interval: { min: first?.min ?? 0, max: first?.max ?? 0 },
  }
}
