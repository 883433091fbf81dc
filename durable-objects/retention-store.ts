// Deletes what is past its time in an object's tables, table by table of its class's list (rule retention).
import type { Lives } from './retention-rules.ts'

type Purge = (sql: SqlStorage, before: number) => void
/** @param own tables of which not every row goes by its time alone, or of which something stays */
export const dropPast = (
  sql: SqlStorage,
  lives: Lives,
  now: number,
  own: Readonly<Record<string, Purge>> = {},
): void => {
  for (const [table, life] of Object.entries(lives)) {
    if (life.kept === 'for a time') {
      const before = now - life.afterMs
      if (own[table]) own[table](sql, before)
      else sql.exec(`delete from ${table} where ${life.column} < ?`, before)
    }
    if (life.kept === 'with')
      // a list is made once: asked row by row, a table without an index by that column would be read for each of them
      sql.exec(
        `delete from ${table}
         where ${life.column} not in (select ${life.its} from ${life.table} where ${life.its} is not null)`,
      )
  }
}
