// Keeps what was typed into the form while the person links an account for it and comes back.
import { holdDraft, releaseDraft } from '../../lib/forms/held-drafts.ts'
import { EMPTY, NEW_SENDER, type Values } from './form-schema.ts'

const drafts = new Map<string, Values>()

/** On return the new account is chosen in the form. */
export const keepDraft = (place: string, values: Values): void => {
  const whatsapp_id = values.whatsapp_id === NEW_SENDER ? '' : values.whatsapp_id
  drafts.set(place, { ...EMPTY, ...values, whatsapp_id })
  holdDraft(place)
}
export const dropDraft = (place: string): void => {
  drafts.delete(place)
  releaseDraft(place)
}
export const draftOf = (place: string): Values | undefined => drafts.get(place)
