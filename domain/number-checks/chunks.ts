// Results of a job in the bucket: chunks of lines, each named by the place of its first row.
import { chunkKey, chunkPrefix } from './rules.ts'

export type ResultRow = { seq: number; number: string; name: string; registered: boolean }

export const chunkText = (rows: readonly ResultRow[]): string =>
  rows.map((r) => `${JSON.stringify([r.seq, r.number, r.name, r.registered ? 1 : 0])}\n`).join('')
const rowsOf = (text: string): ResultRow[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [seq, number, name, registered] = JSON.parse(line) as [number, string, string, 0 | 1]
      return { seq, number, name, registered: registered === 1 }
    })

const firstPlaces = async (bucket: R2Bucket, jobId: string): Promise<number[]> => {
  const prefix = chunkPrefix(jobId)
  const { objects } = await bucket.list({ prefix, limit: 1_000 })
  return objects.map((o) => Number.parseInt(o.key.slice(prefix.length), 10))
}
/** Rows at and above a place that stand in the chunk which holds it; empty: the bucket does not have it. */
export const chunkRows = async (bucket: R2Bucket, jobId: string, from: number): Promise<ResultRow[]> => {
  const places = await firstPlaces(bucket, jobId)
  // a chunk that was written before a crash may stand inside a longer one
  for (const first of places.filter((p) => p <= from).toReversed()) {
    const chunk = await bucket.get(chunkKey(jobId, first))
    const rows = chunk ? rowsOf(await chunk.text()).filter((r) => r.seq >= from) : []
    if (rows.length > 0) return rows
  }
  return []
}

/** All results in order, from the bucket and then from the object that still works on them, a page at a time. */
export async function* allResults(
  bucket: R2Bucket,
  jobId: string,
  rest: (from: number, limit: number) => Promise<{ rows: ResultRow[]; flushedTo: number }>,
): AsyncGenerator<ResultRow[]> {
  for (let from = 0; ; ) {
    const kept = await chunkRows(bucket, jobId, from)
    const next = kept.length > 0 ? { rows: kept, flushedTo: 0 } : await rest(from, 1_000)
    // what was here a moment ago may have moved to the bucket meanwhile
    if (next.flushedTo > from && next.rows[0]?.seq !== from) {
      if ((await chunkRows(bucket, jobId, from)).length === 0) return
      continue
    }
    if (next.rows.length === 0) return
    yield next.rows
    from = (next.rows.at(-1)?.seq ?? from) + 1
  }
}
