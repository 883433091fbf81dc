// Results that are in no batch yet. They are part of the document, which every result writes anyway: a table would cost two
// more rows a message. The list stays short: after 25 results, or settle_after_s, it becomes a batch.
import type { SettlePart } from '../document/document.ts'
import type { OutboxItem } from '../document/work.ts'

export const addToOutbox = (doc: SettlePart, item: OutboxItem, now: number): void => {
  doc.outbox.push({ at: now, item })
}
/** Number ids of results in the outbox. */
export const numbersInOutbox = (doc: SettlePart): number[] =>
  doc.outbox.flatMap(({ item }) => (item.kind === 'result' ? [item.result.numberId] : []))
/** Deletes this person's contacts; the results, and so the money, stay. */
export const eraseFromOutbox = (doc: SettlePart, number: string): void => {
  doc.outbox = doc.outbox.filter(({ item }) => item.kind !== 'contact' || item.contact.number !== number)
}
