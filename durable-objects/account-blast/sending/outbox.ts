// Results that are in no batch yet. Part of the document, which each result writes in any case: a table would cost two rows
// more a message. It stays short: 25 results, or settle_after_s, make it a batch.
import type { AccountDocument } from '../document.ts'
import type { OutboxItem } from '../work.ts'

export const addToOutbox = (doc: AccountDocument, item: OutboxItem, now: number): void => {
  doc.outbox.push({ at: now, item })
}
/** Number ids of results in the outbox. */
export const numbersInOutbox = (doc: AccountDocument): number[] =>
  doc.outbox.flatMap(({ item }) => (item.kind === 'result' ? [item.result.numberId] : []))
/** Deletes this person's contacts; the results, and so the money, stay. */
export const eraseFromOutbox = (doc: AccountDocument, number: string): void => {
  doc.outbox = doc.outbox.filter(({ item }) => item.kind !== 'contact' || item.contact.number !== number)
}
