// Settings as rows of text, each value as String(value).
import { sql } from 'drizzle-orm'
import type { Settings } from '../../contract/settings.ts'
import type { Db, Statement } from '../db/connection.ts'
import { parseSettings } from './rules.ts'
import type { Row } from '../db/rows.ts'
import type { settings } from './table.ts'

/** For a batch; parse its rows with `parseSettings`. */
export const selectSettings = (db: Db) => db.all<Row<typeof settings>>(sql`select key, value from settings`)
export const readSettings = async (db: Db): Promise<Settings> => parseSettings(await selectSettings(db))
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
