// Erases a recipient: what stays is the keyed hash that keeps them suppressed (rule erasure).
import { firstKey } from '../../../contract/ground/key-rings.ts'
import type { Statement } from '../../ground/db/connection.ts'
import { dropClaims } from './drop-claims.ts'
import { hashesOfNumber } from './hash.ts'
import { erase, erasedVia } from './store.ts'
import { otherNumbersOf } from './lids-store.ts'
import type { NumberClaim } from './claims-store.ts'
import { type SuppressPorts, writeDown } from './suppress.ts'

export const erasePerson = async (
  ports: SuppressPorts & { now: number },
  /** by null: the person themselves, by the page behind their link. */
  who: { number: string; by: string | null },
  /** Rows of the audit log about the hash, never about the number. */
  audit: (hash: string) => Statement[] = () => [],
): Promise<void> => {
  const hashes = hashesOfNumber(ports.hashKeys, who.number)
  const [hash] = hashes
  const { now: at, hashKeys } = ports
  // their other numbers first: the row that says which they are goes
  const others = await otherNumbersOf(ports.db, { number: who.number, hashes, lidHashes: [] })
  const holders: NumberClaim[] = []
  for (const { number } of others) {
    const stop = { number, lid: null, via: erasedVia(who.by), by: who.by, reason: null }
    holders.push(...(await writeDown(ports, stop, at)).holders)
  }
  await ports.journal?.({ event: 'erased', hash, kid: firstKey(hashKeys).kid, via: erasedVia(who.by), by: who.by, at })
  holders.push(...(await erase(ports.db, { ...who, hashes, now: ports.now }, audit(hashes[0]))))
  await dropClaims(ports, holders)
}
