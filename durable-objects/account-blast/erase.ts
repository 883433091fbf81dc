// Erases a person from this account (rule erasure): keys, attempts, results, opt-outs. Amounts and counters stay, without a
// number or name.
import { GIVE_UP_MS, type KeyRow } from '../../contract/runner.ts'
import { hashesOfLid, hashesOfNumber, hashOfNumber } from '../../domain/suppressions/hash.ts'
import { forgetLids } from '../../domain/suppressions/store.ts'
import type { AccountCore } from './core.ts'
import { eraseFromResults } from './number-check/check-store.ts'
import { changeChecks } from './number-check/persist-check.ts'
import { eraseFromOneOffs } from './one-off/one-off-store.ts'
import { dropNumber } from './opt-outs/opt-outs.ts'
import { eraseFromOptOuts } from './opt-outs/opt-outs-store.ts'
import { eraseFromAttempts } from './sending/attempts-store.ts'
import { eraseFromBatches } from './sending/batches-store.ts'
import { eraseFromOutbox } from './sending/outbox.ts'
import { lidsOf } from './session/people-keys-store.ts'
import { dropOwners } from './session/vault-store.ts'

/** Repeating it changes nothing. A message on its way to them is counted when it is answered, without their name. */
export const eraseNumber = async (core: AccountCore, number: string): Promise<void> => {
  if (!core.doc) return
  await dropNumber(core, number)
  const lids = lidsOf(core.sql, [number])
  // D1 finds a stop that was known by LID only by the hash in the number's row, which may be under another key
  const hashes = lids.flatMap((lid) => hashesOfLid(core.hashKeys, lid))
  if (hashes.length > 0) await core.outside(({ db }) => forgetLids(db, hashes))
  if (!core.doc) return
  const owners = [number, ...lids]
  dropOwners(core.sql, owners)
  // the runner may be cut off just now, and hand in older rows when it comes back: after twice this time it never does
  const until = core.now() + 2 * GIVE_UP_MS
  for (const owner of owners) core.account.erasedOwners[hashOfNumber(core.hashKeys, owner)] = until
  eraseFromOptOuts(core.sql, number)
  eraseFromAttempts(core.sql, number)
  eraseFromOneOffs(core.sql, number)
  eraseFromResults(core.sql, number)
  eraseFromOutbox(core.account, number)
  eraseFromBatches(core.sql, number)
  changeChecks(core, (check) => {
    if (check.currentNumber === number) check.currentNumber = null
    for (const target of check.query?.targets ?? []) if (target.number === number) Object.assign(target, NOBODY)
  })
  // the part that was read before still names them; the bucket's does not
  core.checkPart = null
}

/** Rows of people who were erased while they were on their way here are left out. */
export const withoutErased = (core: AccountCore, rows: readonly KeyRow[]): readonly KeyRow[] => {
  const { erasedOwners } = core.account
  for (const [key, until] of Object.entries(erasedOwners)) if (until < core.now()) delete erasedOwners[key]
  if (Object.keys(erasedOwners).length === 0) return rows
  const isErased = (owner: string): boolean =>
    hashesOfNumber(core.hashKeys, owner).some((hash) => erasedOwners[hash] !== undefined)
  return rows.filter((row) => row.owner === null || !isErased(row.owner))
}
/** Keeps a place in a list from which its person was erased. */
const NOBODY = { number: '', name: '' }
