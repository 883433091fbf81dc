// Settings as rows of text, each value as String(value).
import { sql } from 'drizzle-orm'
import { DEFAULT_SETTINGS, type Settings } from '../../../contract/ground/settings.ts'
import { type Present, presentOf } from '../edits/as-read.ts'
import type { Db, Statement } from '../db/connection.ts'
import { refuseIf } from '../db/refusal-store.ts'
import { parseSettings } from './rules.ts'
import type { Row } from '../db/rows.ts'
import type { settings } from './table.ts'

/** For a batch; parse its rows with `parseSettings`. */
export const selectSettings = (db: Db) => db.all<Row<typeof settings>>(sql`select key, value from settings`)
export const readSettings = async (db: Db): Promise<Settings> => parseSettings(await selectSettings(db))
type Stored = readonly Row<typeof settings>[]
/** As an edit reads them: the rows, because one that fits its schema no more stands for its default. */
const rowsOf = (rows: Stored): Record<string, string | null> =>
  Object.fromEntries(
    Object.keys(DEFAULT_SETTINGS).map((key) => [key, rows.find((row) => row.key === key)?.value ?? null]),
  )
export const settingsRead = (rows: Stored): Present => presentOf(rowsOf(rows), parseSettings(rows))
/** For a batch: fails it unless all settings are as these rows have them. */
export const refuseSettingsEdited = (db: Db, rows: Stored): Statement => {
  const read = Object.entries(rowsOf(rows)).map(([key, value]) => ({ key, value }))
  return refuseIf(
    db,
    'edited',
    sql`exists (
      select 1
      from json_each(${JSON.stringify(read)}) j
      where (select s.value from settings s where s.key = j.value ->> 'key') is not (j.value ->> 'value')
    )`,
  )
}
/** For a batch: fails it unless these settings are as they were judged. */
export const refuseSettingsMoved = (db: Db, judged: Partial<Settings>): Statement => {
  const rows = Object.entries(judged).map(([key, value]) => ({
    key,
    value: String(value),
    // the day's limit of who decides follows another setting while it has no row
    fallback: String(key === 'decider_day_limit' ? value : DEFAULT_SETTINGS[key as keyof Settings]),
  }))
  return refuseIf(
    db,
    'setting_moved',
    sql`exists (
      select 1
      from json_each(${JSON.stringify(rows)}) j
      where coalesce((select s.value from settings s where s.key = j.value ->> 'key'), j.value ->> 'fallback')
        <> j.value ->> 'value'
    )`,
  )
}
export const writeSettings = (db: Db, values: Partial<Settings>): Statement => {
  const rows = Object.entries(values).map(([key, value]) => ({ key, value: String(value) }))
  // `where true` ends the `from`: without it SQLite would read the `on` of `on conflict` as a join's condition
  return db.run(sql`
    insert into settings (key, value)
    select value ->> 'key', value ->> 'value'
    from json_each(${JSON.stringify(rows)})
    where true
    on conflict (key) do update set value = excluded.value
  `)
}
