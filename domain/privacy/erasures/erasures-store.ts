// Erasures under way in SQL: how far each is, and whom it still has to reach.
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { numberChecks } from '../../sending/number-checks/table.ts'
import type { whatsapp } from '../../sending/whatsapp/table.ts'
import type { erasures } from '../../recipients/suppressions/table.ts'

/** An erasure under way; its number is deleted only at its end. */
export type Erasure = Row<typeof erasures, 'id' | 'phase' | 'after' | 'created_at'> & { number: string }

export const openErasures = (db: Db): Promise<Erasure[]> =>
  db.all<Erasure>(sql`
    select id, number, phase, after, created_at
    from erasures
    where done_at is null
    order by id
    limit 1000
  `)

export type CheckFiles = Row<typeof numberChecks, 'id' | 'file_key'> & { reading: 0 | 1 }
export const checksAfter = (db: Db, after: string, limit: number): Promise<CheckFiles[]> =>
  db.all<CheckFiles>(sql`
    select id, file_key, source = 'reading' as reading
    from number_checks
    where id > ${after}
    order by id
    limit ${limit}
  `)

/** An import that began before reads its file still: a row of this person may be skipped, and written down, after the erasure. */
export const isImportRunning = async (db: Db, before: number): Promise<boolean> =>
  (await db.all(sql`select 1 from import_jobs where status = 'running' and created_at <= ${before} limit 1`)).length > 0

/** Digits of a stored number that people write in any form: without the country's code. */
const LOCAL = 2
const MARKS = [' ', '-', '.', '(', ')', '/', '+', '_', '\u00a0']
/** What a file was refused for that tells the number, also where more than the number stands in the cell. Reads all of them once. */
export const eraseFromSkips = async (db: Db, number: string): Promise<void> => {
  const digits = MARKS.reduce((text: SQL, mark) => sql`replace(${text}, ${mark}, '')`, sql`value || ' ' || name`)
  await db.run(sql`
    delete from import_skips
    where value = ${number} or instr(${digits}, ${number.slice(LOCAL)}) > 0
  `)
}

/** Removed accounts too: their objects keep what they know for a while. */
export const accountsAfter = async (db: Db, after: string, limit: number, skipped = 0): Promise<string[]> =>
  (
    await db.all<Row<typeof whatsapp, 'id'>>(sql`
      select id
      from whatsapp
      where id > ${after}
      order by id
      limit ${limit} offset ${skipped}
    `)
  ).map((row) => row.id)
/** How many accounts that gives. */
export const accountsBehind = async (db: Db, after: string): Promise<number> =>
  (await db.all<{ n: number }>(sql`select count(*) as n from whatsapp where id > ${after}`))[0]?.n ?? 0

/** Saves how far the erasure is; when it is done its number is deleted from the row. */
export const saveErasure = async (db: Db, erasure: Erasure, now: number): Promise<void> => {
  const done = erasure.phase === 'done'
  await db.run(sql`
    update erasures
    set
      phase = ${erasure.phase},
      after = ${erasure.after},
      number = case when ${done ? 1 : 0} then null else number end,
      done_at = ${done ? now : null}
    where id = ${erasure.id}
  `)
}
