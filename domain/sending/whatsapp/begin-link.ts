// new-client: checks whose client id this is, which account it names and whether the consent is recorded; then calls the object.
import { Refusal } from '../../../contract/ground/errors.ts'
import type { Role } from '../../../contract/people/role-table.ts'
import type { AccountPurpose } from '../../../contract/ground/account-purpose.ts'
import type { Db } from '../../ground/db/connection.ts'
import { NEVER_STOPPED, type PersonStop } from '../../../contract/people/pauses.ts'
import { closedRefusal } from '../../people/users/stopped.ts'
import { readStop } from '../../people/users/status-store.ts'
import { recordLinkConsent, userById } from '../../people/users/store.ts'
import { consentStep, mayLinkFor } from './rules.ts'
import { type Alias, aliasOf, claimAlias, renameAlias } from './store.ts'

export type NewClient = {
  deviceId: string
  /** The alias of deviceId, which belongs to the caller; null: the id is new. */
  alias: Alias | null
  previousDeviceId?: string | null | undefined
  userId?: string | null | undefined
  phoneNumber: string | null
  purpose: AccountPurpose
  consentVersion?: string | null | undefined
}
export type LinkTarget = {
  accountId: string
  clientid: string
  userId: string
  purpose: AccountPurpose
  person: PersonStop
}
export type LinkPorts = {
  db: Db
  now: number
  /** Ends the attempt that an earlier client id of this page began. */
  cancel: (accountId: string, clientid: string) => Promise<unknown>
}

/** @throws Refusal account_closed, forbidden, clientid_taken or consent_required. */
export const prepareLink = async (
  ports: LinkPorts,
  who: { id: string; role: Role },
  request: NewClient,
): Promise<LinkTarget> => {
  const { db, now } = ports
  if (request.userId && request.userId !== who.id) throw new Refusal('forbidden')
  const { alias } = request
  const [stop, user, previous] = await Promise.all([
    readStop(db, who.id),
    who.role === 'member' ? userById(db, who.id) : null,
    request.previousDeviceId && request.previousDeviceId !== request.deviceId
      ? aliasOf(db, request.previousDeviceId)
      : null,
  ])
  if (stop?.closed) throw closedRefusal(stop.paused?.reason ?? null)
  const owner = { userId: who.id, person: stop ?? NEVER_STOPPED }
  const known = alias && alias.removed === null ? alias : null
  const purpose = known?.purpose ?? request.purpose
  if (!mayLinkFor(who.role, purpose)) throw new Refusal('forbidden')
  const consent = consentStep({ role: who.role, recorded: user?.link_consent_version ?? null }, request.consentVersion)
  if (consent === 'missing') throw new Refusal('consent_required')
  if (consent === 'record') await recordLinkConsent(db, who.id, request.consentVersion ?? '', now)
  if (previous && previous.userId === who.id && previous.accountId !== known?.accountId) {
    await ports.cancel(previous.accountId, previous.clientid)
  }
  if (known) return { accountId: known.accountId, clientid: request.deviceId, ...owner, purpose }
  const accountId = crypto.randomUUID()
  if (alias) {
    await renameAlias(db, request.deviceId, accountId)
    return { accountId, clientid: request.deviceId, ...owner, purpose }
  }
  const claimed = await claimAlias(db, { clientid: request.deviceId, accountId, userId: who.id, now })
  if (claimed.userId !== who.id) throw new Refusal('clientid_taken')
  return { accountId: claimed.accountId, clientid: request.deviceId, ...owner, purpose }
}
