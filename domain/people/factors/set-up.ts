// Second factors are set up and taken away. Each change ends the person's other sign-ins where it is the first, tells the person,
// and counts as a proof on the sign-in that made it (rules factor-required, factor-change, passkeys).
import { Refusal } from '../../../contract/ground/errors.ts'
import type { Attestation } from '../../../contract/people/factors.ts'
import type { CredentialChange } from '../notices/credential-notices.ts'
import { credentialNotice } from '../notices/credential-notices.ts'
import { markProved } from '../auth/sign-ins-store.ts'
import { endSignIns, type Standing } from '../auth/store.ts'
import { hashToken, newToken } from '../../ground/crypto/token.ts'
import { runBatch, type Statement } from '../../ground/db/connection.ts'
import { mustHaveChanged } from '../../ground/db/refusal-store.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import type { Mail } from '../notices/mail.ts'
import { selectUser, type UserView } from '../users/store.ts'
import { type FactorPorts, hashRecovery, openSecret, sealSecret } from './check-factor.ts'
import { creationOptions, readNewPasskey } from './passkeys.ts'
import { CODES, recoveryCode } from './recovery-rules.ts'
import {
  addPasskey,
  beginNextTotp,
  beginTotp,
  confirmTotp,
  dropAllFactors,
  dropIdleRecovery,
  dropPasskey,
  dropTotp,
  keepFactorSince,
  passkeyById,
  replaceRecovery,
  replaceTotp,
  selectPasskeys,
  totpOf,
} from './store.ts'
import { addTicket, dropTickets, spendTicket, tryTicket } from '../auth/ticket-store.ts'
import { otpauthUri, stepOf, toBase32 } from './totp.ts'

const PRODUCT = 'WA Blaster'
export type SetUpPorts = FactorPorts & {
  who: { id: string; sessionHash: string }
  standing: Pick<Standing, 'factorSince'>
  /** Audit rows of the change. */
  audit: (change: CredentialChange) => Statement[]
}
/** ended: true, every other sign-in of the person has ended. codes: to be shown, this once. */
export type Changed = { codes: string[] | null; ref: string; mail: Mail; ended: boolean }

const personOf = async ({ db }: Pick<FactorPorts, 'db'>, id: string): Promise<UserView> => {
  const [user] = await selectUser(db, id)
  if (!user) throw new Refusal('not_found')
  return user
}
const newCodes = (): string[] =>
  Array.from({ length: CODES }, () => recoveryCode(crypto.getRandomValues(new Uint8Array(16))))

/**
 * One transaction: the change, and all that follows from it.
 * @throws what `refuse` makes when the change did nothing
 */
const change = async (
  { db, now, who, standing, audit }: SetUpPorts,
  what: CredentialChange,
  /** Changes a row, or the transaction fails; null: nothing but the codes. */
  act: Statement | null,
  refuse: () => Refusal | Promise<Refusal>,
): Promise<Changed> => {
  const adds = what === 'totp_on' || what === 'passkey_on'
  const isFirst = adds && standing.factorSince === null
  const codes = isFirst || what === 'recovery' ? newCodes() : null
  const notice = credentialNotice(db, await personOf({ db }, who.id), what, now)
  const statements = [
    ...(act === null ? [] : [act, mustHaveChanged(db)]),
    keepFactorSince(db, who.id, now),
    dropIdleRecovery(db, who.id),
    dropTickets(db, who.id),
    ...(codes ? replaceRecovery(db, who.id, await Promise.all(codes.map((code) => hashRecovery(who.id, code)))) : []),
    ...(isFirst ? endSignIns(db, who.id, who.sessionHash) : []),
    ...(adds ? [markProved(db, who.sessionHash, now)] : []),
    ...notice.statements,
    ...audit(what),
  ]
  try {
    await runBatch(db, statements)
  } catch (error) {
    throw refusalOf(error) === 'nothing_changed' ? await refuse() : error
  }
  return { codes, ref: notice.ref, mail: notice.mail, ended: isFirst }
}

