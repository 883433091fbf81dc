// Suppressions and the consent history in SQL. A suppression and the phone number's flag change in one transaction.
import { type SQL, sql } from 'drizzle-orm'
import { caseTexts } from '../../../contract/ground/texts.ts'
import { type Db, runNamed, type Statement } from '../../ground/db/connection.ts'
import { type NumberClaim, forbiddenHolders, saveWithdrawnClaim } from './claims-store.ts'
import { unlessErased } from './erased-store.ts'
import { anyOf } from '../../ground/db/rows.ts'
import { flagOthers, hasLid, keepLid, type Other, otherNumbersOf } from './lids-store.ts'
import { rememberErased } from './memory-store.ts'
import type { Hashes } from './hash.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { suppressions } from './table.ts'

export type SuppressionRow = Row<typeof suppressions>
/** null: nobody, or somebody who is gone. */
export type ByName = { by_name: string | null }
/** Who did it, as people know them: a person by name, an account that got an opt-out by its number. */
export const byName = (by: SQL): SQL => sql`
  coalesce(
    (select trim(firstname || ' ' || lastname) from users where id = ${by}),
    (select phonenumber from whatsapp where id = ${by})
  )
`
export const SHOWN = sql`s.*, ${byName(sql`s.by`)} as by_name`
export type ShownSuppression = SuppressionRow & ByName
export type NewSuppression = Omit<SuppressionRow, 'id' | 'created_at' | 'hash' | 'lid_hash'> & {
  hashes: Hashes
  /** First parts of their LID's hash, under every key; empty: the stop came without it. */
  lidHashes: readonly string[]
}

/** By a reply, to the last message that an account sent them, then (epoch ms). */
export type Answered = { number: string; hashes: Hashes; sentAt: number; now: number }
/**
 * For the batch of a suppression: this call wrote it, and it is their first answer of this kind to that message. Whoever joins and stops again
 * before the next message counts once.
 */
export const isFirstSince = ({ number, hashes, sentAt, now }: Answered): SQL => sql`
  exists (select 1 from suppressions where number = ${number} and created_at = ${now})
    and not exists (
      select 1
      from consent_history
      where hash in ${anyOf(hashes)}
        and event = 'opt_out'
        and source in ('reply', 'button')
        and at >= ${sentAt}
        and at < ${now}
    )
`

export const isOfLidOf = (number: string | null): SQL => sql`
  exists (
    select 1
    from phone_numbers p
    where p.number = ${number} and ${hasLid(sql`suppressions.hash`, sql`p.lid_hash`)}
  )
`

/** Questions to a second person about stops are over once their people stop again. */
export const refuseLifts = (db: Db, whose: SQL, now: number): Statement =>
  db.run(sql`
    update approvals
    set status = 'refused', decided_at = ${now}, reason = ${caseTexts.stoppedAgain}
    where kind = 'lift'
      and status = 'waiting'
      and ${whose}
  `)

/**
 * The hash that their row of the list has: the history writes a stop and an erasure under the same, by which the proof of the record asks for
 * it. A row of before a rotation keeps its own.
 */
export const listedHash = (theirs: SQL, number: SQL, otherwise: SQL): SQL => sql`
  coalesce(
    (select hash from suppressions where hash in ${theirs} limit 1),
    (select hash from suppressions where number = ${number} limit 1),
    ${otherwise}
  )
`

/**
 * Writes it once, however often it is called. Answers which accounts must release the number, and other numbers of the same person.
 * @param saidAt when it was said, by its person or for them at the office; null: it is on record already. What is said once more is on record,
 * too: what they wrote before it, and what comes later than it, lifts nothing (rules lift, opt-in-message)
 */
export const writeSuppression = async (
  db: Db,
  s: NewSuppression,
  now: number,
  more: Statement[] = [],
  saidAt: number | null = null,
): Promise<{ holders: NumberClaim[]; others: Other[] }> => {
  const [hash] = s.hashes
  // also by the number: a Worker whose ring lacks a key may have written it under another hash, and the list must show it once
  const isNew = sql`not exists (select 1 from suppressions where hash in ${anyOf(s.hashes)})
    and not exists (select 1 from suppressions where number = ${s.number})`
  const act = [
    // anyone who has stopped and asked for messages again since (rule lift) is heard when they stop once more
    db.run(sql`
      insert into consent_history (hash, number, event, source, by, at)
      select
        ${listedHash(anyOf(s.hashes), sql`${s.number}`, sql`${hash}`)},
        ${unlessErased(s.number, s.hashes)}, 'opt_out', ${s.via}, ${s.by}, ${now}
      where (${isNew})
        or coalesce(
          (
            select event = 'opt_in' or at < ${saidAt}
            from consent_history
            where hash in ${anyOf(s.hashes)} and event in ('opt_in', 'opt_out')
            order by id desc
            limit 1
          ),
          ${saidAt} is not null
        )
    `),
    refuseLifts(
      db,
      sql`subject in (select cast(id as text) from suppressions where hash in ${anyOf(s.hashes)} or number = ${s.number})`,
      now,
    ),
    db.run(sql`
      insert into suppressions (hash, number, lid, via, by, reason, created_at)
      select ${hash}, ${s.number}, ${s.lid}, ${s.via}, ${s.by}, ${s.reason}, ${now}
      where ${isNew}
    `),
    keepLid(db, s),
    db.run(sql`update phone_numbers set suppressed = 1 where number = ${s.number} and suppressed <> 1`),
    flagOthers(db, s),
    ...more,
  ]
  const answers = await runNamed(db, {
    act,
    holders: s.number === null ? null : forbiddenHolders(db, s.number),
    others: otherNumbersOf(db, s),
  })
  return { holders: answers.holders ?? [], others: answers.others }
}

