// What the ledger must still hear: a part of the document, which each result writes in any case. A table would cost two rows
// a message more. It never grows long: 25 results, or their time, make it a batch.
import type { AccountDocument } from '../document.ts'
import type { OutboxItem } from '../work.ts'

export const addToOutbox = (doc: AccountDocument, item: OutboxItem, now: number): void => {
  doc.outbox.push({ at: now, item })
}
/** Number ids whose outcome waits to be told. */
export const numbersInOutbox = (doc: AccountDocument): number[] =>
  doc.outbox.flatMap(({ item }) => (item.kind === 'result' ? [item.result.numberId] : []))
/** What is still to be told of this person goes; the money of their messages stays. */
export const eraseFromOutbox = (doc: AccountDocument, number: string): void => {
  doc.outbox = doc.outbox.filter(({ item }) => item.kind !== 'contact' || item.contact.number !== number)
}
