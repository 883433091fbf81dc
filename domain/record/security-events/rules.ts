// What an event says of a place, and which events a change of a person is (rule security-events). Pure.
import type { PersonStatus } from '../../../contract/people/person-status.ts'
import type { SecurityKind } from '../../../contract/record/security-events.ts'
import { networkOf } from '../../ground/limits/rules.ts'

/** Where a call came from; null: it is not known. */
export type Place = { network: string | null; country: string | null; device: string | null }

/** Coarser than what limits count: enough to tell places apart, too little to name a household of IPv4. */
export const placeNetwork = (address: string): string | null => {
  const ipv4 = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address)
  if (ipv4) return `${ipv4[1]}.0/24`
  const network = networkOf(address)
  return network.endsWith('/64') ? network : null
}
/** XX: Cloudflare does not know; T1: Tor, which is no country. */
export const placeCountry = (header: string | null | undefined): string | null =>
  header && /^[A-Z]{2}$/.test(header) && header !== 'XX' ? header : null

const BANK = ['account_name', 'account_bank', 'account_number']
/** @param after the fields that changed, as the audit entry tells them */
export const kindsOfUpdate = (after: object): SecurityKind[] => {
  const changed = Object.keys(after)
  return [
    ...(changed.includes('password') ? (['password_changed'] as const) : []),
    ...(changed.some((field) => BANK.includes(field)) ? (['bank_changed'] as const) : []),
    ...(changed.includes('role') ? (['role_changed'] as const) : []),
    ...(changed.includes('signed_out') ? (['sessions_ended'] as const) : []),
  ]
}
export const KIND_OF_STATUS = {
  active: 'opened',
  paused: 'paused',
  closed: 'closed',
} as const satisfies Record<PersonStatus, SecurityKind>
