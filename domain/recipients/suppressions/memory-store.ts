// What is remembered of a recipient whose row is gone (rule recipient-memory): under the keyed hash, never under the number. Written in
// the batch that deletes a row or changes its number, read in the batch that makes one.
import { type SQL, sql } from 'drizzle-orm'
import { type Db, runNamed, type Statement } from '../../ground/db/connection.ts'
import { anyOf } from '../../ground/db/rows.ts'
import type { Hashes } from './hash.ts'
import { hasLid, lidDigits } from './lids-store.ts'

/**
 * Goes before the statement that deletes this row or changes its number. A row that an account holds counts as tried now: its message may
 * be under way, and the result will find no row. Of somebody whom nobody has tried to reach there is nothing to remember.
 */
export const rememberRow = (db: Db, where: SQL, { hash, now }: { hash: string; now: number }): Statement =>
  remember(db, { from: sql`from phone_numbers p`, where, hash: sql`${hash}` }, now)
/** The same of many. @param rows a list `j` of `{ i: id, h: hash }` */
export const rememberRows = (db: Db, rows: SQL, where: SQL, now: number): Statement =>
  remember(
    db,
    {
      from: sql`from ${rows} cross join phone_numbers p on p.id = (j.value ->> 'i')`,
      where,
      hash: sql`j.value ->> 'h'`,
    },
    now,
  )
const remember = (db: Db, { from, where, hash }: { from: SQL; where: SQL; hash: SQL }, now: number): Statement =>
  db.run(sql`
    insert into recipient_memory (hash, last_attempt_at, not_registered_count, lid_hash, kept_at)
    select
      ${hash},
      iif(p.in_use = 1, max(p.last_attempt_at, ${now}), p.last_attempt_at),
      p.not_registered_count,
      ${lidDigits(sql`p.lid_hash`)},
      ${now}
    ${from}
    where (${where}) and (p.last_attempt_at > 0 or p.in_use = 1 or p.not_registered_count > 0 or p.lid_hash is not null)
    on conflict (hash) do update set
      last_attempt_at = max(last_attempt_at, excluded.last_attempt_at),
      not_registered_count = max(not_registered_count, excluded.not_registered_count),
      lid_hash = coalesce(excluded.lid_hash, lid_hash),
      kept_at = max(kept_at, excluded.kept_at)
  `)
/** Of an erased person stays the hash alone, and that nobody wrote to them after now. */
export const rememberErased = (db: Db, hashes: Hashes, now: number): Statement[] => [
  db.run(sql`delete from recipient_memory where hash in ${anyOf(hashes)}`),
  db.run(sql`
    insert into recipient_memory (hash, last_attempt_at, not_registered_count, lid_hash, kept_at)
    values (${hashes[0]}, ${now}, 0, null, ${now})
  `),
]

/** Whether somebody stopped whose number had no row at that time: by their LID alone, or under another number that has it. */
export const stoppedByLid = (hashes: SQL): SQL => sql`
  exists (
    select 1
    from recipient_memory m
    cross join suppressions l on ${hasLid(sql`l.hash`, sql`m.lid_hash`)}
    where m.hash in ${hashes}
    union all
    select 1
    from recipient_memory m
    cross join phone_numbers o on ${hasLid(sql`o.lid_hash`, sql`m.lid_hash`)} and o.suppressed = 1
    where m.hash in ${hashes}
    union all
    select 1
    from recipient_memory m
    cross join suppressions o on ${hasLid(sql`o.lid_hash`, sql`m.lid_hash`)}
    where m.hash in ${hashes}
  )
`
/** Of any row that has the LID of a remembered one, `m`. */
const LAST_OF_ITS_LID = sql`(
  select max(p.last_attempt_at) from phone_numbers p where ${hasLid(sql`p.lid_hash`, sql`m.lid_hash`)}
)`
/**
 * Goes after the statement that makes these rows or gives them their number: they begin with what is remembered, and with the last attempt
 * at any other row that is known to be the same person's.
 * @param rows a list `j` of `{ n: number, h: hashes }`
 * @param hashes of such a value, each an expression of its own
 */
