// What is of a number and not of its account: anyone who removes the account and links the number again ends none of it (rules suspension,
// restricted, daily-cap, rates). Pure; times are epoch ms.
import type { LeftBehind } from '../../../domain/sending/whatsapp/account-row-store.ts'
import type { AccountDocument } from '../document/document.ts'
import { restrictedUntil, withRestriction } from '../document/restriction-rules.ts'
import type { DayCounts } from '../send/pace.ts'

type Sanctions = Pick<
  AccountDocument,
  'suspended' | 'suspendedCount' | 'suspendReason' | 'restrictions' | 'restrictedUntil'
>
type OfNumber = { sanctions: Sanctions; day: DayCounts; rest: AccountDocument['rest'] }
export const NOT_SUSPENDED = { suspended: false, suspendReason: null } as const
/** What a link changes, for one that comes to nothing. */
export const beforeLink = (
  doc: AccountDocument,
): OfNumber & { link: Pick<AccountDocument, 'linked' | 'phone'>; held: AccountDocument['held'] } => {
  const { linked, phone, held, suspended, suspendedCount, suspendReason } = doc
  const { restrictions, restrictedUntil: until, day, sentToday, sentYesterday, rest } = doc
  const sanctions = { suspended, suspendedCount, suspendReason, restrictions, restrictedUntil: until }
  return { link: { linked, phone }, held, sanctions, day: { day, sentToday, sentYesterday }, rest }
}

/**
 * What the new account begins with. A removed account shows no ban, because a new pairing ends one; which of WhatsApp's limits stood
 * its row does not say.
 */
export const takenOver = (left: LeftBehind, now: number): OfNumber => {
  const suspended = left.state === 'suspended'
  const restrictions = left.restrictedUntil === null ? {} : withRestriction({}, 'reachout', left.restrictedUntil)
  return {
    sanctions: {
      suspended,
      suspendedCount: left.suspendedCount,
      suspendReason: suspended ? 'deleted' : null,
      restrictions,
      restrictedUntil: restrictedUntil(restrictions, now),
    },
    day: { day: left.sentDay, sentToday: left.sentToday, sentYesterday: 0 },
    rest: left.rest === null ? undefined : (JSON.parse(left.rest) as NonNullable<AccountDocument['rest']>),
  }
}
