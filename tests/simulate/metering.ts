// What Cloudflare would bill for what the simulated service does: counted while it runs, and each statement written down for
// workerd's own SQLite, which knows how many rows it reads and writes (tests/bench/replay.ts).
import { createWriteStream, type WriteStream } from 'node:fs'
import { BEFORE, D1_LOG, type Logged, type Metered } from './metered.ts'
import type { Database } from './platform/d1.ts'
import type { Platform } from './platform/platform.ts'
import type { PlatformObject } from './platform/objects.ts'
import type { SqlEngine, SqlValue } from './platform/sql.ts'

const plain = (value: unknown): unknown =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value

export class Metering {
  readonly phases: Record<string, Metered> = {}
  #phase = BEFORE
  readonly #log: WriteStream

  constructor(path: string) {
    this.#log = createWriteStream(path)
  }
  begin(phase: string): void {
    this.#phase = phase
  }
  add(what: keyof Metered, amount = 1): void {
    const now = (this.phases[this.#phase] ??= {})
    now[what] = (now[what] ?? 0) + amount
  }
  /** From before the first statement on. */
  watchDatabase(database: Database): void {
    const transaction = database.transaction.bind(database)
    const sql = database.sql.bind(database)
    database.transaction = (statements) => {
      this.add('d1-statements', statements.length)
      this.#write(
        D1_LOG,
        statements.map(({ statement, params }) => [statement, params.map(plain)]),
      )
      return transaction(statements)
    }
    database.sql = (text, ...values) => {
      this.#write(D1_LOG, [[text, values.map(plain)]])
      return sql(text, ...values) as never
    }
  }
  watchPlatform(platform: Platform): void {
    platform.core.billed = (what, amount) => this.add(what, amount)
    platform.env['METRICS'] = { writeDataPoint: () => this.add('points') }
  }
  /** With what it has by now. */
  watchObject(object: PlatformObject): void {
    const { engine } = object.disk
    const run = engine.run.bind(engine)
    this.#write(object.name, contentsOf(engine))
    engine.run = (sql, values) => {
      this.#write(object.name, [[sql, values.map(plain)]])
      return run(sql, values)
    }
  }
  async end(): Promise<void> {
    await new Promise((done) => this.#log.end(done as () => void))
  }
  #write(of: string, statements: Logged['statements']): void {
    this.#log.write(`${JSON.stringify({ of, phase: this.#phase, statements } satisfies Logged)}\n`)
  }
}

/** Its tables and their rows, as statements. */
const contentsOf = (engine: SqlEngine): Logged['statements'] => {
  const rowsOf = (sql: string): { columns: readonly string[]; rows: unknown[][] } => engine.run(sql, [])
  const schema = rowsOf(
    `select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite\\_%' escape '\\' order by type = 'table' desc`,
  ).rows as [type: string, name: string, sql: string][]
  const rows = schema
    .filter(([type]) => type === 'table')
    .flatMap(([, name]): Logged['statements'] => {
      const { columns, rows } = rowsOf(`select * from "${name}"`)
      const insert = `insert into "${name}" (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`
      return rows.map((row) => [insert, (row as SqlValue[]).map(plain)])
    })
  return [...schema.map(([, , sql]): Logged['statements'][number] => [sql, []]), ...rows]
}
