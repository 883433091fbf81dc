// D1 over SQLite in memory, with the answers and errors of the binding (from workerd's d1-api.ts and from observation).
// All histories share one database: each runs inside a savepoint that is rolled back at its end.
import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { type Answer, ask } from './ask.ts'
import { NETWORK } from './clock.ts'
import type { Core } from './core.ts'
import { type Change, watch } from './files.ts'
import { namedRow, SqlEngine, type SqlResult, type SqlValue } from './sql.ts'

const OVERLOADED = 'D1 DB is overloaded. Requests queued for too long.'
const LOST = 'Network connection lost.'
type Meta = { changes: number; last_row_id: number; changed_db: boolean; rows_read: number; rows_written: number }
type Row = Record<string, unknown>
type Result = { success: true; meta: Meta; results: Row[] }

const failure = (text: string, prefix = 'D1_ERROR'): Error =>
  new Error(`${prefix}: ${text}`, { cause: new Error(text) })

/** What JSON can carry; a boolean becomes a number. @throws D1_TYPE_ERROR for everything else */
const bound = (value: unknown): SqlValue => {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value) && value.every((b) => typeof b === 'number' && b >= 0 && b < 256))
    return Uint8Array.from(value)
  throw failure(`Type '${typeof value}' not supported for value '${String(value)}'`, 'D1_TYPE_ERROR')
}
const plain = (row: unknown[]): unknown[] => {
  for (let i = 0; i < row.length; i++) if (row[i] instanceof Uint8Array) row[i] = [...(row[i] as Uint8Array)]
  return row
}
const resultOf = ({ columns, rows, changes, lastRowId }: SqlResult): Result => ({
  success: true,
  meta: {
    changes,
    last_row_id: lastRowId,
    changed_db: changes > 0,
    rows_read: rows.length,
    rows_written: changes,
  },
  results: rows.map((row) => namedRow(columns, plain(row))),
})

/** For what it says of moments that are given. */
const PLAIN = new DatabaseSync(':memory:')

/** The file behind the binding. */
export class Database {
  readonly #db: DatabaseSync
  readonly #engine: SqlEngine
  readonly #transaction: Record<'begin' | 'end' | 'undo', StatementSync>
  #inHistory = false
  #seen: Change[] = []
  /** Called with the watched rows that a transaction changed. */
  onCommitted: ((changes: readonly Change[]) => void) | null = null
  /** What its statements and triggers take for the time, epoch ms. */
  clock: () => number = () => Date.now()

