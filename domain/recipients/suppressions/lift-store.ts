// Lifting a stop in SQL, and whether its person asked for that themselves (rule lift).
import { type SQL, sql } from 'drizzle-orm'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { refuseUnless } from '../../ground/db/refusal-store.ts'
import { anyOf } from '../../ground/db/rows.ts'
import { keepLeft } from './range-store.ts'
import { endSnooze } from './snooze-store.ts'
import { isOfLidOf, type SuppressionRow } from './store.ts'

/** hashes: of its number and of its LID, where it has them, under every key. */
export type Stopped = { row: SuppressionRow; hashes: readonly string[] }

const hashesOf = ({ row, hashes }: Stopped): SQL => anyOf([row.hash, ...hashes])
/** A stop that was known by LID only would suppress the number again with its next message. */
const ofItsLid = ({ number }: SuppressionRow): SQL => sql`
  number is null
  and ${isOfLidOf(number)}
`

/**
 * An opt-in is of a person who has stopped, and once for each stop: the same message again, or another one, changes nothing. An erased person's
 * is kept without the number, as their stop is. It ends a snooze that began before it.
 * @param hashes of the number and of the LID, as far as they are known, under every key
 */
export const recordOptIn = async (
  db: Db,
  said: { hashes: readonly string[]; number: string | null; messageId: string; by: string; at: number },
): Promise<void> => {
  const heard = db.run(sql`
    insert into consent_history (hash, number, event, source, by, at)
    select s.hash, s.number, 'opt_in', ${said.messageId}, ${said.by}, ${said.at}
    from suppressions s
    where s.hash in ${anyOf(said.hashes)}
      and s.created_at < ${said.at}
      and coalesce(
        (
          select event = 'opt_in' or at >= ${said.at}
          from consent_history h
          where h.hash = s.hash and event in ('opt_in', 'opt_out', 'erased')
          order by h.id desc
          limit 1
        ),
        0
      ) = 0
  `)
  await runBatch(db, [heard, ...(said.number === null ? [] : endSnooze(db, said.number, said.at))])
}

/** Whether the last word of this person, which no other follows, is that they want messages again. */
const hasAsked = (stopped: Stopped): SQL => {
  const theirs = hashesOf(stopped)
  const all = sql`(
    hash in ${theirs} or hash in (select hash from suppressions where ${ofItsLid(stopped.row)})
  )`
  return sql`coalesce(
    (select max(at) from consent_history where event = 'opt_in' and hash in ${theirs}) > max(
      (select max(created_at) from suppressions where id = ${stopped.row.id} or ${all}),
      coalesce((select max(at) from consent_history where event in ('opt_out', 'erased') and ${all}), 0)
    ),
    0
  )`
}
export const askedThemselves = async (db: Db, stopped: Stopped): Promise<boolean> => {
  const [row] = await db.all<{ asked: 0 | 1 }>(sql`select ${hasAsked(stopped)} as asked`)
  return row?.asked === 1
}

/** Fails its batch unless the stop is still there. */
export const isStillThere = ({ row }: Stopped): SQL => sql`exists (select 1 from suppressions where id = ${row.id})`
/**
 * Under every key. The opt-out had ended the consent: the number stays nonactive until its person agrees again, and its cooldown runs on. The
 * batch fails (stop_moved) where the stop is not there any more.
 * @param alone true: nobody else approves, so the batch fails, too, unless the person asked for it themselves
 */
export const liftStatements = (
  db: Db,
  stopped: Stopped,
  { by, reason, alone, now }: { by: string; reason: string; alone: boolean; now: number },
): Statement[] => {
  const { row } = stopped
  const may = alone ? sql`${isStillThere(stopped)} and ${hasAsked(stopped)}` : isStillThere(stopped)
  return [
    refuseUnless(db, 'stop_moved', may),
    db.run(sql`
      insert into consent_history (hash, number, event, source, by, at)
      values (${row.hash}, ${row.number}, 'lifted', ${reason}, ${by}, ${now})
    `),
    // each that goes with it has its own, by which the proof of the record finds that it was lifted
    db.run(sql`
      insert into consent_history (hash, number, event, source, by, at)
      select hash, null, 'lifted', ${reason}, ${by}, ${now}
      from suppressions
      where hash <> ${row.hash} and (hash in ${hashesOf(stopped)} or (${ofItsLid(row)}))
    `),
    db.run(sql`
      insert into counters (name, value)
      select 'phone.unblasted', -count(*)
      from phone_numbers
      where number = ${row.number} and status = 'active' and count_success = 0
      on conflict (name) do update set value = value + excluded.value
      where excluded.value <> 0
    `),
    db.run(sql`delete from suppressions where ${ofItsLid(row)}`),
    db.run(sql`
      update phone_numbers
      set suppressed = 0, status = 'nonactive', consent_source = null, consent_at = null, consent_by = null,
        consent_grade = null
      where number = ${row.number}
    `),
    ...(row.number === null ? [] : keepLeft(db, row.number, [stopped.hashes[0] ?? row.hash])),
    db.run(sql`delete from suppressions where id = ${row.id} or hash in ${hashesOf(stopped)}`),
  ]
}
