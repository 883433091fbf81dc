// Who may link accounts for what, and when the consent is asked for (rules informed-consent, screens-by-role).
import type { Role } from '../../../contract/people/role-table.ts'
import { type AccountPurpose } from '../../../contract/ground/account-purpose.ts'
import { LINK_CONSENT_VERSION } from '../../../contract/sending/whatsapp.ts'

/** Staff link for number checks only; members for blasts only. */
export const mayLinkFor = (role: Role, purpose: AccountPurpose): boolean => {
  if (role === 'staff') return purpose !== 'blast'
  return role !== 'member' || purpose === 'blast'
}

/** A member's first link needs the current consent text agreed to; once recorded it is not asked again. */
export const consentStep = (
  who: { role: Role; recorded: string | null },
  sent: string | null | undefined,
): 'none' | 'record' | 'missing' => {
  if (who.role !== 'member' || who.recorded !== null) return 'none'
  return sent === LINK_CONSENT_VERSION ? 'record' : 'missing'
}
