// SQLite as the objects and D1 have it: node:sqlite in memory, with the values, limits and error texts of workerd.
// Not modelled: rowsRead and rowsWritten count rows, not index entries; cursors are read whole at once, so a statement that
// changes a table while another cursor is half read shows no difference.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type StatementText, splitSql } from './sql-text.ts'

export type SqlValue = string | number | null | Uint8Array
export type SqlResult = { columns: readonly string[]; rows: unknown[][]; changes: number; lastRowId: number }
type Prepared = { text: StatementText; statement: StatementSync; columns: readonly string[]; bigInts: boolean }

const MAX_PARAMETERS = 100
const MAX_SQL_BYTES = 100_000
const MAX_PATTERN_BYTES = 50
const NO_ROWS: unknown[][] = []
const TRANSACTION = /^(begin|commit|end|rollback|savepoint|release)\b/i
const PRAGMA = /^pragma\b/i
const PRAGMA_ALLOWED = /^pragma\s+(table_|index_|foreign_key|function_list|optimize|quick_check)/i
const TRANSACTION_REFUSED =
  "To execute a transaction, please use the state.storage.transaction() or state.storage.transactionSync() APIs instead of the SQL BEGIN TRANSACTION or SAVEPOINT statements. The JavaScript API is safer because it will automatically roll back on exceptions, and because it interacts correctly with Durable Objects' automatic atomic write coalescing."

/** SQLite's result codes as workerd names them. */
const CODES: Record<number, string> = {
  1: 'SQLITE_ERROR',
  5: 'SQLITE_BUSY',
  13: 'SQLITE_FULL',
  18: 'SQLITE_TOOBIG',
  19: 'SQLITE_CONSTRAINT',
  20: 'SQLITE_MISMATCH',
}
const EXTENDED: Record<number, string> = {
  275: 'CHECK',
  787: 'FOREIGNKEY',
  1299: 'NOTNULL',
  1555: 'PRIMARYKEY',
  1811: 'TRIGGER',
  2067: 'UNIQUE',
  2579: 'ROWID',
}
const worded = (error: unknown): Error => {
  const { errcode, message } = error as { errcode?: number; message: string }
  if (errcode === undefined) return error as Error
  const code = CODES[errcode & 0xff] ?? `SQLITE_${errcode}`
  const extended = EXTENDED[errcode]
  return new Error(`${message}: ${code}${extended ? ` (extended: SQLITE_CONSTRAINT_${extended})` : ''}`)
}
const isTooBig = (error: unknown): boolean => (error as { code?: string }).code === 'ERR_OUT_OF_RANGE'

export class SqlEngine {
  readonly #db: DatabaseSync
  readonly #prepared = new Map<string, Prepared[]>()
  /** Called before a statement that may write, for the transaction around it. */
  readonly #beforeWrite: () => void

  constructor(db: DatabaseSync, beforeWrite: () => void) {
    this.#db = db
    this.#beforeWrite = beforeWrite
  }

  /** Runs all statements of the text; only the last may have parameters, and its result is answered. @throws Error as workerd words it */
  run(sql: string, values: readonly SqlValue[]): SqlResult {
    const statements = this.#prepared.get(sql) ?? this.#prepare(sql)
    const last = statements.at(-1) as Prepared
    if (values.length !== last.text.parameters) throw new Error('Wrong number of parameter bindings for SQL query.')
    if (last.text.patterns.length > 0) checkPatterns(last.text, values)
    if (statements.length > 1) for (const before of statements.slice(0, -1)) this.#execute(before, [])
    return this.#execute(last, values)
  }

  /** true: one statement, which SQLite undoes by itself where it fails. Known once it ran. */
  isSingle(sql: string): boolean {
    return this.#prepared.get(sql)?.length === 1
  }

  #execute(prepared: Prepared, values: readonly SqlValue[]): SqlResult {
    const { statement, columns, text } = prepared
    if (text.writes) this.#beforeWrite()
    try {
      if (columns.length === 0) {
        const { changes, lastInsertRowid } = statement.run(...values)
        return { columns, rows: NO_ROWS, changes: Number(changes), lastRowId: Number(lastInsertRowid) }
      }
      const rows = statement.all(...values) as unknown as unknown[][]
      if (prepared.bigInts) for (const row of rows) toNumbers(row)
      return { columns, rows, changes: text.writes ? rows.length : 0, lastRowId: 0 }
    } catch (error) {
      // an integer beyond 2^53: workerd rounds it and Node refuses it, so this statement is read as BigInt from now on
      if (!isTooBig(error) || text.writes || prepared.bigInts) throw worded(error)
      prepared.bigInts = true
      statement.setReadBigInts(true)
      return this.#execute(prepared, values)
    }
  }
  #prepare(sql: string): Prepared[] {
    if (Buffer.byteLength(sql) > MAX_SQL_BYTES) throw new Error('statement too long: SQLITE_TOOBIG')
    const texts = splitSql(sql)
    if (texts.length === 0) throw new Error('SQL code did not contain a statement.')
    if (texts.slice(0, -1).some((text) => text.parameters > 0))
      throw new Error(
        'When executing multiple SQL statements in a single call, only the last statement can have parameters.',
      )
    // a statement may need the table that the one before it creates, so all but the last are run while they are prepared
    const prepared: Prepared[] = []
    for (const [i, text] of texts.entries()) {
      const made = this.#prepareOne(text)
      prepared.push(made)
      if (i < texts.length - 1) this.#execute(made, [])
    }
    this.#prepared.set(sql, prepared)
    return prepared.slice(-1)
  }
  #prepareOne(text: StatementText): Prepared {
    if (TRANSACTION.test(text.sql)) throw new Error(TRANSACTION_REFUSED)
    if (PRAGMA.test(text.sql) && !PRAGMA_ALLOWED.test(text.sql)) throw new Error('not authorized: SQLITE_AUTH')
    if (text.parameters > MAX_PARAMETERS) throw new Error('too many SQL variables: SQLITE_ERROR')
    try {
      const statement = this.#db.prepare(text.sql)
      statement.setReturnArrays(true)
      return { text, statement, columns: statement.columns().map((c) => c.name), bigInts: false }
    } catch (error) {
      throw worded(error)
    }
  }
}

const toNumbers = (row: unknown[]): void => {
  for (const [i, value] of row.entries()) if (typeof value === 'bigint') row[i] = Number(value)
}
const checkPatterns = ({ patterns }: StatementText, values: readonly SqlValue[]): void => {
  for (const i of patterns)
    if (Buffer.byteLength(String(values[i] ?? '')) > MAX_PATTERN_BYTES)
      throw new Error('LIKE or GLOB pattern too complex: SQLITE_ERROR')
}
/** A row with its columns' names; of two columns with one name the last counts. */
export const namedRow = (columns: readonly string[], row: readonly unknown[]): Record<string, unknown> => {
  const named: Record<string, unknown> = {}
  for (let i = 0; i < columns.length; i++) named[columns[i] as string] = row[i]
  return named
}