type Secret = { secret: string; uri: string }
const newSecret = async ({ db, who }: Pick<SetUpPorts, 'db' | 'who'>): Promise<Secret> => {
  const secret = toBase32(crypto.getRandomValues(new Uint8Array(20)))
  const { email } = await personOf({ db }, who.id)
  return { secret, uri: otpauthUri(PRODUCT, email, secret) }
}
/** The secret, as text and for a QR code; it counts once its first code comes. @throws Refusal totp_present */
export const startTotp = async ({ db, ring, who }: SetUpPorts): Promise<Secret> => {
  const { secret, uri } = await newSecret({ db, who })
  if (!(await beginTotp(db, who.id, await sealSecret(ring, who.id, secret)))) throw new Refusal('totp_present')
  return { secret, uri }
}
/** The same for a new phone; the app of before counts until the first code of this one. @throws Refusal totp_absent */
export const startNextTotp = async ({ db, ring, who }: SetUpPorts): Promise<Secret> => {
  const { secret, uri } = await newSecret({ db, who })
  if (!(await beginNextTotp(db, who.id, await sealSecret(ring, who.id, secret)))) throw new Refusal('totp_absent')
  return { secret, uri }
}
/** Of whichever was begun: the first app, or the one that takes its place. @throws Refusal totp_absent or factor_wrong */
export const finishTotp = async (ports: SetUpPorts, code: string): Promise<Changed> => {
  const { db, ring, who, now } = ports
  const totp = await totpOf(db, who.id)
  const replaces = totp !== null && totp.confirmed_at !== null
  const begun = replaces ? totp.next_sealed : totp?.sealed
  const secret = begun ? await openSecret(ring, who.id, begun) : null
  if (!begun || secret === null) throw new Refusal('totp_absent')
  const step = await stepOf(secret, code, now)
  if (step === null) throw new Refusal('factor_wrong', { field: 'code' })
  const act = (replaces ? replaceTotp : confirmTotp)(db, who.id, begun, step, now)
  return change(ports, replaces ? 'totp_replaced' : 'totp_on', act, () => new Refusal('totp_absent'))
}
/** Of one that stays because it is the last, or that is gone already, as from another tab. */
const stays = (isThere: boolean) => new Refusal(isThere ? 'factor_last' : 'not_found')
/** @throws Refusal factor_last or not_found */
export const removeTotp = (ports: SetUpPorts, isRequired: boolean): Promise<Changed> => {
  const { db, who } = ports
  return change(ports, 'totp_off', dropTotp(db, who.id, isRequired), async () =>
    stays((await totpOf(db, who.id)) !== null),
  )
}

export const askPasskey = async ({ db, site, who, now }: SetUpPorts) => {
  const ticket = newToken()
  const [[user], keys] = await db.batch([selectUser(db, who.id), selectPasskeys(db, who.id)])
  if (!user) throw new Refusal('not_found')
  const options = await creationOptions(site, user, keys, ticket)
  const row = { ticketHash: await hashToken(ticket), purpose: 'add_passkey' as const, userId: who.id }
  await runBatch(db, [addTicket(db, { ...row, sessionHash: who.sessionHash }, now)])
  return { ticket, options: { ...options } }
}
/** @throws Refusal factor_ticket_invalid, passkey_failed, passkey_many or passkey_taken */
export const finishPasskey = async (
  ports: SetUpPorts,
  given: { ticket: string; passkey: Attestation; name: string },
): Promise<Changed> => {
  const { db, site, who, now } = ports
  const ticketHash = await hashToken(given.ticket)
  const ticket = await tryTicket(db, { ticketHash, purpose: 'add_passkey', sessionHash: who.sessionHash }, now)
  if (!ticket || !(await spendTicket(db, ticketHash))) throw new Refusal('factor_ticket_invalid')
  const key = await readNewPasskey(given.passkey, { site, ticket: given.ticket })
  const row = { ...key, user_id: who.id, name: given.name, created_at: now }
  try {
    return await change(ports, 'passkey_on', addPasskey(db, row), () => new Refusal('passkey_many'))
  } catch (error) {
    // an authenticator chooses its own ids: one that names another's passkey must not take its place, nor end as a fault of ours
    throw refusalOf(error) === 'taken passkeys.id' ? new Refusal('passkey_taken') : error
  }
}
/** @throws Refusal factor_last or not_found */
export const removePasskey = (ports: SetUpPorts, id: string, isRequired: boolean): Promise<Changed> => {
  const { db, who } = ports
  return change(ports, 'passkey_off', dropPasskey(db, who.id, id, isRequired), async () =>
    stays((await passkeyById(db, id))?.user_id === who.id),
  )
}

/** Those of before count no more. @throws Refusal totp_absent where there is no factor */
export const renewRecovery = async (ports: SetUpPorts): Promise<Changed> => {
  if (ports.standing.factorSince === null) throw new Refusal('totp_absent')
  return change(ports, 'recovery', null, () => new Refusal('not_found'))
}

/** Of somebody who lost all of theirs: every sign-in of theirs ends. Only dev does it to dev. @throws Refusal */
export const resetFactors = async (
  { db, now }: Pick<FactorPorts, 'db' | 'now'>,
  actor: { id: string; role: string },
  id: string,
  audit: Statement[],
): Promise<{ ref: string; mail: Mail }> => {
  const user = await personOf({ db }, id)
  if (user.role === 'dev' && actor.role !== 'dev') throw new Refusal('forbidden')
  if (user.id === actor.id) throw new Refusal('forbidden')
  const notice = credentialNotice(db, user, 'reset', now)
  await runBatch(db, [
    ...dropAllFactors(db, id),
    keepFactorSince(db, id, now),
    ...endSignIns(db, id, null),
    ...notice.statements,
    ...audit,
  ])
  return { ref: notice.ref, mail: notice.mail }
}
