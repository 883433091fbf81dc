// Erases a recipient: what stays is the keyed hash that keeps them suppressed (rule erasure).
import { firstKey } from '../../../contract/ground/key-rings.ts'
import type { Statement } from '../../ground/db/connection.ts'
import { dropClaims } from './drop-claims.ts'
import { hashesOfNumber } from './hash.ts'
import { erase } from './store.ts'
import type { SuppressPorts } from './suppress.ts'

export const erasePerson = async (
  ports: SuppressPorts & { now: number },
  who: { number: string; by: string },
  /** Rows of the audit log about the hash, never about the number. */
  audit: (hash: string) => Statement[],
): Promise<void> => {
  const hashes = hashesOfNumber(ports.hashKeys, who.number)
  const [hash] = hashes
  const { now: at, hashKeys } = ports
  await ports.journal?.({ event: 'erased', hash, kid: firstKey(hashKeys).kid, via: 'admin', by: who.by, at })
  await dropClaims(ports, await erase(ports.db, { ...who, hashes, now: ports.now }, audit(hashes[0])))
}
