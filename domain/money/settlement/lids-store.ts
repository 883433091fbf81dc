// LIDs that settlements bring: with them a stop that is known by LID alone reaches the number, and two numbers are known as one person's.
import { sql } from 'drizzle-orm'
import type { SettlementBatch } from '../../../contract/money/settlement.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'

const json = (value: unknown) => sql`json_each(${JSON.stringify(value)})`

/** LIDs that these batches bring, by the id of the number or by the number itself. */
export const lidsOf = (batches: readonly SettlementBatch[]) =>
  batches.flatMap((b) => [
    ...b.results.flatMap((r) => underEach(r).map((lidHash) => ({ id: r.numberId, lidHash }))),
    ...(b.contacts ?? []).flatMap((c) => underEach(c).map((lidHash) => ({ number: c.number, lidHash }))),
  ])
/** A LID's hash under each of the keys. */
export const underEach = (of: { lidHash?: string | undefined; otherLidHashes?: string[] | undefined }): string[] =>
  of.lidHash ? [of.lidHash, ...(of.otherLidHashes ?? [])] : []
/** Of people whose LID became known otherwise than by a result; a result's LID is written with its number. */
const contactStatement = (db: Db, batches: readonly SettlementBatch[]): Statement[] => {
  const contacts = batches.flatMap((b) => b.contacts ?? [])
  if (contacts.length === 0) return []
  return [
    db.run(sql`
      update phone_numbers
      set lid_hash = j.value ->> 'lidHash'
      from ${json(contacts)} j
      where phone_numbers.number = j.value ->> 'number' and lid_hash is not j.value ->> 'lidHash'
    `),
  ]
}

/**
 * Two numbers with one LID are one person's: the attempt at one rests the other, too (rule cooldown). Of nearly everybody there is one
 * row, so that this reads and writes none.
 */
const onePersonStatement = (db: Db, batches: readonly SettlementBatch[]): Statement[] => {
  const lids = [...new Set(lidsOf(batches).map((one) => one.lidHash))]
  if (lids.length === 0) return []
  return [
    db.run(sql`
      update phone_numbers
      set last_attempt_at = k.last_attempt_at
      from (
        select p.lid_hash, max(p.last_attempt_at) as last_attempt_at
        from ${json(lids)} j
        cross join phone_numbers p on p.lid_hash = j.value
        group by 1
        having count(*) > 1
      ) k
      where phone_numbers.lid_hash = k.lid_hash and phone_numbers.last_attempt_at < k.last_attempt_at
    `),
  ]
}
/** After the numbers have changed. */
export const lidStatements = (db: Db, batches: readonly SettlementBatch[]): Statement[] => [
  ...contactStatement(db, batches),
  ...onePersonStatement(db, batches),
]
