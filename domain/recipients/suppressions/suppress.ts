// The one function behind every opt-out (rule opt-out): reply, button, page or admin. When it resolves, D1 has the suppression
// and the account that held the number has dropped it.
import { firstKey, type KeyRing } from '../../../contract/ground/key-rings.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import type { Stop } from '../../record/journal/format.ts'
import type { Statement } from '../../ground/db/connection.ts'
import { observeSilence } from '../../ground/tally/here.ts'
import { dropClaims, type DropPorts } from './drop-claims.ts'
import { hashesOfLid, hashesOfNumber, lidKeys } from './hash.ts'
import { numbersOfLid } from './lids-store.ts'
import { type NewSuppression, writeSuppression } from './store.ts'

export type SuppressPorts = DropPorts & {
  hashKeys: KeyRing
  /** Notes it where a restored database finds it; does not throw, because the cron notes what is missing. */
  journal?: ((stop: Stop) => Promise<void>) | undefined
}

/**
 * Ends sending to one person. A person known by LID only is suppressed under every number that an account has learned for
 * that LID, and under those learned later (see settlement); one known by a number under every other number with the same LID.
 * @returns the numbers that were suppressed because of the LID
 */
export const suppress = async (
  ports: SuppressPorts,
  who: Omit<NewSuppression, 'hashes'>,
  now: number,
  /** Rows that belong into the same transaction, such as the audit's. */
  more: Statement[] = [],
  /** When the stop reached us, whoever said it, epoch ms; null: it is on record, and was counted, since it did. */
  receivedAt: number | null = null,
): Promise<string[]> => {
  const found = await suppressAll(ports, who, now, more, receivedAt)
  // from here on nothing leaves for the number
  if (receivedAt !== null) observeSilence((Date.now() - receivedAt) / 1_000)
  return found
}
const suppressAll = async (
  ports: SuppressPorts,
  who: Omit<NewSuppression, 'hashes'>,
  now: number,
  more: Statement[],
  saidAt: number | null,
): Promise<string[]> => {
  const { number, lid } = who
  if (number === null && lid === null) return []
  const hashes = number === null ? hashesOfLid(ports.hashKeys, lid ?? '') : hashesOfNumber(ports.hashKeys, number)
  const [hash] = hashes
  await ports.journal?.({
    event: 'opt_out',
    hash,
    kid: firstKey(ports.hashKeys).kid,
    via: who.via,
    by: who.by,
    at: now,
  })
  const { holders, others } = await writeSuppression(ports.db, { ...who, hashes }, now, more, saidAt)
  await dropClaims(ports, holders)
  sometimes('a stop reaches another number of the same person', others.length > 0)
  for (const other of others) await suppressAll(ports, { ...who, number: other }, now, [], saidAt)
  if (number !== null) return []
  const found = await numbersOfLid(ports.db, lidKeys(ports.hashKeys, lid ?? ''))
  sometimes('a stop by LID reaches a number that D1 knows', found.length > 0)
  for (const known of found) await suppressAll(ports, { ...who, number: known }, now, [], saidAt)
  return found
}
