// The daily mail in SQL (rule digest).
import { sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { users } from '../users/table.ts'
import { type NoticeRow, wants } from './store.ts'
import type { noticeSettings } from './table.ts'

export type DigestTurn = Row<typeof noticeSettings, 'user_id' | 'digest_up_to'>
/** People whose mail of this day nobody has begun. @param day YYYY-MM-DD in Jakarta */
export const digestTurns = (db: Db, day: string, limit: number): Promise<DigestTurn[]> =>
  db.all<DigestTurn>(sql`
    select user_id, digest_up_to from notice_settings where digest = 1 and digest_day < ${day} limit ${limit}
  `)

export type Digest = Row<typeof users, 'email'> & { rows: NoticeRow[] }
const DIGEST_MAX = 50
/** What the person did not read since the last mail, oldest first; null: nothing. */
export const digestOf = async (db: Db, turn: DigestTurn): Promise<Digest | null> => {
  const rows = await db.all<NoticeRow & Row<typeof users, 'email'>>(sql`
    select n.id, n.kind, n.data, n.created_at, n.read_at, u.email
    from notices n
    join users u on u.id = n.user_id
    join notice_settings s on s.user_id = n.user_id
    where n.user_id = ${turn.user_id} and u.status <> 'closed' and n.id > ${turn.digest_up_to} and n.read_at is null
      and ${wants(sql`n.kind`, 'digest')}
    order by n.id
    limit ${DIGEST_MAX}
  `)
  const [first] = rows
  return first ? { email: first.email, rows } : null
}

/** true: the mail of this day is the caller's to send; it is sent once, also if this process dies. */
export const takeDigest = async (
  db: Db,
  turn: DigestTurn,
  { day, upTo }: { day: string; upTo: number },
): Promise<boolean> => {
  const taken = await db.all(sql`
    update notice_settings
    set digest_day = ${day}, digest_up_to = ${upTo}
    where user_id = ${turn.user_id} and digest_day < ${day}
    returning user_id
  `)
  return taken.length > 0
}
/** The mailer did not take it: the next day's mail has what this one had. */
export const returnDigest = async (db: Db, turn: DigestTurn): Promise<void> => {
  await db.run(sql`
    update notice_settings set digest_up_to = ${turn.digest_up_to} where user_id = ${turn.user_id}
  `)
}
