// One round trip to D1 with a clock beside it: how long it took and the rows that it read and wrote are counted in this isolate.
import { here } from '../tally/here.ts'

/** The binding, or one session of it. */
export type D1Source = Pick<D1Database, 'prepare' | 'batch'>
/** A statement as D1 takes it. */
export type Query = { sql: string; params: unknown[] }
export type AnyRow = Record<string, unknown>
/** Carries out statements in this order, several in one transaction, and answers each. @throws what D1 says of the one that failed */
export type Carry = (queries: readonly Query[]) => Promise<D1Result<AnyRow>[]>

/** Of the database as its last answer here said it; null: none has. */
let sizeBytes: number | null = null
export const databaseBytes = (): number | null => sizeBytes

/** Also one that fails took its time. */
const note = (since: number, results: readonly D1Result[]): void => {
  here.observe('wa_database_seconds', {}, (Date.now() - since) / 1_000)
  let read = 0
  let written = 0
  for (const { meta } of results) {
    read += meta.rows_read
    written += meta.rows_written
    sizeBytes = meta.size_after
  }
  if (read > 0) here.add('wa_database_rows_total', { of: 'read' }, read)
  if (written > 0) here.add('wa_database_rows_total', { of: 'written' }, written)
}

export const overD1 =
  (d1: D1Source): Carry =>
  async (queries) => {
    const statements = queries.map(({ sql, params }) => d1.prepare(sql).bind(...params))
    const [only] = statements
    if (!only) return []
    const since = Date.now()
    let results: D1Result<AnyRow>[] = []
    try {
      results = statements.length === 1 ? [await only.all<AnyRow>()] : await d1.batch<AnyRow>(statements)
      return results
    } finally {
      note(since, results)
    }
  }
