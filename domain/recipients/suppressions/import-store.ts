// The rows of one import step become stops, each as `writeSuppression` writes one (rule stop-lists): once, in the consent history, and
// flagged in the list of recipients, so that no claim takes the number from then on.
import { type SQL, sql } from 'drizzle-orm'
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { begunAt, notSkipped, numberOf } from '../imports/store.ts'
import { holdersAmong, type NumberClaim } from './claims-store.ts'
import { type Hashes, hashesOfNumber } from './hash.ts'
import { rowsOfListed, unnamedOf } from './lids-store.ts'
import { listedHash, refuseLifts, SHOWN, type ShownSuppression } from './store.ts'

/** r: row of the file; n: number; h: its keyed hashes; t: what is said of the stop. */
export type StopItem = { r: number; n: string; h: Hashes; t: string | null }
const listOf = (items: readonly StopItem[]) => sql`json_each(${JSON.stringify(items)}) j`
/** Each as an expression of its own, so that each is one look-up in the index of the hashes. */
const keysOf = (items: readonly StopItem[]): SQL[] =>
  (items[0]?.h ?? ['']).map((_, key) => sql`j.value ->> ${sql.raw(`'$.h[${key}]'`)}`)
const rowsOf = (items: readonly StopItem[]): SQL =>
  rowsOfListed(listOf(items), sql`(${sql.join(keysOf(items), sql`, `)})`)

type Stops = { items: readonly StopItem[]; by: string; now: number }
/**
 * For the same transaction: other numbers of a list's people, which the list does not name (rule opt-out-lid). Left to the time after it, a crash would
 * leave them flagged, with no stop that says why.
 */
export const othersStatements = (db: Db, via: 'admin' | 'import', others: Stops): Statement[] =>
  others.items.length === 0 ? [] : statementsOf(db, { ...others, jobId: null, via })
/** @param jobId null: no import, but what the office says of these numbers now; nothing is noted as skipped */
export const stopStatements = (db: Db, stops: Stops & { jobId: string | null }): Statement[] =>
  statementsOf(db, { ...stops, via: stops.jobId === null ? 'admin' : 'import' })
const statementsOf = (
  db: Db,
  { jobId, via, items, by, now }: Stops & { jobId: string | null; via: 'admin' | 'import' },
): Statement[] => {
  const list = listOf(items)
  const keys = keysOf(items)
  const hashes = sql`(${sql.join(keys, sql`, `)})`
  const [hash] = keys
  const isThere = sql`(
    exists (select 1 from suppressions s where s.hash in ${hashes})
    or exists (select 1 from suppressions s where s.number = (j.value ->> 'n'))
  )`
  const fresh = jobId === null ? sql`not ${isThere}` : notSkipped(jobId)
  const importNo = jobId === null ? sql`null` : numberOf(jobId)
  const saidAt = jobId === null ? sql`${now}` : begunAt(jobId)
  const isErased = sql`exists (select 1 from suppressions e where e.hash in ${hashes} and e.reason = 'erased')`
  return [
    ...(jobId === null
      ? []
      : [
          db.run(sql`
            insert into import_skips (job_id, row, value, name, reason)
            select ${jobId}, j.value ->> 'r', j.value ->> 'n', '', 'duplicate'
            from ${list}
            where ${isThere}
          `),
        ]),
    // once for each import also of who has stopped: what they wrote before it lifts nothing
    db.run(sql`
      insert into consent_history (hash, number, event, source, by, at, import_no)
      select
        ${listedHash(hashes, sql`(j.value ->> 'n')`, sql`${hash}`)}, iif(${isErased}, null, j.value ->> 'n'),
        'opt_out', ${via}, ${by}, ${now}, ${importNo}
      from ${list}
      where ${fresh}
        or coalesce(
          (
            select c.event = 'opt_in' or c.at < ${saidAt}
            from consent_history c
            where c.hash in ${hashes} and c.event in ('opt_in', 'opt_out')
            order by c.id desc
            limit 1
          ),
          true
        )
    `),
    // the questions that wait are few, so each is looked up in the file, and not the file among them
    refuseLifts(
      db,
      sql`exists (
        select 1
        from suppressions s
        where s.id = cast(approvals.subject as integer)
          and (
            s.number in (select j.value ->> 'n' from ${list})
            or s.hash in (select h.value from ${list}, json_each(j.value, '$.h') h)
          )
      )`,
      now,
    ),
    db.run(sql`
      insert into suppressions (hash, number, lid, via, by, reason, created_at)
      select ${hash}, j.value ->> 'n', null, ${via}, ${by}, j.value ->> 't', ${now}
      from ${list}
      where ${fresh}
    `),
    db.run(sql`
      update phone_numbers
      set suppressed = 1
      where suppressed <> 1 and number in (select j.value ->> 'n' from ${list})
    `),
    db.run(sql`
      update phone_numbers
      set suppressed = 1
      where suppressed <> 1
        and id in (select o.id from ${rowsOf(items)} o)
    `),
  ]
}
/** The stops that a step has written. */
export const stopsOf = (db: Db, jobId: string, items: readonly StopItem[]): Promise<ShownSuppression[]> =>
  db.all<ShownSuppression>(sql`
    select ${SHOWN}
    from ${listOf(items)}
    cross join suppressions s on s.number = (j.value ->> 'n')
    where ${notSkipped(jobId)}
    order by s.id
  `)
/** Accounts that hold one of these numbers since before the step. */
export const holdersOf = (db: Db, items: readonly StopItem[]): Promise<NumberClaim[]> =>
  holdersAmong(db, sql`(select j.value ->> 'n' from ${listOf(items)})`)
/** Other numbers of these people, which no stop names yet: one may lead to another. Those that are learned until the step flags them alone. */
export const othersOf = async (
  db: Db,
  ring: KeyRing,
  items: readonly StopItem[],
  said: string | null,
): Promise<StopItem[]> => {
  const known = new Map(items.map((item) => [item.n, item]))
  for (let waiting = [...items]; waiting.length > 0; ) {
    const found = (await unnamedOf(db, rowsOf(waiting))).filter(({ number }) => !known.has(number))
    waiting = found.map(({ number }) => ({ r: 0, n: number, h: hashesOfNumber(ring, number), t: said }))
    for (const one of waiting) known.set(one.n, one)
  }
  return [...known.values()].slice(items.length)
}
