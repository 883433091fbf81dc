// Splits batches into calls within the Queue's size limits.
import type { SettlementBatch } from '../../../contract/money/settlement.ts'

/** One call hands over so much: Queues take 256 KB and 100 messages of up to 128 KB, with room for what they add. */
const CALL_BYTES = 200_000
const CALL_MESSAGES = 100
/** Parts in order, each small enough for one call. A batch of 200 results is about 80 KB. */
export const cutToSize = (batches: readonly SettlementBatch[]): SettlementBatch[][] => {
  const parts: SettlementBatch[][] = []
  let room = 0
  for (const batch of batches) {
    const size = new TextEncoder().encode(JSON.stringify(batch)).length
    const last = parts.at(-1)
    if (last && size <= room && last.length < CALL_MESSAGES) last.push(batch)
    else {
      parts.push([batch])
      room = CALL_BYTES
    }
    room -= size
  }
  return parts
}
