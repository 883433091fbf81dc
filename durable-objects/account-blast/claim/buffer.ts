// Numbers this account has claimed and not attempted yet, in the order of the claim. They are part of the document, which
// every message writes anyway: a table of their own would cost two more rows a message.
import type { ClaimedNumber } from '../../../domain/sending/blast/store.ts'
import type { ClaimPart } from '../document/document.ts'

export const bufferNumbers = (doc: ClaimPart, numbers: readonly ClaimedNumber[]): void => {
  const known = new Set(doc.buffer.map((n) => n.id))
  doc.buffer.push(...numbers.filter((n) => !known.has(n.id)))
}
export const unbuffer = (doc: ClaimPart, id: number): void => {
  doc.buffer = doc.buffer.filter((n) => n.id !== id)
}
export const unbufferNumber = (doc: ClaimPart, number: string): void => {
  doc.buffer = doc.buffer.filter((n) => n.number !== number)
}
/** @returns whether it held anybody of it */
export const unbufferCampaign = (doc: ClaimPart, campaign: number): boolean => {
  const before = doc.buffer.length
  doc.buffer = doc.buffer.filter((n) => n.campaign !== campaign)
  return doc.buffer.length < before
}
/** @returns whether it held any number */
export const emptyBuffer = (doc: ClaimPart): boolean => doc.buffer.splice(0).length > 0
