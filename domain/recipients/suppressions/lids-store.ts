// Numbers of one person, who have one LID (rule opt-out-lid).
import { sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'
import { anyOf } from '../../ground/db/rows.ts'
import type { Hashes } from './hash.ts'

/** Numbers not suppressed yet whose person has this LID, as some account has learned. */
export const numbersOfLid = async (db: Db, lidHashes: Hashes): Promise<string[]> =>
  (
    await db.all<{ number: string }>(
      sql`select number from phone_numbers where lid_hash in ${anyOf(lidHashes)} and suppressed <> 1`,
    )
  ).map((r) => r.number)

/** Other numbers of the same person, not suppressed yet: their row has the LID that an account learned for this one. */
export const otherNumbersOf = (db: Db, number: string) =>
  db.all<{ number: string }>(sql`
    select o.number
    from phone_numbers p
    cross join phone_numbers o on o.lid_hash = p.lid_hash
    where p.number = ${number} and p.lid_hash is not null and o.suppressed <> 1 and o.number <> ${number}
  `)

/** For an erased person: the hash of the LID stays, the LID itself is deleted. */
export const forgetLids = async (db: Db, hashes: readonly string[]): Promise<void> => {
  await db.run(sql`update suppressions set lid = null where hash in ${anyOf(hashes)} and lid is not null`)
}
