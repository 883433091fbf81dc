// Rows for any table of an object, on both sides of the time that its class's list gives it.
import { MINUTE_MS } from '../../../contract/ground/time.ts'
import type { Lives } from '../../../durable-objects/retention-rules.ts'
import type { Cell } from './table-rows.ts'

/** What a table wants of a row that may go, beside its time. */
const ENDED: Record<string, Record<string, Cell>> = {
  attempts: { outcome: 'success' },
  // of another login: this one's may be wiped for other reasons
  people_keys: { generation: 99, value: '[]' },
  jobs: { kept: 1, value: '{}' },
  checks: { kept: 1, value: '{}' },
  settled_batches: { body: '{}' },
  opt_outs: { suppressed: 1, confirmed: 1, via: 'reply', number: '62811' },
  // also one that nobody could ask
  doubts: { snoozed: 1, asked: 0 },
}
/** So that no two rows are alike, nor like one of the object's own. */
const FIRST_SERIAL = 1_000
let serial = FIRST_SERIAL

type Column = { name: string; type: string; notnull: number; dflt_value: string | null; pk: number }
/** With a text or number of its own in each column that must have one. */
export const insert = (sql: SqlStorage, table: string, given: Record<string, Cell>): void => {
  serial += 1
  const row: Record<string, Cell> = { ...ENDED[table] }
  for (const { name, type, notnull, dflt_value, pk } of sql.exec<Column>(`select * from pragma_table_info('${table}')`))
    if (!(name in row) && (notnull === 1 || pk > 0) && dflt_value === null)
      row[name] = type.toLowerCase() === 'integer' ? serial : `${name}-${serial}`
  Object.assign(row, given)
  const names = Object.keys(row)
  sql.exec(`insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`, ...Object.values(row))
}

/** By a cell of each: the row that must go, and the one that must stay. */
export type Filled = { table: string; column: string; goes: Cell; stays: Cell }
/** Each table with a time gets a row just older and one just younger than it, and the rows that only these two name. */
export const fill = (sql: SqlStorage, lives: Lives, now: number): Filled[] =>
  Object.entries(lives).flatMap(([table, life]) => {
    if (life.kept !== 'for a time') return []
    const named = Object.entries(lives).flatMap(([name, its]) =>
      its.kept === 'with' && its.table === table ? [{ ...its, table: name }] : [],
    )
    const [goes, stays] = [-MINUTE_MS, MINUTE_MS].map((ms) => {
      const at = now - life.afterMs + ms
      serial += 1
      // a number where the other table counts its rows, a text elsewhere: SQLite takes it for both
      const key = String(serial)
      insert(sql, table, { [life.column]: at, ...Object.fromEntries(named.map(({ its }) => [its, key])) })
      for (const one of named) insert(sql, one.table, { [one.column]: key })
      return { at, key }
    })
    if (!goes || !stays) return []
    return [
      { table, column: life.column, goes: goes.at, stays: stays.at },
      ...named.map((one) => ({ table: one.table, column: one.column, goes: goes.key, stays: stays.key })),
    ]
  })
export const leftOf = (sql: SqlStorage, filled: readonly Filled[]) =>
  filled.map(({ table, column, goes, stays }) => {
    const isThere = (cell: Cell): boolean =>
      sql.exec(`select 1 from ${table} where ${column} = ?`, cell).toArray().length > 0
    return { table, goes: isThere(goes), stays: isThere(stays) }
  })
