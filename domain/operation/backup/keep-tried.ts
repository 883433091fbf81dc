// Whoever was written to since a backup under a row that it does not have rests all the same, also when somebody adds them again (rule
// restored-place).
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import type { Db } from '../../ground/db/connection.ts'
import { hashOfNumber } from '../../recipients/suppressions/hash.ts'
import { rememberTried, restTried } from '../../recipients/suppressions/memory-store.ts'
import type { Tried } from './lost-objects.ts'

/** They are one bound parameter, which holds 2 MB at most. */
const AT_ONCE = 5_000

/** @param tried of one account; to say it again changes nothing */
export const keepTried = async (
  { db, hashKeys, clock }: { db: Db; hashKeys: KeyRing; clock: () => number },
  tried: readonly Tried[],
): Promise<void> => {
  for (let from = 0; from < tried.length; from += AT_ONCE) {
    const unlisted = await restTried(db, tried.slice(from, from + AT_ONCE))
    const kept = unlisted.map(({ number, at }) => ({ hash: hashOfNumber(hashKeys, number), at }))
    if (kept.length > 0) await rememberTried(db, kept, clock())
  }
}
