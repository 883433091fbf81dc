// What was typed into a form, kept while its person links an account for it and comes back.
import { holdDraft, releaseDraft } from '../../lib/forms/held-drafts.ts'
import { EMPTY, NEW_SENDER, type Values } from './form-schema.ts'

const drafts = new Map<string, Values>()

/** The new account is chosen among the others on return. */
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
