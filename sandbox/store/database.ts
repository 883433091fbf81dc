// The sandbox's storage: one SQLite file. Writes of one turn of the event loop share a transaction; an ack or HTTP answer that
// must not leave before they are committed waits in afterCommit.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { SCHEMA } from './schema.ts'

type Value = string | number | bigint | null | Uint8Array
export type Row = Record<string, Value>

export class Database {
  private readonly sqlite: DatabaseSync
  private readonly statements = new Map<string, StatementSync>()
  private waiting: (() => void)[] = []
  private open = false

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true })
    this.sqlite = new DatabaseSync(join(folder, 'sandbox.sqlite'))
    this.sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000;')
    this.sqlite.exec(SCHEMA)
  }

  private prepare(sql: string): StatementSync {
    const known = this.statements.get(sql)
    if (known) return known
    const statement = this.sqlite.prepare(sql)
    this.statements.set(sql, statement)
    return statement
  }

  all<T = Row>(sql: string, ...values: Value[]): T[] {
    const rows: unknown[] = this.prepare(sql).all(...values)
    return rows as T[]
  }

  count(sql: string, ...values: Value[]): number {
    return this.all<{ n: number }>(sql, ...values)[0]?.n ?? 0
  }

  /** Writes at once, commits at the end of this turn; returns the new row's id. */
  run(sql: string, ...values: Value[]): { id: number; changes: number } {
    if (!this.open) {
      this.sqlite.exec('BEGIN')
      this.open = true
      setImmediate(() => this.commit())
    }
    const { lastInsertRowid, changes } = this.prepare(sql).run(...values)
    return { id: Number(lastInsertRowid), changes: Number(changes) }
  }

  /** Runs `say` once everything written so far is committed; calls keep their order. */
  afterCommit(say: () => void): void {
    if (this.open || this.waiting.length > 0) this.waiting.push(say)
    else say()
  }

  commit(): void {
    if (this.open) {
      this.sqlite.exec('COMMIT')
      this.open = false
    }
    const waiting = this.waiting
    this.waiting = []
    for (const say of waiting) say()
  }

  close(): void {
    this.commit()
    this.sqlite.close()
  }
}
