// Since when the account shows what it shows: its state, and what its blast waits for. For whoever asks why it does not send.
import type { AccountDocument } from '../document/document.ts'
import { shownState } from '../document/rules.ts'

/** At the end of a turn. The pause between two messages is no wait: it would be new with each. */
export const noteShown = (doc: AccountDocument, now: number): void => {
  const state = shownState(doc, now)
  if (doc.shown?.state !== state) doc.shown = { ...doc.shown, state, since: now }
  const waits = doc.run && doc.wait && doc.wait.reason !== 'interval' ? doc.wait.reason : undefined
  if (doc.shown.waits?.reason === waits) return
  const { waits: _before, ...shown } = doc.shown
  doc.shown = waits === undefined ? shown : { ...shown, waits: { reason: waits, since: now } }
}
