// Who waits to be told that there are recipients, in SQL (rule recipients-again).
import { sql } from 'drizzle-orm'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { addNotices } from './store.ts'

/** For a batch. Pressed again, a wish keeps its time. @param wanted false: it is taken back */
export const writeWish = (db: Db, userId: string, wanted: boolean, now: number): Statement =>
  wanted
    ? db.run(sql`
        insert into notice_settings (user_id, choices, wants_recipients)
        values (${userId}, '{}', ${now})
        on conflict (user_id) do update set
          wants_recipients = coalesce(notice_settings.wants_recipients, excluded.wants_recipients)
      `)
    : db.run(sql`update notice_settings set wants_recipients = null where user_id = ${userId}`)
/** One row if the person waits, none otherwise. */
export const selectWish = (db: Db, userId: string) =>
  db.all(sql`
    select 1 from notice_settings where user_id = ${userId} and wants_recipients is not null
  `)

export type Wish = { userId: string; since: number }
/** Of people who may work, longest waiting first. Reads nothing where nobody waits. */
export const waitingWishes = (db: Db, limit: number): Promise<Wish[]> =>
  db.all<Wish>(sql`
    select s.user_id as "userId", s.wants_recipients as since
    from notice_settings s
    join users u on u.id = s.user_id
    where s.wants_recipients is not null and u.status = 'active'
    order by s.wants_recipients
    limit ${limit}
  `)

/** A wish has one notice, however often this is repeated or done side by side. */
export const wishRef = ({ userId, since }: Wish): string => `recipients:${userId}:${since}`
/** For one batch: the notices, and their wishes are spent. One that was taken back meanwhile and made again stays. */
export const fulfil = (db: Db, wishes: readonly Wish[], now: number): Statement[] => [
  ...addNotices(
    db,
    'recipients_again',
    wishes.map((wish) => ({ userId: wish.userId, ref: wishRef(wish), at: now, data: { since: wish.since } })),
  ),
  db.run(sql`
    update notice_settings
    set wants_recipients = null
    where (user_id, wants_recipients) in (
      select value ->> 'userId', value ->> 'since' from json_each(${JSON.stringify(wishes)})
    )
  `),
]
