// Heads of closed days in the bucket, apart from the database that they prove (rule record-chain).
import type { Db } from '../../ground/db/connection.ts'
import { headIn, headKey } from './head-object.ts'
import { markStored, unstoredDays } from './store.ts'

export const storedHead = async (bucket: R2Bucket, day: string): Promise<string | null> => {
  const object = await bucket.get(headKey(day))
  return object ? headIn(await object.text()) : null
}

/** A head that the bucket already has is never written over, whatever the database says meanwhile. */
export const storeHeads = async (db: Db, bucket: R2Bucket, now: number, limit: number): Promise<void> => {
  for (const { day, previous, head, parts } of await unstoredDays(db, limit)) {
    const text = JSON.stringify({ day, previous, head, parts: JSON.parse(parts) as unknown })
    await bucket.put(headKey(day), text, {
      onlyIf: { etagDoesNotMatch: '*' },
      httpMetadata: { contentType: 'application/json' },
    })
    await markStored(db, day, now)
  }
}
