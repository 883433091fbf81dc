// One's own sign-ins as a list, their end, and what a sign-in must know of its person (rule sign-ins).
import { type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { mustHaveChanged } from '../../ground/db/refusal-store.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import type { users } from '../users/table.ts'
import { GRACE_MS, LONGEST_SESSION_MS, sameSignIn, SESSION_MS } from './store.ts'
import type { sessions } from './table.ts'

/** As much of the hash as names one of a person's own sign-ins; the whole one stays here. */
const ID_LENGTH = 16
export const signInId = (tokenHash: string): string => tokenHash.slice(0, ID_LENGTH)

export type SignInRow = Pick<typeof sessions.$inferSelect, 'tokenHash' | 'createdAt' | 'seenAt' | 'device' | 'country'>
/** For a batch: those that stand, the newest first. */
export const selectSignIns = (db: Db, userId: string, now: number) =>
  db.all<SignInRow>(sql`
    select token_hash as "tokenHash", created_at as "createdAt", seen_at as "seenAt", device, country
    from sessions
    where user_id = ${userId} and expires_at > ${now + GRACE_MS}
    order by created_at desc
    limit 100
  `)
/** The hashes of the one that ended, with a token that was replaced a moment ago; none: the person has none of this id. */
export const endSignIn = async (db: Db, userId: string, id: string, more: Statement[]): Promise<string[]> => {
  const named = sql`user_id = ${userId} and (created_at, device) in (
    select created_at, device from sessions where user_id = ${userId} and substr(token_hash, 1, ${ID_LENGTH}) = ${id}
  )`
  const select = db.all<Pick<SignInRow, 'tokenHash'>>(
    sql`select token_hash as "tokenHash" from sessions where ${named}`,
  )
  const ends = db.run(sql`delete from sessions where ${named}`)
  try {
    const [rows] = await db.batch([select, ends, mustHaveChanged(db), ...more])
    return rows.map(({ tokenHash }) => tokenHash)
  } catch (error) {
    if (refusalOf(error) === 'nothing_changed') return []
    throw error
  }
}
/** For a batch: the person has just proved on this sign-in to be who they are. */
export const markProved = (db: Db, tokenHash: string, now: number): Statement =>
  db.run(sql`update sessions set proved_at = ${now} where token_hash = ${tokenHash}`)

/**
 * For a batch: the sign-in gets another token, on which its person has just proved to be who they are; all before it prove nothing more and
 * end within a minute. What was bound to the old one goes along (rule new-token). Fails the batch where the sign-in has ended meanwhile.
 */
export const replaceToken = (db: Db, { was, is, now }: { was: string; is: string; now: number }): Statement[] => [
  db.run(sql`
    insert into sessions (token_hash, user_id, created_at, expires_at, device, country, seen_at, proved_at)
    select
      ${is}, user_id, created_at, min(${now + SESSION_MS}, created_at + ${LONGEST_SESSION_MS}), device, country, ${now}, ${now}
    from sessions
    where token_hash = ${was} and expires_at > ${now}
  `),
  mustHaveChanged(db),
  db.run(sql`update push_subscriptions set session_hash = ${is} where session_hash = ${was}`),
  db.run(sql`update email_changes set session_hash = ${is} where session_hash = ${was}`),
  db.run(sql`
    update sessions
    set expires_at = min(expires_at, ${now + GRACE_MS}), proved_at = 0
    where token_hash <> ${is} and ${sameSignIn(is)}
  `),
]

export type SignInFacts = Pick<typeof users.$inferSelect, 'factorSince'> & {
  /** 1: they have signed in before, so that a new device is news. */
  wasHere: number
}
/** For a batch. @param whose a condition on `u` */
export const selectSignInFacts = (db: Db, whose: { email: string } | { id: string }) => {
  const person: SQL = 'id' in whose ? sql`u.id = ${whose.id}` : sql`u.email = ${whose.email}`
  return db.all<SignInFacts>(sql`
    select
      u.factor_since as "factorSince",
      u.signed_in_at is not null or exists (select 1 from sessions where user_id = u.id) as "wasHere"
    from users u
    where ${person}
  `)
}
export const noteSignIn = (db: Db, userId: string, now: number): Statement =>
  db.run(sql`update users set signed_in_at = ${now} where id = ${userId}`)
