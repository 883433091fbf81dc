// `ctx.storage.sql`: exec and its cursor.
import { namedRow, type SqlEngine, type SqlResult, type SqlValue } from './sql.ts'

/** workerd converts what it is given to bytes, text or a double. @throws TypeError for a BigInt. */
const bound = (value: unknown): SqlValue => {
  switch (typeof value) {
    case 'string':
    case 'number':
      return value
    case 'undefined':
      return null
    case 'bigint':
      throw new TypeError('Cannot convert a BigInt value to a number')
    case 'object':
      if (value === null || value instanceof Uint8Array) return value
      if (value instanceof ArrayBuffer) return new Uint8Array(value)
      if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
  }
  return String(value)
}
const isPlain = (value: unknown): value is SqlValue =>
  typeof value === 'string' || typeof value === 'number' || value === null
const plainRow = (row: unknown[]): unknown[] => {
  for (let i = 0; i < row.length; i++) {
    const value = row[i]
    if (value instanceof Uint8Array) row[i] = new Uint8Array(value).buffer
  }
  return row
}

class Cursor {
  readonly #result: SqlResult
  #at = 0
  constructor(result: SqlResult) {
    this.#result = result
  }

  get columnNames(): string[] {
    return [...this.#result.columns]
  }
  get rowsRead(): number {
    return this.#result.rows.length
  }
  get rowsWritten(): number {
    return this.#result.changes
  }
  toArray(): Record<string, unknown>[] {
    const rows: Record<string, unknown>[] = []
    for (let row = this.#next(); row; row = this.#next()) rows.push(namedRow(this.#result.columns, row))
    return rows
  }
  one(): Record<string, unknown> {
    const row = this.#next()
    if (!row) throw new Error('Expected exactly one result from SQL query, but got no results.')
    if (this.#next()) throw new Error('Expected exactly one result from SQL query, but got multiple results.')
    return namedRow(this.#result.columns, row)
  }
  next(): { done?: boolean; value?: Record<string, unknown> } {
    const row = this.#next()
    return row ? { done: false, value: namedRow(this.#result.columns, row) } : { done: true, value: undefined }
  }
  raw(): IterableIterator<unknown[]> & { toArray(): unknown[][] } {
    const next = (): IteratorResult<unknown[]> => {
      const row = this.#next()
      return row ? { done: false, value: row } : { done: true, value: undefined }
    }
    const rows = { next, [Symbol.iterator]: () => rows, toArray: () => Array.from(rows) }
    return rows
  }
  [Symbol.iterator](): this {
    return this
  }

  #next(): unknown[] | undefined {
    const row = this.#result.rows[this.#at]
    if (row) this.#at += 1
    return row && plainRow(row)
  }
}

export const sqlStorage = (engine: SqlEngine): SqlStorage =>
  ({
    exec: (sql: string, ...bindings: unknown[]) =>
      new Cursor(engine.run(sql, bindings.every(isPlain) ? bindings : bindings.map(bound))),
    get databaseSize() {
      return engine.run('select page_count * page_size from pragma_page_count(), pragma_page_size()', []).rows[0]?.[0]
    },
  }) as unknown as SqlStorage
