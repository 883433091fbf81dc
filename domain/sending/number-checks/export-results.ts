// The registered numbers of a check, as far as they are known, in the order of its source: what a download of its results has.
import type { ResultRow } from '../../../contract/sending/number-checks.ts'
import { allResults, type CheckFound } from './chunks.ts'
import type { CheckRecord } from './store.ts'

export type ResultPorts = {
  bucket: R2Bucket
  /** Results that the sender's object has not put into the bucket yet, from a place on, at most `limit`. */
  heldBy: (
    accountId: string,
    checkId: string,
    from: number,
    limit: number,
  ) => Promise<{ rows: CheckFound[]; flushedTo: number }>
}
export const EXPORT_COLUMNS = ['number', 'name', 'status'] as const satisfies (keyof ResultRow)[]

/** A page at a time, since it may be a million rows; no page is empty. */
export async function* exportResults(ports: ResultPorts, check: CheckRecord): AsyncGenerator<ResultRow[]> {
  const held = (from: number, limit: number) => ports.heldBy(check.whatsapp_id, check.id, from, limit)
  for await (const rows of allResults(ports.bucket, check.id, held)) {
    // The number of an erased person is empty; such a row is not a result any more.
    const found = rows.filter((row) => row.registered && row.number !== '')
    if (found.length > 0) yield found.map(({ number, name }) => ({ number, name, status: 'active' }))
  }
}
