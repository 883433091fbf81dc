// The only place that reads or writes the hash of a password. Everybody else sees a person without it, so that no answer,
// audit entry or log can hold one by accident; a house test holds this.
import { type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { IS_RESTORING } from '../../ground/restoring/store.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { users } from '../users/table.ts'

export type NewUser = Pick<
  typeof users.$inferSelect,
  'id' | 'firstname' | 'lastname' | 'email' | 'passwordHash' | 'role' | 'referralCode' | 'referrerId'
> & {
  /** Seconds between two messages. */
  intervalMin: number
  intervalMax: number
  now: number
}
/**
 * Starts on the lowest level. A stranger must not be the first person of a place, nor take an email that a restoration is to bring back
 * (rule restore-gate).
 * @returns false: the place has nobody yet, or is being restored, and nothing was written
 * @throws a unique conflict on users.email or users.referral_code.
 */
export const insertUser = async (db: Db, u: NewUser): Promise<boolean> => {
  const written = await db.all(sql`
    insert into users (
      id, firstname, lastname, email, password_hash, role, level_id, blast_interval_min, blast_interval_max,
      referral_code, referrer_id, created_at
    )
    select
      ${u.id}, ${u.firstname}, ${u.lastname}, ${u.email}, ${u.passwordHash}, ${u.role},
      coalesce((select id from levels order by requirement_blast, id limit 1), ''), ${u.intervalMin},
      ${u.intervalMax}, ${u.referralCode}, ${u.referrerId}, ${u.now}
    where not ${IS_RESTORING}
    returning id
  `)
  return written.length > 0
}
/** For a batch: one row if somebody has this email. */
export const selectPasswordHash = (db: Db, email: string) =>
  db.all<Row<typeof users, 'password_hash'>>(sql`select password_hash from users where email = ${email}`)
/** The hash of the person with this id; null: there is none. */
export const passwordHashOf = async (db: Db, id: string): Promise<string | null> =>
  (await db.all<Row<typeof users, 'password_hash'>>(sql`select password_hash from users where id = ${id}`))[0]
    ?.password_hash ?? null
/** For a batch. @param id of the person, or a subquery that answers it; of nobody it changes nothing. */
export const updatePasswordHash = (db: Db, id: string | SQL, passwordHash: string): Statement =>
  db.run(sql`update users set password_hash = ${passwordHash} where id = ${id}`)
/** A condition on a person's row: the password is still the one that was checked, and they have no second factor. */
export const passwordAlone = (was: string): SQL => sql`password_hash = ${was} and factor_since is null`
/** A condition on a person's row: the password is still the one that was checked, and they have a second factor. */
export const passwordBeforeFactor = (was: string): SQL => sql`password_hash = ${was} and factor_since is not null`
/** For a batch: the same password at the cost of now, unless another was set meanwhile. */
export const renewPasswordHash = (db: Db, id: string, was: string, passwordHash: string): Statement =>
  db.run(sql`update users set password_hash = ${passwordHash} where id = ${id} and password_hash = ${was}`)
