// The member removes the account: its session is over, and what stays is of the number.
import type { SessionPart } from '../document/document.ts'
import { liftSuspension } from './suspension.ts'

export const unlink = (doc: SessionPart): void => {
  doc.linked = false
  doc.link = null
  doc.base = 'loggedOut'
  // its row says what stays with the number, and a new pairing ends a ban
  if (doc.suspendReason === 'banned') liftSuspension(doc)
}
