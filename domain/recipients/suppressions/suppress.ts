// The one function behind every opt-out (rule opt-out): reply, button, page or admin. When it resolves, D1 has the suppression
// and the account that held the number has dropped it.
import { firstKey, type KeyRing } from '../../../contract/ground/key-rings.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import type { Stop } from '../../record/journal/format.ts'
import type { Statement } from '../../ground/db/connection.ts'
import { observeSilence } from '../../ground/tally/here.ts'
import type { NumberClaim } from './claims-store.ts'
import { dropClaims, type DropPorts } from './drop-claims.ts'
import { hashesOfLid, hashesOfNumber, lidKeys } from './hash.ts'
import type { Other } from './lids-store.ts'
import { type NewSuppression, writeSuppression } from './store.ts'

export type SuppressPorts = DropPorts & {
  hashKeys: KeyRing
  /** Notes it where a restored database finds it; does not throw, because the cron notes what is missing. */
  journal?: ((stop: Stop) => Promise<void>) | undefined
}

type Who = Omit<NewSuppression, 'hashes' | 'lidHashes'>

/**
 * Ends sending to one person, under every number that is known to be theirs: one with the LID that came with the stop, or that the number's row
 * has. Numbers that are learned later follow (see settlement). All are written down before the first account is asked to let go: one
 * that is silent keeps none of them.
 * @returns of somebody who was known by the LID only, the numbers that have this LID
 */
export const suppress = async (
  ports: SuppressPorts,
  who: Who,
  now: number,
  /** Rows that belong into the same transaction, such as the audit's. */
  more: Statement[] = [],
  /** When the stop reached us, whoever said it, epoch ms; null: it is on record, and was counted, since it did. */
  receivedAt: number | null = null,
): Promise<string[]> => {
  const { holders, others } = await writeDown(ports, who, now, more, receivedAt)
  await dropClaims(ports, holders)
  // from here on nothing leaves for the number
  if (receivedAt !== null) observeSilence((Date.now() - receivedAt) / 1_000)
  return who.number === null ? others.flatMap(({ number, has_lid }) => (has_lid === 1 ? [number] : [])) : []
}
type Written = { holders: NumberClaim[]; others: Other[] }
/**
 * Asks no account yet: who writes more beside it does so before one that is silent could keep it. A number's stop brings others to light, whose rows
 * may have another LID, and so on: each is written down with the LID that came with the stop only if it is known to have it. @returns which accounts must let go, and the other numbers
 */
export const writeDown = async (
  ports: SuppressPorts,
  first: Who,
  now: number,
  more: Statement[] = [],
  saidAt: number | null = null,
): Promise<Written> => {
  const holders: NumberClaim[] = []
  const known = new Map<string | null, Other>()
  const waiting: Who[] = first.number === null && first.lid === null ? [] : [first]
  for (const who of waiting) {
    const written = await writeOne(ports, who, now, who === first ? more : [], saidAt)
    holders.push(...written.holders)
    for (const other of written.others) {
      const { number, has_lid } = other
      if (number === first.number || known.has(number)) continue
      known.set(number, other)
      waiting.push({ ...first, number, lid: has_lid === 1 ? who.lid : null })
    }
  }
  sometimes('a stop by LID reaches a number that D1 knows', first.number === null && known.size > 0)
  sometimes('a stop reaches another number of the same person', first.number !== null && known.size > 0)
  return { holders, others: [...known.values()] }
}
const writeOne = async (
  { db, hashKeys, journal }: SuppressPorts,
  who: Who,
  now: number,
  more: Statement[],
  saidAt: number | null,
): Promise<Written> => {
  const { number, lid, via, by } = who
  const hashes = number === null ? hashesOfLid(hashKeys, lid ?? '') : hashesOfNumber(hashKeys, number)
  const lidHashes = lid === null ? [] : lidKeys(hashKeys, lid)
  await journal?.({ event: 'opt_out', hash: hashes[0], kid: firstKey(hashKeys).kid, via, by, at: now })
  return writeSuppression(db, { ...who, hashes, lidHashes }, now, more, saidAt)
}
