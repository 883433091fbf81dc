// Numbers of one person, who have one LID (rule opt-out-lid).
import { type SQL, sql } from 'drizzle-orm'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { anyOf } from '../../ground/db/rows.ts'
import type { Hashes } from './hash.ts'

/** So many digits of a LID's hash tell it from others: 64 bits. Rows of before have 24, and settlements bring them; these are compared (0117). */
const LID_DIGITS = 16
/** What the database keeps of a LID's hash. */
export const lidDigits = (lid: SQL): SQL => sql`substr(${lid}, 1, ${sql.raw(String(LID_DIGITS))})`
/**
 * Whether an indexed column is of this LID: a range, because 'g' comes after every hex digit. null is nobody's.
 * @param column lid_hash, or a whole hash of a LID
 */
export const hasLid = (column: SQL, lid: SQL): SQL =>
  sql`(${column} >= ${lidDigits(lid)} and ${column} < ${lidDigits(lid)} || 'g')`
/** The same where no index is read. Two of null are the same. */
export const isSameLid = (one: SQL, other: SQL): SQL => sql`(${lidDigits(one)} is ${lidDigits(other)})`

/** Somebody as a stop names them. lidHashes: first parts of their LID's hash, under every key; empty: the stop came without it. */
export type Named = { number: string | null; hashes: Hashes; lidHashes: readonly string[] }
/** Their LIDs: the one that came with the stop or with one before it, and those that their row has, or had. */
const lidsOf = ({ number, hashes, lidHashes }: Named): SQL => sql`
  (
    select ${lidDigits(sql`value`)} as lid from json_each(${JSON.stringify(lidHashes)})
    union
    select ${lidDigits(sql`lid_hash`)} from phone_numbers where number = ${number} and lid_hash is not null
    union
    select ${lidDigits(sql`lid_hash`)} from recipient_memory where hash in ${anyOf(hashes)} and lid_hash is not null
    union
    select ${lidDigits(sql`lid_hash`)} from suppressions where number = ${number} and lid_hash is not null
  ) k
`
/** Rows of the list of recipients, as `o`, that have the LID of a row `k`. */
const ROWS_WITH_IT = sql`phone_numbers o on ${hasLid(sql`o.lid_hash`, sql`k.lid`)}`
/**
 * For the batch of their stop, after it: a number that shows the LID later is the same person's, also where no recipient's row says so. It is the
 * one that they wrote by last.
 */
export const keepLid = (db: Db, { number, lidHashes }: Named): Statement => {
  const lidHash = lidHashes[0] ?? null
  return db.run(sql`
    update suppressions
    set lid_hash = ${lidDigits(sql`${lidHash}`)}
    where number = ${number} and ${lidHash} is not null and not ${isSameLid(sql`lid_hash`, sql`${lidHash}`)}
  `)
}
/** For the batch of their stop: nothing is sent to their other numbers from then on, even if nobody comes to write down those stops. */
export const flagOthers = (db: Db, person: Named): Statement =>
  db.run(sql`
    update phone_numbers
    set suppressed = 1
    where id in (select o.id from ${lidsOf(person)} cross join ${ROWS_WITH_IT}) and suppressed <> 1
  `)
/** has_lid: its row has the LID that came with the stop; else another LID of theirs led to it. */
export type Other = { number: string; has_lid: 0 | 1 }
/** Other numbers of theirs that no stop names yet. */
export const otherNumbersOf = (db: Db, person: Named) =>
  db.all<Other>(sql`
    select o.number, max(k.lid in ${anyOf(person.lidHashes.map((lid) => lid.slice(0, LID_DIGITS)))}) as has_lid
    from ${lidsOf(person)}
    cross join ${ROWS_WITH_IT}
    where o.number is not ${person.number} and not exists (select 1 from suppressions s where s.number = o.number)
    group by 1
  `)
/**
 * Rows of the people of a list `j` of `{ n: number }`, as `id` and `number`: those with a LID that a listed number's row has, or had before it went.
 * @param hashes of an item, as a list
 */
export const rowsOfListed = (list: SQL, hashes: SQL): SQL => sql`
  (
    select o.id, o.number
    from (
      select ${lidDigits(sql`p.lid_hash`)} as lid
      from ${list}
      cross join phone_numbers p on p.number = (j.value ->> 'n')
      where p.lid_hash is not null
      union
      select ${lidDigits(sql`m.lid_hash`)}
      from ${list}
      cross join recipient_memory m on m.hash in ${hashes} and m.lid_hash is not null
    ) k
    cross join ${ROWS_WITH_IT}
  )
`
/** Of these the numbers that no stop names. */
export const unnamedOf = (db: Db, rows: SQL) =>
  db.all<{ number: string }>(sql`
    select distinct o.number
    from ${rows} o
    where not exists (select 1 from suppressions s where s.number = o.number)
  `)

/** For an erased person: the hash of the LID stays, the LID itself is deleted. */
export const forgetLids = async (db: Db, hashes: readonly string[]): Promise<void> => {
  await db.run(sql`update suppressions set lid = null where hash in ${anyOf(hashes)} and lid is not null`)
}
