// The end of every way to sign in: the session is opened, and the person is told of a device that is new (rules sign-in, sign-ins).
import type { SQL } from 'drizzle-orm'
import { securityMail } from '../../../contract/people/mails.ts'
import { noticeText } from '../../../contract/people/notice-texts.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { mustHaveChanged } from '../../ground/db/refusal-store.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { addNotice } from '../notices/store.ts'
import type { Place } from '../../record/security-events/rules.ts'
import { securityStatement } from '../../record/security-events/store.ts'
import type { UserView } from '../users/store.ts'
import { type Device, newDeviceId } from './device.ts'
import type { Mail } from '../notices/mail.ts'
import { noteSignIn, type SignInFacts, signInId } from './sign-ins-store.ts'
import { type From, openSession } from './store.ts'
import { hashToken, newSignInToken } from '../../ground/crypto/token.ts'

/** ref: of the notice. */
export type Told = { ref: string; mail: Mail }
/** newDevice: what its cookie shall say; null: it says so already. */
export type SignedIn = { token: string; user: UserView; newDevice: Device | null; told: Told | null }
/** What asks: by its cookie, in words, and where it is. */
export type Arrival = { device: Device | null; from: From; place: Place }

/**
 * @param holds what they proved, as a condition on their row: the password and the factors of when it was checked, or a ticket
 * @returns null: it holds no more, and nothing is open
 */
export const openSignIn = async (
  db: Db,
  who: Arrival & { user: UserView; facts: SignInFacts | undefined; now: number; byFactor?: boolean },
  holds: SQL,
  /** For the same transaction. */
  more: readonly Statement[] = [],
): Promise<SignedIn | null> => {
  const { user, device, from, now } = who
  const token = newSignInToken(user)
  const tokenHash = await hashToken(token)
  const newDevice = device?.userId === user.id ? null : { userId: user.id, id: device?.id ?? newDeviceId() }
  const deviceHash = await hashToken(newDevice?.id ?? device?.id ?? '')
  const event = { ...who.place, device: deviceHash, at: now, userId: user.id, by: user.id, sessionHash: tokenHash }
  // the first device of somebody is no news to them
  const notice = { kind: 'new_device' as const, data: { device: from.device, country: from.country } }
  const ref = `device:${signInId(tokenHash)}`
  const isTold = newDevice !== null && who.facts?.wasHere === 1
  const statements = [
    openSession(db, { tokenHash, userId: user.id, now }, from, holds),
    mustHaveChanged(db),
    noteSignIn(db, user.id, now),
    ...(isTold ? addNotice(db, { ...notice, ref, to: { userId: user.id }, at: now }) : []),
    securityStatement(db, { ...event, kind: 'sign_in' }),
    ...(newDevice ? [securityStatement(db, { ...event, kind: 'new_device' })] : []),
    ...(who.byFactor ? [securityStatement(db, { ...event, kind: 'factor_used' })] : []),
    ...more,
  ]
  try {
    await runBatch(db, statements)
  } catch (error) {
    if (refusalOf(error) === 'nothing_changed') return null
    throw error
  }
  const mail = { to: user.email, ...securityMail(noticeText(notice, true)) }
  return { token, user, newDevice, told: isTold ? { ref, mail } : null }
}
