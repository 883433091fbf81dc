// Snoozes in SQL: nothing is sent to these people until a time, and then again (rule snooze).
import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS } from '../../../contract/ground/time.ts'
import { type Db, runBatch, runNamed, type Statement } from '../../ground/db/connection.ts'
import { anyOf, type Row } from '../../ground/db/rows.ts'
import { type NumberClaim, forbiddenHolders } from './claims-store.ts'
import { AFTER_A_HOLD, AFTER_A_SNOOZE, SNOOZED } from './flag-store.ts'
import { HELD, isHeld } from '../sources/hold-store.ts'
import { walkAgain } from './grade-walk-store.ts'
import type { Hashes } from './hash.ts'
import type { snoozes } from './table.ts'

/** Of phone_numbers under this alias, epoch ms; null: not snoozed. */
export const snoozedUntilOf = (alias: 'p' | 'phone_numbers'): SQL => {
  const row = sql.raw(alias)
  return sql`iif(${row}.suppressed = ${SNOOZED}, (select z.until from snoozes z where z.number = ${row}.number), null)`
}

export type NewSnooze = Row<typeof snoozes, 'number' | 'until' | 'via'> & {
  hashes: Hashes
  by: string | null
  /** When its person said so, epoch ms. */
  at: number
}
/**
 * A longer one stays, as of when it was said last: what its person wrote before that ends neither. Who has stopped or was erased is left alone.
 * Answers that, and which accounts must release the number.
 */
export const writeSnooze = async (
  db: Db,
  s: NewSnooze,
  now: number,
): Promise<{ hasStopped: boolean; holders: NumberClaim[] }> => {
  const hasStopped = sql`exists (select 1 from suppressions where hash in ${anyOf(s.hashes)})`
  const act = [
    // what is said or pressed again within a day is no event of its own
    db.run(sql`
      insert into consent_history (hash, number, event, source, by, at)
      select ${s.hashes[0]}, ${s.number}, 'snoozed', ${s.via}, ${s.by}, ${now}
      where not ${hasStopped}
        and not exists (
          select 1 from snoozes where number = ${s.number} and via = ${s.via} and created_at > ${s.at - DAY_MS}
        )
    `),
    db.run(sql`
      insert into snoozes (number, until, via, created_at)
      select ${s.number}, ${s.until}, ${s.via}, ${s.at}
      where not ${hasStopped}
      on conflict (number) do update set
        until = max(until, excluded.until),
        via = iif(excluded.created_at >= created_at, excluded.via, via),
        created_at = max(created_at, excluded.created_at)
    `),
    db.run(sql`
      update phone_numbers
      set suppressed = ${SNOOZED}
      where number = ${s.number} and suppressed = 0 and exists (select 1 from snoozes where number = ${s.number})
    `),
  ]
  const stopped = db.all<{ yes: 0 | 1 }>(sql`select ${hasStopped} as yes`)
  const answers = await runNamed(db, { act, stopped, holders: forbiddenHolders(db, s.number) })
  return { hasStopped: answers.stopped[0]?.yes === 1, holders: answers.holders }
}

/** Cron: those that are over by now, all in one transaction. Nobody is written to before it has run. */
export const endSnoozes = async (db: Db, now: number): Promise<void> => {
  const over = sql`(select number from snoozes where until <= ${now})`
  await runBatch(db, [
    db.run(sql`
      update phone_numbers set suppressed = ${AFTER_A_SNOOZE} where number in ${over} and suppressed = ${SNOOZED}
    `),
    db.run(sql`delete from snoozes where until <= ${now}`),
  ])
}
/** Its person takes it back. One that was begun after `at` stays: it was said later. @param does whether anything is done, for its batch */
export const endSnooze = (db: Db, number: string, at: number, does: SQL = sql`true`): Statement[] => {
  const its = sql`number = ${number} and created_at < ${at} and ${does}`
  return [
    db.run(sql`
      update phone_numbers
      set suppressed = ${AFTER_A_SNOOZE}
      where number in (select number from snoozes where ${its}) and suppressed = ${SNOOZED}
    `),
    db.run(sql`delete from snoozes where ${its}`),
  ]
}
/** A backup reads recipients, snoozes and held sources at different times: once all are back, the rows say what these do. */
export const matchFlags = async (db: Db): Promise<void> => {
  await runBatch(db, [
    db.run(sql`
      update phone_numbers
      set suppressed = ${AFTER_A_SNOOZE}
      where suppressed = ${SNOOZED} and number not in (select number from snoozes)
    `),
    db.run(sql`
      update phone_numbers
      set suppressed = ${AFTER_A_HOLD}
      where suppressed = ${HELD} and not ${isHeld(sql`phone_numbers.consent_source`)}
    `),
    db.run(sql`
      update phone_numbers set suppressed = ${SNOOZED} where number in (select number from snoozes) and suppressed = 0
    `),
    db.run(sql`update consent_sources set marked = 0 where held_at is not null`),
    ...walkAgain(db),
  ])
}
