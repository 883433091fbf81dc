// The progress of cutting a validator's file into parts. What was read and what was found in it are written by one statement.
import { sql } from 'drizzle-orm'
import type { Db } from '../../ground/db/connection.ts'
import type { CheckRow } from './store.ts'

export type Reading = Pick<CheckRow, 'id' | 'file_key' | 'file_bytes' | 'read_bytes' | 'read_rows' | 'total'> & {
  file_head: string
}
/** null: there is nothing to read, or no such check. */
export const readingOf = async (db: Db, id: string): Promise<Reading | null> => {
  const [row] = await db.all<Reading>(sql`
    select id, file_key, file_bytes, file_head, read_bytes, read_rows, total
    from number_checks
    where id = ${id} and source = 'reading'
  `)
  return row ?? null
}
/** false: another run moved it meanwhile, or the check is deleted. */
export const saveReading = async (
  db: Db,
  id: string,
  step: { fromBytes: number; toBytes: number; rows: number; total: number; now: number },
): Promise<boolean> => {
  const { meta } = await db.run(sql`
    update number_checks
    set
      read_bytes = ${step.toBytes},
      read_rows = ${step.rows},
      total = ${step.total},
      updated_at = ${step.now}
    where id = ${id} and source = 'reading' and read_bytes = ${step.fromBytes}
  `)
  return meta.changes === 1
}
/** error null: the check may start. */
export const endReading = async (db: Db, id: string, error: string | null, now: number): Promise<void> => {
  await db.run(sql`
    update number_checks
    set
      source = ${error === null ? 'ready' : 'broken'},
      error = ${error},
      phase = ${error === null ? 'idle' : 'error_validate'},
      version = version + 1,
      updated_at = ${now}
    where id = ${id} and source = 'reading'
  `)
}
export const checkExists = async (db: Db, id: string): Promise<boolean> =>
  (await db.all(sql`select 1 from number_checks where id = ${id}`)).length > 0

/** Cron: checks whose file nobody has read on for a while. */
export const stalledReadings = (db: Db, before: number): Promise<Pick<CheckRow, 'id'>[]> =>
  db.all<Pick<CheckRow, 'id'>>(sql`
    select id
    from number_checks
    where source = 'reading' and updated_at < ${before}
    order by updated_at
    limit 20
  `)
