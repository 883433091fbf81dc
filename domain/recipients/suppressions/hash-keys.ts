// The ring SUPPRESSION_KEYS, handed out only while it holds every key that made hashes in this database (rule hash-keys).
// Without one of them suppressed people could not be found any more, and would count as free.
import { Refusal } from '../../../contract/ground/errors.ts'
import { type KeyRing, ringOf } from '../../../contract/ground/key-rings.ts'
import { connect } from '../../ground/db/connection.ts'
import { proofOfKey } from './hash.ts'
import { recordKey, type UsedKey, usedKeys } from './hash-keys-store.ts'

export type HashEnv = { DB: D1Database; SUPPRESSION_KEYS: string }

/** For look-ups that free nobody when they find nothing. @throws RangeError when it cannot be read. */
export const hashRing = (env: Pick<HashEnv, 'SUPPRESSION_KEYS'>): KeyRing =>
  ringOf('SUPPRESSION_KEYS', env.SUPPRESSION_KEYS)

/**
 * By binding, the rings that were found complete: asked once an isolate. A ring cannot lose a key while an isolate lives, and
 * one that a rotation did not reach yet has the new key already, as the second (docs/security.md).
 */
const complete = new WeakMap<D1Database, Set<string>>()

const has = (keys: readonly UsedKey[], proof: string): boolean => keys.some((key) => key.proof === proof)
/** @param writes a hash is made now whatever is missing: its key counts as used from here on */
const missingKeys = async (env: HashEnv, writes: boolean): Promise<string[]> => {
  const text = env.SUPPRESSION_KEYS
  if (complete.get(env.DB)?.has(text)) return []
  const ring: UsedKey[] = [...hashRing(env)].map(([kid, hex]) => ({ kid, proof: proofOfKey(hex) }))
  const db = connect(env.DB)
  const used = await usedKeys(db)
  const missing = used.filter((key) => !has(ring, key.proof)).map((key) => key.kid)
  const [inUse] = ring
  const oldest = ring.at(-1)
  // a wrong key that has made nothing leaves no trace: it can be replaced by the right one
  if (inUse && oldest && !has(used, inUse.proof) && (writes || missing.length === 0))
    await recordKey(db, inUse, oldest, Date.now())
  if (missing.length === 0) complete.set(env.DB, (complete.get(env.DB) ?? new Set()).add(text))
  return missing
}
/**
 * Kids of keys that made hashes and that the ring does not have; empty when all is well. A key counts by its proof: another key
 * under an old name is missing, too.
 */
export const missingHashKeys = (env: HashEnv): Promise<string[]> => missingKeys(env, false)

/** The names only: what a log may say. */
export const missingKeysText = (kids: readonly string[]): string =>
  `SUPPRESSION_KEYS lacks keys that made hashes in the database: ${kids.join(', ')}`

/** For whatever makes a number sendable or sends to it. @throws Refusal misconfigured when a key is missing. */
export const completeHashRing = async (env: HashEnv): Promise<KeyRing> => {
  const missing = await missingHashKeys(env)
  if (missing.length > 0) throw new Refusal('misconfigured', { cause: new Error(missingKeysText(missing)) })
  return hashRing(env)
}
/** For opt-outs and erasures, which are taken whatever is missing: they only ever add to who must not be written to. */
export const ringForStops = async (env: HashEnv): Promise<KeyRing> => {
  await missingKeys(env, true)
  return hashRing(env)
}
