// Sign-in. Guessing is slowed, and an unknown email takes the same time and gets the same answer as a known one (rule guessing).
// What came of it is recorded (rule security-events).
import type { SQL } from 'drizzle-orm'
import { loginBody } from '../../../contract/people/auth.ts'
import { Refusal, tooMany } from '../../../contract/ground/errors.ts'
import type { FactorWay } from '../../../contract/people/factors.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { closedRefusal } from '../users/stopped.ts'
import { selectUserByEmail } from '../users/store.ts'
import { networkOf } from '../../ground/limits/rules.ts'
import type { Place } from '../../record/security-events/rules.ts'
import { writeCapped } from '../../record/security-events/store.ts'
import type { Device } from './device.ts'
import { hashPassword, isOutdated, NOBODY, verifyPassword } from './password.ts'
import {
  passwordAlone,
  passwordBeforeFactor,
  passwordHashOf,
  renewPasswordHash,
  selectPasswordHash,
} from './password-store.ts'
import { openSignIn, type SignedIn } from './open-sign-in.ts'
import { selectSignInFacts } from './sign-ins-store.ts'
import { forgetFailures, type From, type Guesser, takeSignInTry } from './store.ts'
import { hashToken } from '../../ground/crypto/token.ts'

export type SignInRequest = {
  body: unknown
  address: string
  device: Device | null
  from: From
  place: Place
  /** Keyed hash of an email, for a failure whose email nobody has. */
  hashEmail: (email: string) => Promise<string>
  isHuman: (response: string) => Promise<boolean>
  /** Asks for the second step of somebody who has one. Fails by nothing_changed where `holds` does not hold of their row. */
  askFactor: (userId: string, holds: SQL, more: readonly Statement[]) => Promise<FactorAsked>
  now: number
}
type FactorAsked = { ticket: string; ways: FactorWay[]; options: { challenge: string } & Record<string, unknown> }

/**
 * The session, or the ticket of the second step.
 * @throws Refusal login_missing, login_failed, account_closed, bot_check_needed, bot_check_failed or too_many_attempts.
 */
export const signIn = async (db: Db, request: SignInRequest): Promise<SignedIn | FactorAsked> => {
  const parsed = loginBody.safeParse(request.body)
  if (!parsed.success) {
    const missing = parsed.error.issues.some((issue) => issue.code !== 'too_big')
    throw new Refusal(missing ? 'login_missing' : 'login_failed')
  }
  const { email, password, 'cf-turnstile-response': botCheck = '' } = parsed.data
  const isHuman = botCheck !== '' && (await request.isHuman(botCheck))
  if (botCheck !== '' && !isHuman) throw new Refusal('bot_check_failed')
  const [[user], [stored], [facts]] = await db.batch([
    selectUserByEmail(db, email),
    selectPasswordHash(db, email),
    selectSignInFacts(db, { email }),
  ])
  const { device, from, now } = request
  const knows = device !== null && device.userId === user?.id
  const by: Guesser = knows ? { device: device.id } : { network: networkOf(request.address) }
  const place = { ...request.place, device: device && (await hashToken(device.id)) }
  const subject = user ? null : await request.hashEmail(email)
  const failed = (kind: 'sign_in_failed' | 'locked_out') =>
    writeCapped(db, { ...place, at: now, kind, userId: user?.id ?? null, subject })
  const wait = await takeSignInTry(db, { email, by, isHuman }, now)
  if (wait !== null) await failed('locked_out')
  if (wait === 'bot check') throw new Refusal('bot_check_needed')
  if (wait !== null) throw tooMany(wait * 60)
  const right = await verifyPassword(password, stored?.password_hash ?? NOBODY)
  if (!user || !right) {
    await failed('sign_in_failed')
    throw new Refusal('login_failed')
  }
  if (user.status === 'closed') throw closedRefusal(user.status_reason)
  const arrived = { user, facts, from, place: request.place, device, now }
  /** null: this hash counts no more, or a second factor since, or the person is closed. */
  const enter = async (was: string): Promise<SignedIn | FactorAsked | null> => {
    const more = [
      forgetFailures(db, email, by),
      ...(isOutdated(was) ? [renewPasswordHash(db, user.id, was, await hashPassword(password))] : []),
    ]
    if (!facts || facts.factorSince === null) return openSignIn(db, arrived, passwordAlone(was), more)
    return request.askFactor(user.id, passwordBeforeFactor(was), more).catch(nullIfUnchanged)
  }
  const was = stored?.password_hash ?? NOBODY
  const entered = (await enter(was)) ?? (await enterAnew(db, { id: user.id, password, was }, enter))
  if (entered) return entered
  await failed('sign_in_failed')
  throw new Refusal('login_failed')
}
const nullIfUnchanged = (error: unknown): null => {
  if (refusalOf(error) === 'nothing_changed') return null
  throw error
}
/** Another sign-in of the same person at the same moment may have made the hash of the same password again. */
const enterAnew = async <T>(
  db: Db,
  { id, password, was }: { id: string; password: string; was: string },
  enter: (hash: string) => Promise<T | null>,
): Promise<T | null> => {
  const hash = await passwordHashOf(db, id)
  return hash !== null && hash !== was && (await verifyPassword(password, hash)) ? enter(hash) : null
}
