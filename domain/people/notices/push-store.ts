// Devices and their pushes in SQL (rule push).
import { sql } from 'drizzle-orm'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { purge } from '../../ground/db/purge.ts'
import type { Row } from '../../ground/db/rows.ts'
import { unreadBy } from './store.ts'
import type { notices, pushSubscriptions } from './table.ts'

const DAY_MS = 86_400_000
const DEVICES_MAX = 20

export type NewSubscription = Omit<typeof pushSubscriptions.$inferInsert, 'id'>
/** A browser has one endpoint: the person who signs in on it last gets its pushes. A person's oldest devices beyond 20 go. */
export const saveSubscription = async (db: Db, s: NewSubscription, more: Statement[]): Promise<void> => {
  await runBatch(db, [
    db.run(sql`
      insert into push_subscriptions (user_id, session_hash, endpoint, p256dh, auth, kid, created_at)
      values (${s.userId}, ${s.sessionHash}, ${s.endpoint}, ${s.p256dh}, ${s.auth}, ${s.kid}, ${s.createdAt})
      on conflict (endpoint) do update set
        user_id = excluded.user_id,
        session_hash = excluded.session_hash,
        p256dh = excluded.p256dh,
        auth = excluded.auth,
        kid = excluded.kid
    `),
    db.run(sql`
      delete from push_subscriptions
      where user_id = ${s.userId}
        and id not in (
          select id from push_subscriptions where user_id = ${s.userId} order by id desc limit ${DEVICES_MAX}
        )
    `),
    ...more,
  ])
}
export const removeSubscription = (db: Db, userId: string, endpoint: string): Statement =>
  db.run(sql`delete from push_subscriptions where user_id = ${userId} and endpoint = ${endpoint}`)
export const forgetSubscription = async (db: Db, id: number): Promise<void> => {
  await db.run(sql`delete from push_subscriptions where id = ${id}`)
}

export type DuePush = Row<typeof notices, 'kind' | 'data'> &
  Row<typeof pushSubscriptions, 'endpoint' | 'p256dh' | 'auth' | 'kid'> & {
    noticeId: number
    subscriptionId: number
    tries: number
    /** 1: the person wants amounts, names and numbers on the device. */
    details: number
    unread: number
  }
type Taken = Pick<DuePush, 'noticeId' | 'subscriptionId' | 'tries'>
/**
 * Takes pushes that are due: from here on each is tried once at most, also if this process dies, until `retryPush` allows
 * another try. Answers those that still make sense: unread, of the last day, on a device that is signed in.
 */
export const takeDuePushes = async (
  db: Db,
  { now, limit }: { now: number; limit: number },
): Promise<{ taken: number; due: DuePush[] }> => {
  const taken = await db.all<Taken>(sql`
    update notice_pushes
    set due_at = null, tries = tries + 1
    where (notice_id, subscription_id) in (
      select notice_id, subscription_id from notice_pushes where due_at <= ${now} order by due_at limit ${limit}
    )
    returning notice_id as "noticeId", subscription_id as "subscriptionId", tries
  `)
  if (taken.length === 0) return { taken: 0, due: [] }
  const due = await db.all<DuePush>(sql`
    select
      n.id as "noticeId", p.id as "subscriptionId", t.value ->> 'tries' as tries,
      n.kind, n.data, p.endpoint, p.p256dh, p.auth, p.kid, coalesce(s.details, 0) as details,
      ${unreadBy(sql`n.user_id`)} as unread
    from json_each(${JSON.stringify(taken)}) t
    cross join notices n on n.id = t.value ->> 'noticeId'
    cross join push_subscriptions p on p.id = t.value ->> 'subscriptionId' and p.user_id = n.user_id
    join sessions k on k.token_hash = p.session_hash and k.expires_at > ${now}
    left join notice_settings s on s.user_id = n.user_id
    where n.read_at is null and n.created_at > ${now - DAY_MS}
  `)
  return { taken: taken.length, due }
}
/** The service did not accept it: another try at `dueAt`. */
export const retryPush = async (db: Db, push: Taken, dueAt: number): Promise<void> => {
  await db.run(sql`
    update notice_pushes
    set due_at = ${dueAt}
    where notice_id = ${push.noticeId} and subscription_id = ${push.subscriptionId}
  `)
}
/** Cron: devices whose sign-in has ended. */
export const purgeSubscriptions = async (db: Db): Promise<void> => {
  await purge(db, 'push_subscriptions', sql`session_hash not in (select token_hash from sessions)`)
}