export const recallRows = (db: Db, rows: SQL, hashes: SQL, which: SQL = sql`true`): Statement[] => [
  db.run(sql`
    update phone_numbers
    set
      last_attempt_at = max(phone_numbers.last_attempt_at, remembered.last_attempt_at),
      not_registered_count = max(phone_numbers.not_registered_count, remembered.not_registered_count),
      lid_hash = ${lidDigits(sql`coalesce(remembered.lid_hash, phone_numbers.lid_hash)`)}
    from (
      select
        j.value ->> 'n' as number,
        max(
          max(m.last_attempt_at),
          coalesce(max(${LAST_OF_ITS_LID}), 0)
        ) as last_attempt_at,
        max(m.not_registered_count) as not_registered_count,
        max(m.lid_hash) as lid_hash
      from ${rows}
      cross join recipient_memory m on m.hash in ${hashes}
      where ${which}
      group by 1
    ) remembered
    where phone_numbers.number = remembered.number
  `),
  ...keptOut(
    db,
    sql`
      select j.value ->> 'n' as number, m.last_attempt_at
      from ${rows}
      cross join recipient_memory m on m.hash in ${hashes}
      where ${which}
    `,
  ),
]
/**
 * Who was written to since a rolling campaign began may have got it under the row that is gone: they are none of those whom it still sends to
 * (rule campaign-rolling). A row that came back from a backup may wait in it, or be held for it by a claim that was given up.
 * @param written as SQL: numbers, and the `last_attempt_at` of each under the row that is gone
 */
const keptOut = (db: Db, written: SQL): Statement[] => {
  const kept = sql`
    select distinct
      c.id as campaign_id,
      p.id as number_id,
      p.last_attempt_at as at,
      coalesce(q.state = 1, 0) as held,
      -- a launch that has not come to them yet counts them itself
      q.state is null and (c.state <> 'launching' or p.id <= c.launched_to or p.id > c.through_id) as counts
    from campaigns c
    cross join (${written}) k
    cross join phone_numbers p on p.number = k.number
    left join campaign_people q on q.campaign_id = c.id and q.number_id = p.id
    where c.state in ('launching', 'running', 'paused')
      and c.rolling = 1
      and k.last_attempt_at >= c.launched_at
      and coalesce(q.state, 0) in (0, 1)
  `
  return [
    db.run(sql`
      update campaigns
      set people = people + k.counted, dropped = dropped + k.n, claimed = claimed - k.held
      from (select campaign_id, count(*) as n, sum(counts) as counted, sum(held) as held from (${kept}) group by 1) k
      where campaigns.id = k.campaign_id
    `),
    db.run(sql`
      insert into campaign_people (campaign_id, number_id, state, at)
      select campaign_id, number_id, 5, at from (${kept}) where true
      on conflict (campaign_id, number_id) do update set state = 5, at = excluded.at
    `),
  ]
}
/**
 * Numbers that were written to under rows which a restored database does not have (rule restored-place). Those that it has under another id rest.
 * @param tried `id` of the row of then, and epoch ms
 * @returns those that it does not have at all: what is to be remembered of them
 */
export const restTried = async (
  db: Db,
  tried: readonly { id: number; number: string; at: number }[],
): Promise<{ number: string; at: number }[]> => {
  const rows = sql`json_each(${JSON.stringify(tried)}) j`
  const moved = sql`
    select p.number, max(j.value ->> 'at') as last_attempt_at
    from ${rows}
    cross join phone_numbers p on p.number = j.value ->> 'number'
    where p.id <> j.value ->> 'id'
    group by p.number
  `
  const { unlisted } = await runNamed(db, {
    rested: db.run(sql`
      update phone_numbers
      set last_attempt_at = max(phone_numbers.last_attempt_at, k.last_attempt_at)
      from (${moved}) k
      where phone_numbers.number = k.number
    `),
    kept: keptOut(db, moved),
    unlisted: db.all<{ number: string; at: number }>(sql`
      select j.value ->> 'number' as number, max(j.value ->> 'at') as at
      from ${rows}
      where not exists (select 1 from phone_numbers p where p.number = j.value ->> 'number')
      group by 1
    `),
  })
  return unlisted
}
/** Of numbers without a row: when each was written to last. */
export const rememberTried = (db: Db, tried: readonly { hash: string; at: number }[], now: number): Statement =>
  db.run(sql`
    insert into recipient_memory (hash, last_attempt_at, not_registered_count, lid_hash, kept_at)
    select value ->> 'hash', value ->> 'at', 0, null, ${now}
    from json_each(${JSON.stringify(tried)})
    where true
    on conflict (hash) do update set
      last_attempt_at = max(last_attempt_at, excluded.last_attempt_at), kept_at = max(kept_at, excluded.kept_at)
  `)
/** Of one number. */
export const recallNumber = (db: Db, number: string, hashes: Hashes): Statement[] =>
  recallRows(db, sql`json_each(${JSON.stringify([{ n: number }])}) j`, anyOf(hashes))
