// Sign-in. Guessing is slowed, and an unknown email takes the same time and gets the same answer as a known one (rule guessing).
// What came of it is recorded (rule security-events).
import { loginBody } from '../../contract/auth.ts'
import { Refusal, tooMany } from '../../contract/errors.ts'
import { type Db, runBatch } from '../db/connection.ts'
import { closedRefusal } from '../users/stopped.ts'
import { selectUserByEmail, type UserView } from '../users/store.ts'
import { networkOf } from '../limits/rules.ts'
import type { Place } from '../security-events/rules.ts'
import { securityStatement, writeCapped } from '../security-events/store.ts'
import { type Device, newDeviceId } from './device.ts'
import { NOBODY, verifyPassword } from './password.ts'
import { selectPasswordHash } from './password-store.ts'
import { forgetFailures, type Guesser, noSession, openSession, takeSignInTry } from './store.ts'
import { hashToken, newSignInToken } from './token.ts'

/** @throws Refusal login_missing, login_failed, account_closed, bot_check_needed, bot_check_failed or too_many_attempts. */
export const signIn = async (
  db: Db,
  request: {
    body: unknown
    address: string
    device: Device | null
    place: Place
    /** Keyed hash of an email, for a failure whose email nobody has. */
    hashEmail: (email: string) => Promise<string>
    isHuman: (response: string) => Promise<boolean>
    now: number
  },
): Promise<{ token: string; user: UserView; newDevice: Device | null }> => {
  const parsed = loginBody.safeParse(request.body)
  if (!parsed.success) {
    const missing = parsed.error.issues.some((issue) => issue.code !== 'too_big')
    throw new Refusal(missing ? 'login_missing' : 'login_failed')
  }
  const { email, password, 'cf-turnstile-response': botCheck = '' } = parsed.data
  const isHuman = botCheck !== '' && (await request.isHuman(botCheck))
  if (botCheck !== '' && !isHuman) throw new Refusal('bot_check_failed')
  const [[user], [stored]] = await db.batch([selectUserByEmail(db, email), selectPasswordHash(db, email)])
  const { device } = request
  const knows = device !== null && device.userId === user?.id
  const by: Guesser = knows ? { device: device.id } : { network: networkOf(request.address) }
  const place = { ...request.place, device: device && (await hashToken(device.id)) }
  const subject = user ? null : await request.hashEmail(email)
  const failed = (kind: 'sign_in_failed' | 'locked_out') =>
    writeCapped(db, { ...place, at: request.now, kind, userId: user?.id ?? null, subject })
  const wait = await takeSignInTry(db, { email, by, isHuman }, request.now)
  if (wait !== null) await failed('locked_out')
  if (wait === 'bot check') throw new Refusal('bot_check_needed')
  if (wait !== null) throw tooMany(wait * 60)
  const right = await verifyPassword(password, stored?.password_hash ?? NOBODY)
  if (!user || !right) {
    await failed('sign_in_failed')
    throw new Refusal('login_failed')
  }
  if (user.status === 'closed') throw closedRefusal(user.status_reason)
  const token = newSignInToken(user)
  const tokenHash = await hashToken(token)
  const newDevice = knows ? null : { userId: user.id, id: device?.id ?? newDeviceId() }
  const event = {
    ...place,
    ...(newDevice ? { device: await hashToken(newDevice.id) } : {}),
    at: request.now,
    userId: user.id,
    by: user.id,
    sessionHash: tokenHash,
  }
  const closed = noSession(tokenHash)
  await runBatch(db, [
    openSession(db, { tokenHash, userId: user.id, now: request.now }),
    forgetFailures(db, email, by),
    securityStatement(db, { ...event, kind: 'sign_in' }, closed),
    ...(newDevice ? [securityStatement(db, { ...event, kind: 'new_device' }, closed)] : []),
  ])
  return { token, user, newDevice }
}
