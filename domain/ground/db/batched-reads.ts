// One request's way to D1. Reads that begin together travel as one batch. Until the sign-in was confirmed every batch
// begins with the gate: a statement that fails, and with it the batch, unless the sign-in is what it claims. So nothing is
// read for a stranger, and a signed-in read still is one round trip.
import { drizzleOver, type Db } from './connection.ts'
import { type D1Source, measured } from './measured.ts'

export type Gate = { sql: string; params: unknown[] }
type Row = Record<string, unknown>
type PendingRead = {
  statements: D1PreparedStatement[]
  resolve: (results: D1Result<Row>[]) => void
  reject: (error: unknown) => void
}

/**
 * Turns of the microtask queue that a batch waits for company: drizzle takes a few between a call and its statement. A
 * read that comes later travels by itself; nothing else depends on it.
 */
const MICROTASK_TURNS = 12
/** Only these may go before the sign-in was confirmed. `with` may begin a write: what could be one waits. */
const isRead = (sql: string): boolean =>
  /^\s*select\b/i.test(sql) || (/^\s*with\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql))

export type BatchedReads = {
  db: Db
  /** The gate's row. @throws the gate's failure. */
  confirmed: () => Promise<Row>
  /** A replica answered something, and may have been behind. */
  byReplica: () => boolean
}

class ReadBatcher {
  #pending: PendingRead[] = []
  #passed: Row | null
  #refusal: unknown = null
  byReplica = false
  readonly d1: D1Source
  readonly #gate: Gate | null
  readonly #isRefused: (error: unknown) => boolean
  constructor(d1: D1Source, gate: Gate | null, isRefused: (error: unknown) => boolean) {
    this.d1 = d1
    this.#gate = gate
    this.#isRefused = isRefused
    this.#passed = gate === null ? {} : null
  }
  read(statements: D1PreparedStatement[]): Promise<D1Result<Row>[]> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ statements, resolve, reject })
      if (this.#pending.length === 1) void this.#send()
    })
  }
  async confirmed(): Promise<Row> {
    if (this.#passed === null) await this.read([])
    return this.#passed ?? {}
  }
  async #send(): Promise<void> {
    for (let turn = 0; turn < MICROTASK_TURNS; turn++) await Promise.resolve()
    const group = this.#pending
    this.#pending = []
    const gate = this.#passed === null ? this.#gate : null
    const guards = gate === null ? [] : [this.d1.prepare(gate.sql).bind(...gate.params)]
    const statements = [...guards, ...group.flatMap((read) => read.statements)]
    try {
      if (this.#refusal !== null) throw this.#refusal
      const results = statements.length === 0 ? [] : await this.d1.batch<Row>(statements)
      this.byReplica ||= results.some(({ meta }) => meta.served_by_primary === false)
      if (gate !== null) this.#passed = results.shift()?.results[0] ?? {}
      for (const read of group) read.resolve(results.splice(0, read.statements.length))
    } catch (error) {
      if (this.#isRefused(error)) this.#refusal = error
      for (const read of group) read.reject(error)
    }
  }
}

/** As much of a prepared statement as drizzle uses. */
class BatchedStatement {
  readonly sql: string
  readonly inner: D1PreparedStatement
  readonly #batcher: ReadBatcher
  constructor(batcher: ReadBatcher, sql: string, inner: D1PreparedStatement) {
    this.#batcher = batcher
    this.sql = sql
    this.inner = inner
  }
  bind(...values: unknown[]): BatchedStatement {
    return new BatchedStatement(this.#batcher, this.sql, this.inner.bind(...values))
  }
  async all(): Promise<D1Result<Row>> {
    if (isRead(this.sql)) return (await this.#batcher.read([this.inner]))[0] as D1Result<Row>
    await this.#batcher.confirmed()
    return this.inner.all<Row>()
  }
  run(): Promise<D1Result<Row>> {
    return this.all()
  }
  async raw(): Promise<unknown[][]> {
    if (isRead(this.sql)) return (await this.all()).results.map((row) => Object.values(row))
    await this.#batcher.confirmed()
    return this.inner.raw()
  }
}

/** @param isRefused tells the gate's own failure from any other. */
export const batchReads = (
  source: D1Source,
  gate: Gate | null,
  isRefused: (error: unknown) => boolean,
): BatchedReads => {
  const d1 = measured(source)
  const batcher = new ReadBatcher(d1, gate, isRefused)
  const batch = async (statements: BatchedStatement[]): Promise<D1Result[]> => {
    const inner = statements.map((statement) => statement.inner)
    if (statements.every(({ sql }) => isRead(sql))) return batcher.read(inner)
    await batcher.confirmed()
    return d1.batch(inner)
  }
  const prepare = (sql: string): BatchedStatement => new BatchedStatement(batcher, sql, d1.prepare(sql))
  const db = drizzleOver({ prepare, batch } as unknown as D1Source)
  return { db, confirmed: () => batcher.confirmed(), byReplica: () => batcher.byReplica }
}
