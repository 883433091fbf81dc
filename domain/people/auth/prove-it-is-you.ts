// Asks who is signed in to prove it once more, before what a thief of a sign-in would change first (rules step-up, close-own).
import { Refusal, tooMany } from '../../../contract/ground/errors.ts'
import type { Db } from '../../ground/db/connection.ts'
import { countCall, forgetCounts } from '../../ground/limits/store.ts'
import { NOBODY, verifyPassword } from './password.ts'
import { passwordHashOf } from './password-store.ts'

/** Counted by sign-in, so that a stolen one guesses for nobody else and locks out nobody else. */
const GUESSES = { most: 10, minutes: 15 }

export type Proof = {
  /** What the call brought as the present password of who makes it. */
  password: string | undefined
}
/** The one place where a second proof, such as a code of the last minutes, would count as well. @throws Refusal */
export const proveItIsYou = async (
  db: Db,
  who: { id: string; sessionHash: string },
  proof: Proof,
  now: number,
): Promise<void> => {
  const field = 'current_password'
  if (!proof.password) throw new Refusal('password_needed', { field })
  const key = `prove:${who.sessionHash}`
  const wait = await countCall(db, key, GUESSES, now)
  if (wait !== null) throw tooMany(wait)
  const stored = await passwordHashOf(db, who.id)
  if (!(await verifyPassword(proof.password, stored ?? NOBODY))) throw new Refusal('password_wrong', { field })
  await forgetCounts(db, key)
}
