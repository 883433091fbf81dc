// One's own sign-ins as a list, their end, and what a sign-in must know of its person (rule sign-ins).
import { isUnchanged, mustHaveChanged } from '../db/changed-store.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from '../db/connection.ts'
import type { users } from '../users/table.ts'
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
    where user_id = ${userId} and expires_at > ${now}
    order by created_at desc
    limit 100
  `)
/** The hash of the one that ended; null: the person has none of this id. */
export const endSignIn = async (db: Db, userId: string, id: string, more: Statement[]): Promise<string | null> => {
  const named = sql`user_id = ${userId} and substr(token_hash, 1, ${ID_LENGTH}) = ${id}`
  const select = db.all<Pick<SignInRow, 'tokenHash'>>(
    sql`select token_hash as "tokenHash" from sessions where ${named}`,
  )
  const ends = db.run(sql`delete from sessions where ${named}`)
  try {
    const [[row]] = await db.batch([select, ends, mustHaveChanged(db), ...more])
    return row?.tokenHash ?? null
  } catch (error) {
    if (isUnchanged(error)) return null
    throw error
  }
}
/** For a batch: the person has just proved on this sign-in to be who they are. */
export const markProved = (db: Db, tokenHash: string, now: number): Statement =>
  db.run(sql`update sessions set proved_at = ${now} where token_hash = ${tokenHash}`)

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
