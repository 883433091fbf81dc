// Which keys have ever made a hash in this database (rule hash-keys). One row a key, and none a person: a column in the
// consent history would cost every recipient what a handful of rows say.
import { sql } from 'drizzle-orm'
import { type Db, runBatch } from '../../ground/db/connection.ts'

export type UsedKey = { kid: string; proof: string }

export const usedKeys = (db: Db): Promise<UsedKey[]> => db.all<UsedKey>(sql`select kid, proof from hash_keys`)

/**
 * Records the key in use before it makes its first hash. A database of a version before this table has hashes and no row: they
 * were made by the oldest key.
 */
export const recordKey = async (db: Db, inUse: UsedKey, oldest: UsedKey, now: number): Promise<void> => {
  await runBatch(db, [
    db.run(sql`insert into hash_keys (proof, kid, created_at) select ${oldest.proof}, ${oldest.kid}, ${now}
      where not exists (select 1 from hash_keys)
        and (exists (select 1 from consent_history) or exists (select 1 from suppressions)) on conflict do nothing`),
    db.run(sql`insert into hash_keys (proof, kid, created_at) values (${inUse.proof}, ${inUse.kid}, ${now})
      on conflict do nothing`),
  ])
}
