// Sign-in. Guessing is slowed, and an unknown email takes the same time and gets the same answer as a known one (rule guessing).
import { loginBody } from '../../contract/auth.ts'
import { Refusal, tooMany } from '../../contract/errors.ts'
import { type Db, runBatch } from '../db/connection.ts'
import { closedRefusal } from '../users/stopped.ts'
import { selectUserByEmail, type UserView } from '../users/store.ts'
import { networkOf } from '../limits/rules.ts'
import type { Device } from './device.ts'
import { NOBODY, verifyPassword } from './password.ts'
import { selectPasswordHash } from './password-store.ts'
import { forgetFailures, type Guesser, openSession, takeSignInTry } from './store.ts'
import { hashToken, newSignInToken } from './token.ts'

/** @throws Refusal login_missing, login_failed, account_closed, bot_check_needed, bot_check_failed or too_many_attempts. */
export const signIn = async (
  db: Db,
  request: {
    body: unknown
    address: string
    device: Device | null
    isHuman: (response: string) => Promise<boolean>
    now: number
  },
): Promise<{ token: string; user: UserView; isNewDevice: boolean }> => {
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
  const wait = await takeSignInTry(db, { email, by, isHuman }, request.now)
  if (wait === 'bot check') throw new Refusal('bot_check_needed')
  if (wait !== null) throw tooMany(wait * 60)
  const right = await verifyPassword(password, stored?.password_hash ?? NOBODY)
  if (!user || !right) throw new Refusal('login_failed')
  if (user.status === 'closed') throw closedRefusal(user.status_reason)
  const token = newSignInToken(user)
  const tokenHash = await hashToken(token)
  await runBatch(db, [openSession(db, { tokenHash, userId: user.id, now: request.now }), forgetFailures(db, email, by)])
  return { token, user, isNewDevice: !knows }
}
