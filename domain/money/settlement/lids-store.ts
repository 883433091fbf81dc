// LIDs that settlements bring: with them a stop that is known by LID alone reaches the number, and two numbers are known as one person's.
import { sql } from 'drizzle-orm'
import type { SettlementBatch } from '../../../contract/money/settlement.ts'
import { GRADES } from '../../../contract/ground/consent-grades.ts'
import { hasLid, isSameLid, lidDigits } from '../../recipients/suppressions/lids-store.ts'
import type { SuppressionRow } from '../../recipients/suppressions/store.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'

const json = (value: unknown) => sql`json_each(${JSON.stringify(value)})`

/** LIDs that these batches bring, by the id of the number or by the number itself. */
const lidsOf = (batches: readonly SettlementBatch[]) =>
  batches.flatMap((b) => [
    ...b.results.flatMap((r) => underEach(r).map((lidHash) => ({ id: r.numberId, lidHash }))),
    ...(b.contacts ?? []).flatMap((c) => underEach(c).map((lidHash) => ({ number: c.number, lidHash }))),
  ])
/** A LID's hash under each of the keys. */
export const underEach = (of: { lidHash?: string | undefined; otherLidHashes?: string[] | undefined }): string[] =>
  of.lidHash ? [of.lidHash, ...(of.otherLidHashes ?? [])] : []
/**
 * People who opted out when only their LID was known, and who these batches are about. number null: the row of `numberId` was deleted since the
 * message was sent, and only its account knows the number.
 */
export type LidStop = Pick<SuppressionRow, 'lid' | 'via' | 'by'> & {
  number: string | null
  numberId: number | null
  lidHash: string
}

/** Of those whom these batches name: the stops that say that nobody may write to them. */
export const lidStopsOf = (db: Db, batches: readonly SettlementBatch[]) =>
  db.all<LidStop>(sql`
    select distinct
      coalesce(p.number, c.value ->> 'number') as number,
      c.value ->> 'id' as "numberId",
      c.value ->> 'lidHash' as "lidHash",
      s.lid, s.via, s.by
    from ${json(lidsOf(batches))} c
    join suppressions s on ${hasLid(sql`s.hash`, sql`c.value ->> 'lidHash'`)}
    left join phone_numbers p on p.id = c.value ->> 'id' or p.number = c.value ->> 'number'
    where coalesce(p.suppressed, 0) <> 1
    union
    -- whoever stopped under another number has the LID of this one, which is learned now: once it is known, a lift of this one stays
    select
      coalesce(p.number, c.value ->> 'number'), c.value ->> 'id', c.value ->> 'lidHash', s.lid, s.via, s.by
    from ${json(lidsOf(batches))} c
    cross join suppressions s on s.id in (
      select t.id
      from phone_numbers o
      cross join suppressions t on t.number = o.number
      where ${hasLid(sql`o.lid_hash`, sql`c.value ->> 'lidHash'`)} and o.suppressed = 1
      union
      -- whose number may be no recipient's
      select t.id from suppressions t where ${hasLid(sql`t.lid_hash`, sql`c.value ->> 'lidHash'`)}
    )
    left join phone_numbers p on p.id = c.value ->> 'id' or p.number = c.value ->> 'number'
    where coalesce(p.suppressed, 0) <> 1
      and s.number is not coalesce(p.number, c.value ->> 'number')
      -- their own message under this number, after that stop, asks for messages here
      and not (coalesce(p.consent_grade, 0) >= ${GRADES.form} and p.consent_at > s.created_at)
      and (
        p.lid_hash is null
        or not exists (
          select 1
          from ${json(lidsOf(batches))} d
          where ${isSameLid(sql`d.value ->> 'lidHash'`, sql`p.lid_hash`)}
            and (d.value ->> 'id' is c.value ->> 'id' and d.value ->> 'number' is c.value ->> 'number')
        )
      )
  `)
/** Of people whose LID became known otherwise than by a result; a result's LID is written with its number. */
const contactStatement = (db: Db, batches: readonly SettlementBatch[]): Statement[] => {
  const contacts = batches.flatMap((b) => b.contacts ?? [])
  if (contacts.length === 0) return []
  return [
    db.run(sql`
      update phone_numbers
      set lid_hash = ${lidDigits(sql`j.value ->> 'lidHash'`)}
      from ${json(contacts)} j
      where phone_numbers.number = j.value ->> 'number' and not ${isSameLid(sql`lid_hash`, sql`j.value ->> 'lidHash'`)}
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
        select j.value as lid, max(p.last_attempt_at) as last_attempt_at
        from ${json(lids)} j
        cross join phone_numbers p on ${hasLid(sql`p.lid_hash`, sql`j.value`)}
        group by 1
        having count(*) > 1
      ) k
      where ${hasLid(sql`phone_numbers.lid_hash`, sql`k.lid`)} and phone_numbers.last_attempt_at < k.last_attempt_at
    `),
  ]
}
/** After the numbers have changed. */
export const lidStatements = (db: Db, batches: readonly SettlementBatch[]): Statement[] => [
  ...contactStatement(db, batches),
  ...onePersonStatement(db, batches),
]
