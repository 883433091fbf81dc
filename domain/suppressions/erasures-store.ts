// Erasures under way in SQL: how far each is, and whom it still has to reach.
import { sql } from 'drizzle-orm'
import type { Db } from '../db/connection.ts'
import type { Row } from '../db/rows.ts'
import type { numberChecks } from '../number-checks/table.ts'
import type { whatsapp } from '../whatsapp/table.ts'
import type { erasures } from './table.ts'

/** An erasure under way; its number is deleted only at its end. */
export type Erasure = Row<typeof erasures, 'id' | 'phase' | 'after'> & { number: string }

export const openErasures = (db: Db): Promise<Erasure[]> =>
  db.all<Erasure>(sql`
    select id, number, phase, after
    from erasures
    where done_at is null
    order by id
    limit 10
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

/** Removed accounts too: their objects keep what they know for a while. */
export const accountsAfter = async (db: Db, after: string, limit: number): Promise<string[]> =>
  (
    await db.all<Row<typeof whatsapp, 'id'>>(sql`
      select id
      from whatsapp
      where id > ${after}
      order by id
      limit ${limit}
    `)
  ).map((row) => row.id)

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
