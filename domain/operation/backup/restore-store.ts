// What restoring writes to the database, beside the rows of the backup itself (rule restore-gate).
import { sql } from 'drizzle-orm'
import { type Db, runBatch } from '../../ground/db/connection.ts'
import { anyOf } from '../../ground/db/rows.ts'
import type { Hashes } from '../../recipients/suppressions/hash.ts'
import { hasLid } from '../../recipients/suppressions/lids-store.ts'
import { unknownInCampaigns } from '../../sending/campaigns/settle-store.ts'
import type { Claimed, Stop } from '../../record/journal/format.ts'

/** The history's own row of a stop is a little older than the journal's, or newer. */
const SAME_STOP_MS = 60_000
/** They are one bound parameter, which holds 2 MB at most. */
const STOPS_A_BATCH = 5_000
/** Suppressed by the hash, and under the number of whom only the LID was known. The numbers of the others are found by `numbersAfter`. */
export const writeStops = async (db: Db, stops: readonly Stop[]): Promise<void> => {
  for (let at = 0; at < stops.length; at += STOPS_A_BATCH) await writeSomeStops(db, stops.slice(at, at + STOPS_A_BATCH))
}
const writeSomeStops = async (db: Db, stops: readonly Stop[]): Promise<void> => {
  const rows = sql`json_each(${JSON.stringify(stops)}) j`
  await runBatch(db, [
    db.run(sql`
      insert into consent_history (hash, number, event, source, by, at)
      select j.value ->> 'hash', null, j.value ->> 'event', j.value ->> 'via', j.value ->> 'by', max(j.value ->> 'at')
      from ${rows}
      where not exists (
        select 1
        from consent_history c
        where c.hash = j.value ->> 'hash' and c.event = j.value ->> 'event' and c.at >= (j.value ->> 'at') - ${SAME_STOP_MS}
      )
      group by j.value ->> 'hash', j.value ->> 'event'
    `),
    db.run(sql`
      insert or ignore into suppressions (hash, number, lid, via, by, reason, created_at)
      select
        j.value ->> 'hash',
        null,
        null,
        coalesce(j.value ->> 'via', 'admin'),
        j.value ->> 'by',
        iif(j.value ->> 'event' = 'erased', 'erased', null),
        j.value ->> 'at'
      from ${rows}
      order by j.value ->> 'at'
    `),
    db.run(sql`
      update phone_numbers
      set suppressed = 1
      where suppressed <> 1
        and id in (
          select o.id
          from ${rows}
          cross join phone_numbers o on ${hasLid(sql`o.lid_hash`, sql`j.value ->> 'hash'`)}
        )
    `),
  ])
}
/** A stop is told by the journal without its LID; an object that heard it knows that still. An erased person's is told by nobody. */
export const tellLids = async (db: Db, stops: readonly { hashes: Hashes; lid: string }[]): Promise<void> => {
  const rows = stops.flatMap(({ hashes, lid }) => hashes.map((hash) => ({ hash, lid })))
  if (rows.length === 0) return
  await db.run(sql`
    update suppressions
    set lid = j.value ->> 'lid'
    from json_each(${JSON.stringify(rows)}) j
    where suppressions.hash = j.value ->> 'hash' and suppressions.lid is null and suppressions.reason is not 'erased'
  `)
}
/** Of these hashes those that stopped, or were erased, since then (epoch ms): what `writeStops` wrote, and what the backup had already. */
export const stoppedAmong = async (
  db: Db,
  hashes: readonly string[],
  since: number,
): Promise<{ stopped: Set<string>; erased: Set<string> }> => {
  const rows = await db.all<{ hash: string; event: string }>(sql`
    select c.hash, c.event
    from json_each(${JSON.stringify(hashes)}) j
    cross join consent_history c on c.hash = j.value
    where c.event in ('opt_out', 'erased') and c.at >= ${since - SAME_STOP_MS}
  `)
  return {
    stopped: new Set(rows.map((row) => row.hash)),
    erased: new Set(rows.filter((row) => row.event === 'erased').map((row) => row.hash)),
  }
}
/** Numbers that the database still has of people who were erased, beside the list of recipients. */
export const numbersOfHashes = async (db: Db, hashes: readonly string[]): Promise<string[]> => {
  const these = sql`(select value from json_each(${JSON.stringify(hashes)}))`
  const rows = await db.all<{ number: string }>(sql`
    select number from suppressions where hash in ${these} and number is not null
    union
    select number from consent_history where hash in ${these} and number is not null
  `)
  return rows.map((row) => row.number)
}

export type Listed = { id: number; number: string }
export const numbersAfter = (db: Db, after: number, limit: number): Promise<Listed[]> =>
  db.all<Listed>(sql`select id, number from phone_numbers where id > ${after} order by id limit ${limit}`)
/** This recipient is one of those who stopped. */
export const suppressListed = async (db: Db, { id, number }: Listed, hashes: Hashes): Promise<void> => {
  await runBatch(db, [
    db.run(sql`update phone_numbers set suppressed = 1 where id = ${id} and suppressed <> 1`),
    db.run(sql`update suppressions set number = ${number} where hash in ${anyOf(hashes)} and number is null`),
    db.run(sql`update consent_history set number = ${number} where hash in ${anyOf(hashes)} and number is null`),
  ])
}

/** Whom this account wrote to and has no outcome of yet: nobody else may. */
export const holdOpen = async (
  db: Db,
  accountId: string,
  open: readonly { id: number; at: number }[],
): Promise<void> => {
  if (open.length === 0) return
  await db.run(sql`
    update phone_numbers
    set in_use = 1, in_use_by = ${accountId}, in_use_claim = 0, last_attempt_at = max(last_attempt_at, j.value ->> 'at')
    from json_each(${JSON.stringify(open)}) j
    where phone_numbers.id = j.value ->> 'id'
  `)
}
/** The account's object is lost: everybody whom it had claimed may have been written to. */
export const restClaimed = async (
  db: Db,
  accountId: string,
  claims: readonly Claimed[],
  now: number,
): Promise<void> => {
  const claimed = claims.flatMap(({ ids, at }) => ids.map((id) => ({ id, at })))
  const ofCampaigns = claims.flatMap(({ ids, campaign }) =>
    campaign === undefined ? [] : ids.map((id) => ({ campaign, id })),
  )
  await runBatch(db, [
    ...unknownInCampaigns(db, accountId, ofCampaigns, now),
    db.run(sql`
      update phone_numbers
      set last_attempt_at = max(last_attempt_at, j.at)
      from (
        select value ->> 'id' as id, max(value ->> 'at') as at from json_each(${JSON.stringify(claimed)}) group by 1
      ) j
      where phone_numbers.id = j.id
    `),
    db.run(sql`
      update phone_numbers
      set last_attempt_at = ${now}, in_use = 0, in_use_by = null, in_use_campaign = null
      where in_use = 1 and in_use_by = ${accountId}
    `),
  ])
}
