// Keeps what was typed into the form while the person links an account for it and comes back.
import { holdDraft, releaseDraft } from '../../../lib/forms/held-drafts.ts'
import type { Read } from '../../../lib/forms/edited.ts'
import { EMPTY, NEW_SENDER, type Values } from './form-schema.ts'

/** read: what the form was filled from, which may be older than what it is filled from on return. */
type Draft = { values: Values; read: Read }
const drafts = new Map<string, Draft>()

/** On return the new account is chosen in the form. */
export const keepDraft = (place: string, { values, read }: Draft): void => {
  const whatsapp_id = values.whatsapp_id === NEW_SENDER ? '' : values.whatsapp_id
  drafts.set(place, { values: { ...EMPTY, ...values, whatsapp_id }, read })
  holdDraft(place)
}
export const dropDraft = (place: string): void => {
  drafts.delete(place)
  releaseDraft(place)
}
export const draftOf = (place: string): Draft | undefined => drafts.get(place)
