// Snoozes in SQL: nothing is sent to these people until a time, and then again (rule snooze).
import { type SQL, sql } from 'drizzle-orm'
import { type Db, runBatch, runNamed, type Statement } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import { type NumberClaim, forbiddenHolders } from './claims-store.ts'
import type { Hashes } from './hash.ts'
import type { snoozes } from './table.ts'

/** `suppressed` of a recipient: 0 may be written to, 1 has stopped, 2 is snoozed. */
const SNOOZED = 2
/** For the row of a number that is written now: whether it begins snoozed. */
export const snoozedNow = (number: SQL, now: number): SQL => sql`
  iif(exists (select 1 from snoozes z where z.number = ${number} and z.until > ${now}), ${SNOOZED}, 0)
`
/** Of phone_numbers under this alias, epoch ms; null: not snoozed. */
export const snoozedUntilOf = (alias: 'p' | 'phone_numbers'): SQL => {
  const row = sql.raw(alias)
  return sql`iif(${row}.suppressed = ${SNOOZED}, (select z.until from snoozes z where z.number = ${row}.number), null)`
}
export type NewSnooze = Row<typeof snoozes, 'number' | 'until' | 'via'> & { hashes: Hashes; by: string | null }

/** A longer one stays. Who has stopped is left alone. Answers which accounts must release the number. */
export const writeSnooze = async (db: Db, s: NewSnooze, now: number): Promise<NumberClaim[]> => {
  const act = [
    // said once more while the same one lasts, it is one event
    db.run(sql`
      insert into consent_history (hash, number, event, source, by, at)
      select ${s.hashes[0]}, ${s.number}, 'snoozed', ${s.via}, ${s.by}, ${now}
      where not exists (select 1 from snoozes where number = ${s.number} and until >= ${s.until})
    `),
    db.run(sql`
      insert into snoozes (number, until, via, created_at)
      values (${s.number}, ${s.until}, ${s.via}, ${now})
      on conflict (number) do update set until = excluded.until, via = excluded.via, created_at = excluded.created_at
      where excluded.until > until
    `),
    db.run(sql`update phone_numbers set suppressed = ${SNOOZED} where number = ${s.number} and suppressed = 0`),
  ]
  return (await runNamed(db, { act, holders: forbiddenHolders(db, s.number) })).holders
}

/** Cron: those that are over by now, all in one transaction. Nobody is written to before it has run. */
export const endSnoozes = async (db: Db, now: number): Promise<void> => {
  const over = sql`(select number from snoozes where until <= ${now})`
  await runBatch(db, [
    db.run(sql`update phone_numbers set suppressed = 0 where number in ${over} and suppressed = ${SNOOZED}`),
    db.run(sql`delete from snoozes where until <= ${now}`),
  ])
}
/** Its person takes it back, or is erased. One that was begun after `at` stays: it was said later. */
export const endSnooze = (db: Db, number: string, at: number): Statement[] => {
  const its = sql`number = ${number} and created_at < ${at}`
  return [
    db.run(sql`
      update phone_numbers
      set suppressed = 0
      where number in (select number from snoozes where ${its}) and suppressed = ${SNOOZED}
    `),
    db.run(sql`delete from snoozes where ${its}`),
  ]
}
