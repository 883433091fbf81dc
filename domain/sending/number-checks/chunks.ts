// Results of a check in the bucket: chunks of lines, each named after the position of its first row.
import { checkPrefix, chunkKey, chunkPrefix, type Target } from './rules.ts'

/** A number that was looked up; as lists and downloads say it: contract/sending/number-checks.ts. */
export type CheckFound = Target & { seq: number; registered: boolean }

export const chunkText = (rows: readonly CheckFound[]): string =>
  rows.map((r) => `${JSON.stringify([r.seq, r.number, r.name, r.registered ? 1 : 0])}\n`).join('')
const rowsOf = (text: string): CheckFound[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [seq, number, name, registered] = JSON.parse(line) as [number, string, string, 0 | 1]
      return { seq, number, name, registered: registered === 1 }
    })

/** Positions of the chunks' first rows, in order. */
const chunkPlaces = async (bucket: R2Bucket, checkId: string): Promise<number[]> => {
  const prefix = chunkPrefix(checkId)
  const places: number[] = []
  let page: R2Objects
  do {
    page = await bucket.list({
      prefix,
      ...(places.length > 0 ? { startAfter: chunkKey(checkId, places.at(-1) ?? 0) } : {}),
    })
    places.push(...page.objects.map((o) => Number.parseInt(o.key.slice(prefix.length), 10)))
  } while (page.truncated)
  return places
}
/** Rows from a position on in the chunk that contains it; empty: none of these chunks does. */
const rowsFrom = async (
  bucket: R2Bucket,
  checkId: string,
  places: readonly number[],
  from: number,
): Promise<CheckFound[]> => {
  const first = places.findLast((place) => place <= from)
  const chunk = first === undefined ? null : await bucket.get(chunkKey(checkId, first))
  return chunk ? rowsOf(await chunk.text()).filter((r) => r.seq >= from) : []
}
/** Rows from a position on in its chunk; empty: the bucket does not have it. */
export const chunkRows = async (bucket: R2Bucket, checkId: string, from: number): Promise<CheckFound[]> =>
  rowsFrom(bucket, checkId, await chunkPlaces(bucket, checkId), from)

/** All results in order, from the bucket and then from the object that still works on them, a page at a time. */
export async function* allResults(
  bucket: R2Bucket,
  checkId: string,
  rest: (from: number, limit: number) => Promise<{ rows: CheckFound[]; flushedTo: number }>,
): AsyncGenerator<CheckFound[]> {
  let places = await chunkPlaces(bucket, checkId)
  for (let from = 0; ; ) {
    let rows = await rowsFrom(bucket, checkId, places, from)
    if (rows.length === 0) {
      const held = await rest(from, 1_000)
      rows = held.rows
      // rows may have moved from the object to the bucket since the bucket was read
      if (held.flushedTo > from && rows[0]?.seq !== from) {
        places = await chunkPlaces(bucket, checkId)
        rows = await rowsFrom(bucket, checkId, places, from)
      }
    }
    if (rows.length === 0) return
    yield rows
    from = (rows.at(-1)?.seq ?? from) + 1
  }
}
/** Deletes all objects of a check: its file, the file's parts, its results. */
export const deleteCheckObjects = async (bucket: R2Bucket, checkId: string): Promise<void> => {
  for (;;) {
    const { objects, truncated } = await bucket.list({ prefix: checkPrefix(checkId) })
    if (objects.length > 0) await bucket.delete(objects.map((o) => o.key))
    if (!truncated) return
  }
}
