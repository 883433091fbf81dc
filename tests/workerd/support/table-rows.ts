// Rows for any table: a text or number of its own in each column that must have one.
import { all, run } from './database.ts'

export type Cell = string | number | null
type Column = { name: string; type: string; notnull: 0 | 1; dflt_value: string | null; hidden: number }

/** @returns what inserts a row; `more`: what a table wants of each of its rows beside that. */
export const rowMaker = (more: Record<string, Record<string, Cell>>) => {
  /** So many rows of each table were made: settlements are folded from the first one on, without a gap. */
  const places = new Map<string, number>()
  return async (table: string, given: Record<string, Cell>): Promise<void> => {
    const made = (places.get(table) ?? 0) + 1
    places.set(table, made)
    const columns = await all<Column>(`select * from pragma_table_xinfo('${table}')`)
    const row: Record<string, Cell> = { ...more[table] }
    for (const { name, type, notnull, dflt_value, hidden } of columns)
      if (!(name in row) && notnull === 1 && dflt_value === null && hidden === 0)
        row[name] = type.toLowerCase() === 'integer' ? made : `${name}-${made}`
    Object.assign(row, given)
    const names = Object.keys(row)
    await run(
      `insert into ${table} (${names.map((name) => `"${name}"`).join()}) values (${names.map(() => '?').join()})`,
      ...Object.values(row),
    )
  }
}