/** by null: the person themselves, by the page behind their link. */
export const erasedVia = (by: string | null): 'admin' | 'page' => (by === null ? 'page' : 'admin')
/**
 * Removes this person from every row that names them, in one transaction. The hash stays, so that they remain suppressed.
 * Answers which accounts hold the number now.
 */
export const erase = async (
  db: Db,
  who: { hashes: Hashes; number: string; by: string | null; now: number },
  more: Statement[],
): Promise<NumberClaim[]> => {
  const { number, by, now } = who
  const [hash] = who.hashes
  const theirs = sql`hash in ${anyOf(who.hashes)}`
  const row = sql`(select cast(id as text) from phone_numbers where number = ${number})`
  const told = JSON.stringify(number)
  const act = [
    saveWithdrawnClaim(db, sql`number = ${number}`),
    // Audit rows stay until their retention, without the number and without what it was; the digest proves the rest of the chain. An
    // entry may be about another row, or about one that was deleted since, and still tell the number.
    db.run(sql`
      update audit_log
      set target = iif(target = ${number} or action like 'phonenumber.%', ${hash}, target), before = null, after = null, salt = null
      where target = ${number}
        or (target = ${row} and action like 'phonenumber.%')
        or (
          action in ('phonenumber.create', 'phonenumber.update', 'phonenumber.delete', 'suppression.delete')
          and (instr(before, ${told}) > 0 or instr(after, ${told}) > 0)
        )
    `),
    db.run(sql`update number_checks set current_number = null where current_number = ${number}`),
    db.run(sql`
      update suppressions
      set number = null, lid = null, reason = 'erased'
      where ${theirs} or number = ${number}
    `),
    db.run(sql`
      insert into suppressions (hash, number, lid, via, by, reason, created_at)
      select ${hash}, null, null, ${erasedVia(by)}, ${by}, 'erased', ${now}
      where not exists (select 1 from suppressions where ${theirs})
    `),
    db.run(sql`
      insert into counters (name, value)
      select 'phone.total', -count(*)
      from phone_numbers
      where number = ${number}
      union all
      select 'phone.unblasted', -count(*)
      from phone_numbers
      where number = ${number} and status = 'active' and count_success = 0
      on conflict (name) do update set value = value + excluded.value
      where excluded.value <> 0
    `),
    db.run(sql`
      update suppressions
      set lid = null
      where lid is not null and ${isOfLidOf(number)}
    `),
    db.run(sql`delete from phone_numbers where number = ${number}`),
    db.run(sql`delete from snoozes where number = ${number}`),
    db.run(sql`delete from topic_refusals where number = ${number}`),
    ...rememberErased(db, who.hashes, now),
    db.run(sql`
      update blaster_jobs
      set refused = (
        select json_group_array(json(r.value))
        from json_each(refused) r
        where r.value ->> 'number' <> ${number}
      )
      where instr(refused, ${JSON.stringify(number)}) > 0
    `),
    // a trigger moves what an import brought of them to the history, without the number (rule import-consents)
    db.run(sql`insert into erasures (number, hash, created_at) values (${number}, ${hash}, ${now})`),
    db.run(sql`delete from import_skips where value = ${number}`),
    db.run(sql`update consent_history set number = null where ${theirs}`),
    db.run(sql`
      insert into consent_history (hash, number, event, source, by, at)
      values (${listedHash(anyOf(who.hashes), sql`${number}`, sql`${hash}`)}, null, 'erased', null, ${by}, ${now})
    `),
    ...more,
  ]
  return (await runNamed(db, { act, holders: forbiddenHolders(db, number) })).holders
}

/** Nothing of an erased person comes back: whoever erases them again finds nothing. */
export const wasErased = async (db: Db, hashes: Hashes): Promise<boolean> =>
  (await db.all(sql`select 1 from suppressions where hash in ${anyOf(hashes)} and reason = 'erased'`)).length > 0

/** Whether nobody may write to this number, in the list or not. */
export const isSuppressed = async (db: Db, number: string, hashes: Hashes): Promise<boolean> => {
  const rows = await db.all(sql`
    select 1 from suppressions where hash in ${anyOf(hashes)}
    union all
    select 1 from phone_numbers where number = ${number} and suppressed = 1
    limit 1
  `)
  return rows.length > 0
}

export const suppressionById = async (db: Db, id: number): Promise<SuppressionRow | null> =>
  (await db.all<SuppressionRow>(sql`select * from suppressions where id = ${id}`))[0] ?? null
