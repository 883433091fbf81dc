// One request's way to D1. Reads that begin together travel as one batch. Until the sign-in was confirmed every batch
// begins with the gate: a statement that fails, and with it the batch, unless the sign-in is what it claims. So nothing is
// read for a stranger, and a signed-in read still is one round trip.
import { connect, type Db } from './connection.ts'

/** A binding of D1, or a session on it. */
export type D1Source = Pick<D1Database, 'prepare' | 'batch'>
export type Gate = { sql: string; params: unknown[] }
type Row = Record<string, unknown>
type Part = {
  statements: D1PreparedStatement[]
  resolve: (results: D1Result<Row>[]) => void
  reject: (error: unknown) => void
}

/**
 * Turns of the microtask queue that a batch waits for company: drizzle takes a few between a call and its statement. A
 * read that comes later travels by itself; nothing else depends on it.
 */
const TURNS = 12
/** Only these may go before the sign-in was confirmed. `with` may begin a write: what could be one waits. */
const isRead = (sql: string): boolean =>
  /^\s*select\b/i.test(sql) || (/^\s*with\b/i.test(sql) && !/\b(insert|update|delete|replace)\b/i.test(sql))

export type Gathered = {
  db: Db
  /** The gate's row. @throws the gate's failure. */
  confirmed: () => Promise<Row>
  /** A replica answered something, and may have been behind. */
  byReplica: () => boolean
}
/** @param isRefused tells the gate's own failure from any other. */
export const gatherReads = (d1: D1Source, gate: Gate | null, isRefused: (error: unknown) => boolean): Gathered => {
  let parts: Part[] = []
  let passed: Row | null = gate === null ? {} : null
  let refusal: unknown = null
  let byReplica = false

  const send = async (): Promise<void> => {
    for (let turn = 0; turn < TURNS; turn++) await Promise.resolve()
    const group = parts
    parts = []
    const guards = passed === null && gate !== null ? [d1.prepare(gate.sql).bind(...gate.params)] : []
    const statements = [...guards, ...group.flatMap((part) => part.statements)]
    try {
      if (refusal !== null) throw refusal
      const results = statements.length === 0 ? [] : await d1.batch<Row>(statements)
      byReplica ||= results.some(({ meta }) => meta.served_by_primary === false)
      if (guards.length > 0) passed = results.shift()?.results[0] ?? {}
      for (const part of group) part.resolve(results.splice(0, part.statements.length))
    } catch (error) {
      if (isRefused(error)) refusal = error
      for (const part of group) part.reject(error)
    }
  }
  const read = (statements: D1PreparedStatement[]): Promise<D1Result<Row>[]> =>
    new Promise((resolve, reject) => {
      parts.push({ statements, resolve, reject })
      if (parts.length === 1) void send()
    })
  const confirmed = async (): Promise<Row> => {
    if (passed === null) await read([])
    return passed ?? {}
  }

  class Waiting {
    readonly sql: string
    readonly inner: D1PreparedStatement
    constructor(sql: string, inner: D1PreparedStatement) {
      this.sql = sql
      this.inner = inner
    }
    bind(...values: unknown[]): Waiting {
      return new Waiting(this.sql, this.inner.bind(...values))
    }
    async all(): Promise<D1Result<Row>> {
      if (isRead(this.sql)) return (await read([this.inner]))[0] as D1Result<Row>
      await confirmed()
      return this.inner.all<Row>()
    }
    run(): Promise<D1Result<Row>> {
      return this.all()
    }
    async raw(): Promise<unknown[][]> {
      if (isRead(this.sql)) return (await this.all()).results.map((row) => Object.values(row))
      await confirmed()
      return this.inner.raw()
    }
  }
  const batch = async (statements: Waiting[]): Promise<D1Result[]> => {
    const inner = statements.map((statement) => statement.inner)
    if (statements.every(({ sql }) => isRead(sql))) return read(inner)
    await confirmed()
    return d1.batch(inner)
  }
  const prepare = (sql: string): Waiting => new Waiting(sql, d1.prepare(sql))
  return { db: connect({ prepare, batch } as unknown as D1Database), confirmed, byReplica: () => byReplica }
}
