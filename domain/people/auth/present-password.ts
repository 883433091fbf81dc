// The present password of who is signed in, asked for in the call itself: before another password, email or bank detail (rule present-password), before
// one's own account is closed (rule close-own), and as the proof of who has no second factor (rule step-up), which worker/http/door.ts asks for.
import { Refusal, tooMany } from '../../../contract/ground/errors.ts'
import type { Db } from '../../ground/db/connection.ts'
import { countCall, forgetCounts } from '../../ground/limits/store.ts'
import { NOBODY, verifyPassword } from './password.ts'
import { passwordHashOf } from './password-store.ts'

/** Counted by sign-in, so that a stolen one guesses for nobody else and locks out nobody else. */
const GUESSES = { most: 10, minutes: 15 }

/** @param password what the call brought as the present one of who makes it @throws Refusal password_needed, password_wrong or too_many_attempts */
export const mustKnowPassword = async (
  db: Db,
  who: { id: string; sessionHash: string },
  password: string | undefined,
  now: number,
): Promise<void> => {
  const field = 'current_password'
  if (!password) throw new Refusal('password_needed', { field })
  const key = `prove:${who.sessionHash}`
  const wait = await countCall(db, key, GUESSES, now)
  if (wait !== null) throw tooMany(wait)
  const stored = await passwordHashOf(db, who.id)
  if (!(await verifyPassword(password, stored ?? NOBODY))) throw new Refusal('password_wrong', { field })
  await forgetCounts(db, key)
}
