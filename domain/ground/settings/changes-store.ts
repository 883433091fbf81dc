// Who changed each setting last, as the audit log has it (rule setting-changes).
import { sql } from 'drizzle-orm'
import { settingKey, type Settings } from '../../../contract/ground/settings.ts'
import type { Db } from '../db/connection.ts'
import { parseSettings } from './rules.ts'
import { selectSettings } from './store.ts'

/** Of the newest entries; a setting that was last changed before them has no line. */
const NEWEST = 1_000
/** Values are JSON, as the entry has them. */
type Row = { field: string; entry: number; at: number; by: string | null; before: string | null; after: string }
type SettingChange = Omit<Row, 'field'> & { field: keyof Settings }

/** As its row has it; null: the entry does not say. */
const stored = (json: string | null): string | null => (json === null ? null : String(JSON.parse(json)))

/** Settings that have another value by now than the entry left were changed by a release or by hand, and nobody is named for them. */
export const settingChanges = async (db: Db): Promise<SettingChange[]> => {
  const [rows, entries] = await db.batch([
    selectSettings(db),
    // max() decides which row of a group the other columns are of
    db.all<Row>(sql`
      select j.key as field, max(a.id) as entry, a.at, trim(u.firstname || ' ' || u.lastname) as by,
        a.before -> j.key as before, a.after -> j.key as after
      from (
        select id, at, actor_id, before, after
        from audit_log
        where action = 'settings.update'
        order by id desc
        limit ${NEWEST}
      ) a
      cross join json_each(a.after) j
      left join users u on u.id = a.actor_id
      where a.before -> j.key is not a.after -> j.key
      group by j.key
    `),
  ])
  const now = parseSettings(rows)
  return entries.flatMap(({ field: key, before, after, ...entry }): SettingChange[] => {
    const { success, data: field } = settingKey.safeParse(key)
    const is = stored(after)
    if (!success || is === null || is !== String(now[field])) return []
    return [{ ...entry, field, before: stored(before), after: is }]
  })
}