  /** @param path of a file, for databases too large for memory; it need not survive a crash of the machine */
  constructor(path = ':memory:') {
    this.#db = new DatabaseSync(path)
    this.#db.exec('pragma journal_mode = memory; pragma synchronous = off')
    this.#db.function('unixepoch', { varargs: true }, (...how) => this.#unixEpoch(...how))
    this.#engine = new SqlEngine(this.#db, () => {})
    this.#transaction = {
      begin: this.#db.prepare('savepoint request'),
      end: this.#db.prepare('release request'),
      undo: this.#db.prepare('rollback to request'),
    }
  }

  /** @param folder of SQL files, applied in the order of their names */
  migrate(folder: string): this {
    const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
    for (const file of files.sort()) this.#db.exec(readFileSync(`${folder}/${file}`, 'utf8'))
    return this
  }
  /** @param triggers from `after` on, that report rows */
  watch(triggers: readonly string[]): this {
    watch(this.#db, triggers, (change) => this.#seen.push(change))
    return this
  }
  /** Undoes everything that the last history wrote, and begins the next one. */
  begin(): void {
    if (this.#inHistory) this.#db.exec('rollback to history; release history')
    this.#db.exec('savepoint history')
    this.#inHistory = true
    this.#seen = []
    this.onCommitted = null
  }
  /** For the scenario only, without a network: reads the database, or writes a row. */
  sql<T extends Row>(sql: string, ...values: unknown[]): T[] {
    const { columns, rows } = this.#engine.run(sql, values.map(bound))
    if (this.#seen.length > 0) this.#committed()
    return rows.map((row) => namedRow(columns, plain(row)) as T)
  }
  /** One transaction. @throws Error with SQLite's own words */
  transaction(statements: readonly Statement[]): SqlResult[] {
    const [only] = statements
    const results =
      statements.length === 1 && only && this.#engine.isSingle(only.statement)
        ? [this.#alone(only)]
        : this.#together(statements)
    if (this.#seen.length > 0) this.#committed()
    return results
  }
  #alone({ statement, params }: Statement): SqlResult {
    try {
      return this.#engine.run(statement, params)
    } catch (error) {
      this.#seen = []
      throw error
    }
  }
  #together(statements: readonly Statement[]): SqlResult[] {
    const { begin, end, undo } = this.#transaction
    begin.run()
    try {
      return statements.map((s) => this.#engine.run(s.statement, s.params))
    } catch (error) {
      undo.run()
      this.#seen = []
      throw error
    } finally {
      end.run()
    }
  }
  /** SQLite's own goes by the machine's clock. */
  #unixEpoch(...of: SQLOutputValue[]): SQLOutputValue {
    if (of.length === 0) return Math.floor(this.clock() / 1_000)
    if (of[0] === 'subsec') return this.clock() / 1_000
    return Object.values(PLAIN.prepare(`select unixepoch(${of.map(() => '?').join(', ')})`).get(...of) ?? {})[0] ?? null
  }
  #committed(): void {
    const changes = this.#seen
    this.#seen = []
    this.onCommitted?.(changes)
  }
}

type Asked = { request: (statements: readonly Statement[]) => Promise<SqlResult[]> }
class Statement {
  readonly binding: Asked
  readonly statement: string
  readonly params: readonly SqlValue[]
  constructor(binding: Asked, statement: string, params: readonly SqlValue[] = []) {
    this.binding = binding
    this.statement = statement
    this.params = params
  }
  bind(...values: unknown[]): Statement {
    return new Statement(this.binding, this.statement, values.map(bound))
  }
  async all(): Promise<Result> {
    return resultOf(await this.#one())
  }
  run(): Promise<Result> {
    return this.all()
  }
  async first(column?: string): Promise<unknown> {
    const [row] = (await this.all()).results
    if (!row) return null
    if (column === undefined) return row
    if (row[column] === undefined)
      throw new Error(`D1_COLUMN_NOTFOUND: Column not found (${column})`, { cause: new Error('Column not found') })
    return row[column]
  }
  async raw(options?: { columnNames?: boolean }): Promise<unknown[][]> {
    const { columns, rows } = await this.#one()
    return [...(options?.columnNames ? [[...columns]] : []), ...rows.map(plain)]
  }
  async #one(): Promise<SqlResult> {
    return (await this.binding.request([this]))[0] as SqlResult
  }
}

abstract class Binding {
  abstract request(statements: readonly Statement[]): Promise<SqlResult[]>
  prepare(sql: string): Statement {
    return new Statement(this, sql)
  }
  async batch(statements: readonly Statement[]): Promise<Result[]> {
    if (statements.length === 0) throw failure('No SQL statements detected.')
    return (await this.request(statements)).map(resultOf)
  }
  /** Runs each line as one statement. */
  async exec(sql: string): Promise<{ count: number; duration: number }> {
    const lines = sql.trim().split('\n')
    await this.request(lines.map((line) => this.prepare(line)))
    return { count: lines.length, duration: 0 }
  }
}

/** The binding without a network: it answers at once and has no faults. */
export class NearD1 extends Binding {
  readonly #database: Database
  constructor(database: Database) {
    super()
    this.#database = database
  }
  async request(statements: readonly Statement[]): Promise<SqlResult[]> {
    try {
      return this.#database.transaction(statements)
    } catch (error) {
      throw failure((error as Error).message)
    }
  }
}

/** The binding with network and faults. */
export class D1 extends Binding {
  readonly #core: Core
  readonly #database: Database
  constructor(core: Core, database: Database) {
    super()
    this.#core = core
    this.#database = database
  }
  /** Statements run one request after another, each request as one transaction. */
  request(statements: readonly Statement[]): Promise<SqlResult[]> {
    const what = statements[0]?.statement ?? ''
    return ask(this.#core, 'd1', 'd1', (reply: (answer: Answer<SqlResult[]>) => void) => {
      const fate = this.#core.faults.d1(what)
      if (fate === 'refused') return reply({ error: failure(OVERLOADED) })
      if (typeof fate === 'object' && 'late' in fate) {
        this.#core.clock.after(fate.late, NETWORK, 'd1 late', () => this.#runUnheard(statements))
        return reply({ error: failure(LOST) })
      }
      let answer: Answer<SqlResult[]>
      try {
        answer = { value: this.#database.transaction(statements) }
      } catch (error) {
        answer = { error: failure((error as Error).message) }
      }
      if (typeof fate === 'object') this.#core.clock.after(fate.slow, NETWORK, 'd1 slow', () => reply(answer))
      else reply(fate === 'answer-lost' ? { error: failure(LOST) } : answer)
    })
  }
  /** Runs a request whose caller has given up, so its result reaches nobody. */
  #runUnheard(statements: readonly Statement[]): void {
    try {
      this.#database.transaction(statements)
    } catch {
      // it was rolled back as a whole, as it is for a caller that still listens
    }
  }
}
