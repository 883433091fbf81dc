// Second factors in SQL. What must happen once, such as the spending of a code, is one statement that says whether it did.
import { type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { passkeys, totpSecrets } from './table.ts'

const MAX_PASSKEYS = 10

/** For the batch of every change: whether the person has a factor now, and since when. */
export const keepFactorSince = (db: Db, userId: string, now: number): Statement =>
  db.run(sql`
    update users
    set factor_since = case
      when exists (select 1 from totp_secrets where user_id = users.id and confirmed_at is not null)
        or exists (select 1 from passkeys where user_id = users.id)
      then coalesce(factor_since, ${now})
    end
    where id = ${userId}
  `)

/** Starts over what was begun; false: one is confirmed. */
export const beginTotp = async (db: Db, userId: string, sealed: string): Promise<boolean> => {
  const rows = await db.all(sql`
    insert into totp_secrets (user_id, sealed)
    values (${userId}, ${sealed})
    on conflict (user_id) do update set sealed = excluded.sealed where totp_secrets.confirmed_at is null
    returning user_id
  `)
  return rows.length > 0
}
/** Starts over what was begun, beside the app that goes on counting; false: there is none to replace. */
export const beginNextTotp = async (db: Db, userId: string, sealed: string): Promise<boolean> => {
  const rows = await db.all(sql`
    update totp_secrets
    set next_sealed = ${sealed}
    where user_id = ${userId} and confirmed_at is not null
    returning user_id
  `)
  return rows.length > 0
}
type Totp = Row<typeof totpSecrets, 'sealed' | 'confirmed_at' | 'last_step' | 'next_sealed'>
export const totpOf = async (db: Db, userId: string): Promise<Totp | null> =>
  (
    await db.all<Totp>(
      sql`select sealed, confirmed_at, last_step, next_sealed from totp_secrets where user_id = ${userId}`,
    )
  )[0] ?? null
/** For a batch: changes nothing where another call was faster. */
export const confirmTotp = (db: Db, userId: string, sealed: string, step: number, now: number): Statement =>
  db.run(sql`
    update totp_secrets
    set confirmed_at = ${now}, last_step = ${step}
    where user_id = ${userId} and sealed = ${sealed} and confirmed_at is null
  `)
/** For a batch: the old secret is gone with it. Changes nothing where another one was begun since, or this one counts already. */
export const replaceTotp = (db: Db, userId: string, next: string, step: number, now: number): Statement =>
  db.run(sql`
    update totp_secrets
    set sealed = next_sealed, next_sealed = null, confirmed_at = ${now}, last_step = ${step}
    where user_id = ${userId} and next_sealed = ${next} and confirmed_at is not null
  `)
type Spent = { userId: string; step: number; was: string; sealed: string }
/**
 * false: this code, or a later one, was spent, or the app was replaced.
 * @param was what the code was checked by
 * @param sealed the same, sealed again, where the ring has a newer key
 */
export const spendStep = async (db: Db, { userId, step, was, sealed }: Spent): Promise<boolean> => {
  const rows = await db.all(sql`
    update totp_secrets
    set last_step = ${step}, sealed = ${sealed}
    where user_id = ${userId} and sealed = ${was} and confirmed_at is not null and last_step < ${step}
    returning user_id
  `)
  return rows.length > 0
}

/** Where it holds, a factor may go although it is the last. */
const mayGo = (isRequired: boolean, other: SQL): SQL => (isRequired ? other : sql`true`)
/** For a batch: changes nothing where it is the last and must stay. */
export const dropTotp = (db: Db, userId: string, isRequired: boolean): Statement =>
  db.run(sql`
    delete from totp_secrets
    where user_id = ${userId}
      and ${mayGo(isRequired, sql`exists (select 1 from passkeys p where p.user_id = ${userId})`)}
  `)
export const dropPasskey = (db: Db, userId: string, id: string, isRequired: boolean): Statement =>
  db.run(sql`
    delete from passkeys
    where id = ${id} and user_id = ${userId}
      and ${mayGo(
        isRequired,
        sql`(
          exists (select 1 from passkeys p where p.user_id = ${userId} and p.id <> ${id})
          or exists (select 1 from totp_secrets t where t.user_id = ${userId} and t.confirmed_at is not null)
        )`,
      )}
  `)
/** For a batch: recovery codes are for a factor that is there. */
export const dropIdleRecovery = (db: Db, userId: string): Statement =>
  db.run(sql`
    delete from recovery_codes
    where user_id = ${userId} and (select factor_since from users where id = ${userId}) is null
  `)
export const dropAllFactors = (db: Db, userId: string): Statement[] => [
  db.run(sql`delete from totp_secrets where user_id = ${userId}`),
  db.run(sql`delete from passkeys where user_id = ${userId}`),
  db.run(sql`delete from recovery_codes where user_id = ${userId}`),
]

/** For a batch: in place of those of before. */
export const replaceRecovery = (db: Db, userId: string, hashes: readonly string[]): Statement[] => [
  db.run(sql`delete from recovery_codes where user_id = ${userId}`),
  db.run(sql`
    insert into recovery_codes (code_hash, user_id)
    select value, ${userId}
    from json_each(${JSON.stringify(hashes)})
  `),
]
/** false: it is none, or was spent. */
export const spendRecovery = async (db: Db, userId: string, codeHash: string, now: number): Promise<boolean> => {
  const rows = await db.all(sql`
    update recovery_codes
    set used_at = ${now}
    where code_hash = ${codeHash} and user_id = ${userId} and used_at is null
    returning user_id
  `)
  return rows.length > 0
}

export type Passkey = Row<typeof passkeys>
export const passkeyById = async (db: Db, id: string): Promise<Passkey | null> =>
  (await db.all<Passkey>(sql`select * from passkeys where id = ${id}`))[0] ?? null
/** A condition on a person's row: the passkey is still one of their factors. */
export const passkeyStands = (id: string): SQL =>
  sql`factor_since is not null and exists (select 1 from passkeys p where p.id = ${id} and p.user_id = users.id)`
/** For a batch: oldest first. */
export const selectPasskeys = (db: Db, userId: string) =>
  db.all<Passkey>(sql`select * from passkeys where user_id = ${userId} order by created_at, id`)
export type NewPasskey = Omit<Passkey, 'used_at'>
/** For a batch: changes nothing where there is no room. */
export const addPasskey = (db: Db, key: NewPasskey): Statement =>
  db.run(sql`
    insert into passkeys (
      id, user_id, public_key, counter, backup_eligible, backed_up, transports, name, created_at
    )
    select
      ${key.id}, ${key.user_id}, ${key.public_key}, ${key.counter}, ${key.backup_eligible}, ${key.backed_up},
      ${key.transports}, ${key.name}, ${key.created_at}
    where (select count(*) from passkeys where user_id = ${key.user_id}) < ${MAX_PASSKEYS}
  `)
/** false: its count did not rise since the last use, as of a copy. */
export const noteAssertion = async (
  db: Db,
  used: { id: string; counter: number; backedUp: boolean; now: number },
): Promise<boolean> => {
  const rows = await db.all(sql`
    update passkeys
    set counter = ${used.counter}, backed_up = ${used.backedUp ? 1 : 0}, used_at = ${used.now}
    where id = ${used.id} and (counter < ${used.counter} or (counter = 0 and ${used.counter} = 0))
    returning id
  `)
  return rows.length > 0
}

export type Held = { totp: number; passkeys: number; recovery: number }
/** For a batch: its one row. */
export const selectHeld = (db: Db, userId: string) =>
  db.all<Held>(sql`
    select
      (select count(*) from totp_secrets where user_id = ${userId} and confirmed_at is not null) as totp,
      (select count(*) from passkeys where user_id = ${userId}) as passkeys,
      (select count(*) from recovery_codes where user_id = ${userId} and used_at is null) as recovery
  `)
