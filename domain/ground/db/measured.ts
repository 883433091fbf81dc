// D1 with a clock beside it: how long each round trip took and the rows that it read and wrote are counted in this isolate.
import { here } from '../tally/here.ts'

export type D1Source = Pick<D1Database, 'prepare' | 'batch'>

/** Of the database as its last answer here said it; null: none has. */
let sizeBytes: number | null = null
export const databaseBytes = (): number | null => sizeBytes

const note = (since: number, results: readonly Partial<Pick<D1Result, 'meta'>>[]): void => {
  here.observe('wa_database_seconds', {}, (Date.now() - since) / 1_000)
  let read = 0
  let written = 0
  for (const { meta } of results) {
    read += meta?.rows_read ?? 0
    written += meta?.rows_written ?? 0
    sizeBytes = meta?.size_after ?? sizeBytes
  }
  if (read > 0) here.add('wa_database_rows_total', { of: 'read' }, read)
  if (written > 0) here.add('wa_database_rows_total', { of: 'written' }, written)
}
/** Also one that fails took its time. */
const timed = async <T>(work: () => Promise<T>, resultsOf: (done: T) => readonly Partial<Pick<D1Result, 'meta'>>[]) => {
  const since = Date.now()
  try {
    const done = await work()
    note(since, resultsOf(done))
    return done
  } catch (error) {
    note(since, [])
    throw error
  }
}

/** As much of a prepared statement as drizzle uses. */
class MeasuredStatement {
  readonly inner: D1PreparedStatement
  constructor(inner: D1PreparedStatement) {
    this.inner = inner
  }
  bind(...values: unknown[]): MeasuredStatement {
    return new MeasuredStatement(this.inner.bind(...values))
  }
  all(): Promise<D1Result> {
    return timed(
      () => this.inner.all(),
      (result) => [result],
    )
  }
  run(): Promise<D1Result> {
    return timed(
      () => this.inner.run(),
      (result) => [result],
    )
  }
  /** Its answer has no rows' counts. */
  raw(): Promise<unknown[][]> {
    return timed(
      () => this.inner.raw(),
      () => [],
    )
  }
}
const isMeasured = (statement: unknown): statement is MeasuredStatement => statement instanceof MeasuredStatement

export const measured = (d1: D1Source): D1Source => {
  const prepare = (sql: string): MeasuredStatement => new MeasuredStatement(d1.prepare(sql))
  const batch = (statements: (D1PreparedStatement | MeasuredStatement)[]): Promise<D1Result[]> =>
    timed(
      () => d1.batch(statements.map((one) => (isMeasured(one) ? one.inner : one))),
      (results) => results,
    )
  return { prepare, batch } as unknown as D1Source
}
