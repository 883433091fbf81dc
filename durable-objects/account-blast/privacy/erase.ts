// Erases a person from this account (rule erasure): keys, attempts, results, opt-outs. Amounts and counters stay, without a
// number or name.
import { GIVE_UP_MS } from '../../../contract/operation/runner.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { hashesOfLid } from '../../../domain/recipients/suppressions/hash.ts'
import { forgetLids } from '../../../domain/recipients/suppressions/lids-store.ts'
import type { PrivacyPort } from './port.ts'
import { rememberErased } from '../core/erased.ts'
import { eraseFromResults } from '../tables/check-store.ts'
import { eraseFromChecks } from '../number-check/persist-check.ts'
import { eraseFromOneOffs } from '../tables/one-off-store.ts'
import { dropNumber } from '../opt-outs/drop.ts'
import { eraseFromOptOuts } from '../tables/opt-outs-store.ts'
import { eraseFromAttempts } from '../tables/attempts-store.ts'
import { eraseFromBatches } from '../tables/batches-store.ts'
import { eraseFromOutbox } from '../settle/outbox.ts'
import { lidsOf } from '../tables/people-keys-store.ts'
import { dropOwners } from '../tables/vault-store.ts'

/** May be repeated. A message in flight to this person is counted when it is answered, without number or name. */
export const eraseNumber = async (core: PrivacyPort, number: string): Promise<void> => {
  if (!core.doc) return
  await dropNumber(core, number)
  const lids = lidsOf(core.sql, [number])
  sometimes('somebody is erased during a claim', core.droppedDuringClaim !== null)
  sometimes('somebody is erased whose LID is known', lids.length > 0)
  // D1 finds a stop that was known by LID only by the hash in the number's row, which may be under another key
  const hashes = lids.flatMap((lid) => hashesOfLid(core.hashKeys, lid))
  if (hashes.length > 0) await core.saveThenCall(({ db }) => forgetLids(db, hashes))
  if (!core.doc) return
  const owners = [number, ...lids]
  dropOwners(core.sql, owners)
  // a runner that is cut off now may deliver older key rows when it is back, but not after twice this time
  const until = core.now() + 2 * GIVE_UP_MS
  // one that is never tidied again has emptied itself, and no keys arrive
  if (core.timerDue('tidy') !== null) for (const owner of owners) rememberErased(core, owner, until)
  eraseFromOptOuts(core.sql, number, lids)
  eraseFromAttempts(core.sql, number)
  eraseFromOneOffs(core.sql, number)
  eraseFromResults(core.sql, number)
  eraseFromOutbox(core.account, number)
  eraseFromBatches(core.sql, number)
  eraseFromChecks(core, number)
}
