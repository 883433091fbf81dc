// One try of a second factor: right only once for each code, and slow to guess (rule factor-codes).
import type { FactorWay, GivenFactor } from '../../../contract/people/factors.ts'
import { Refusal, tooMany } from '../../../contract/ground/errors.ts'
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import { seal, unseal } from '../../ground/crypto/sealed.ts'
import { hashToken } from '../../ground/crypto/token.ts'
import type { Db } from '../../ground/db/connection.ts'
import { CODES_A_DAY } from '../../ground/limits/rules.ts'
import { countCall, forgetCounts, takeBackCall } from '../../ground/limits/store.ts'
import { readAssertion } from './passkeys.ts'
import { plainCode } from './recovery-rules.ts'
import { passkeyById, spendRecovery, spendStep, totpOf, noteAssertion } from './store.ts'
import { stepOf } from './totp.ts'

/** Of one sign-in, or of all second steps of a person. Beside it stands the day's count, of the person, no matter who tries. */
const GUESSES = { most: 10, minutes: 15 }
const LABEL = 'totp'

export type FactorPorts = {
  db: Db
  /** SUPPRESSION_KEYS, of which no key is ever taken out. */
  ring: KeyRing
  site: { id: string; origin: string }
  now: number
}
/** Bound to its person: copied to another's row it opens nothing. */
export const sealSecret = (ring: KeyRing, userId: string, secret: string): Promise<string> =>
  seal(ring, LABEL, `${userId}:${secret}`)
/** null: no key of the ring made it, or not for this person. */
export const openSecret = async (ring: KeyRing, userId: string, sealed: string): Promise<string | null> => {
  const text = await unseal(ring, LABEL, sealed)
  return text?.startsWith(`${userId}:`) ? text.slice(userId.length + 1) : null
}
export const hashRecovery = (userId: string, code: string): Promise<string> => hashToken(`${userId}:${plainCode(code)}`)

const checkPasskey = async (
  { db, site, now }: FactorPorts,
  userId: string,
  answer: Extract<GivenFactor, { passkey: object }>['passkey'],
  ticket: string,
): Promise<void> => {
  const key = await passkeyById(db, answer.id)
  if (key?.user_id !== userId) throw new Refusal('passkey_unknown')
  const used = await readAssertion(answer, key, { site, ticket })
  if (!(await noteAssertion(db, { id: key.id, ...used, now }))) throw new Refusal('passkey_failed')
}
const checkTotp = async ({ db, ring, now }: FactorPorts, userId: string, code: string): Promise<boolean> => {
  const totp = await totpOf(db, userId)
  if (totp === null || totp.confirmed_at === null) return false
  const secret = await openSecret(ring, userId, totp.sealed)
  const step = secret === null ? null : await stepOf(secret, code, now)
  if (secret === null || step === null) return false
  return spendStep(db, { userId, step, was: totp.sealed, sealed: await sealSecret(ring, userId, secret) })
}

/** Two counts: a few in a quarter of an hour, and a day's. What was right is taken out of both. @throws Refusal */
const checkCode = async (ports: FactorPorts, who: { id: string; guesses: string }, code: string): Promise<void> => {
  const { db, now } = ports
  const [key, day] = [`factor-guess:${who.guesses}`, `factor-day:${who.id}`]
  const wait = (await countCall(db, key, GUESSES, now)) ?? (await countCall(db, day, CODES_A_DAY, now))
  if (wait !== null) throw tooMany(wait)
  if (!(await checkTotp(ports, who.id, code))) throw new Refusal('factor_wrong', { field: 'code' })
  await forgetCounts(db, key)
  await takeBackCall(db, day, now)
}
/** Not counted: nobody guesses 80 bits, and anyone who guesses codes must not be able to keep their owner from these. @throws Refusal */
const checkRecovery = async ({ db, now }: FactorPorts, userId: string, code: string): Promise<void> => {
  if (!(await spendRecovery(db, userId, await hashRecovery(userId, code), now)))
    throw new Refusal('recovery_wrong', { field: 'recovery_code' })
}

/**
 * @param who guesses: whose wrong codes are counted together
 * @param ticket the challenge of a passkey
 * @throws Refusal factor_wrong, recovery_wrong, passkey_failed, passkey_unknown or too_many_attempts
 */
export const checkFactor = async (
  ports: FactorPorts,
  who: { id: string; guesses: string },
  given: GivenFactor,
  ticket: string,
): Promise<FactorWay> => {
  if ('passkey' in given) {
    await checkPasskey(ports, who.id, given.passkey, ticket)
    return 'passkey'
  }
  if ('recovery_code' in given) {
    await checkRecovery(ports, who.id, given.recovery_code)
    return 'recovery'
  }
  await checkCode(ports, who, given.code)
  return 'totp'
}
