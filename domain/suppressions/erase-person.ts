// Erases a recipient: what stays is the keyed hash that keeps them suppressed (rule erasure).
import type { KeyRing } from '../../contract/key-rings.ts'
import type { Statement } from '../db/connection.ts'
import { dropClaims, type DropPorts } from './drop-claims.ts'
import { hashesOfNumber } from './hash.ts'
import { erase } from './store.ts'

export const erasePerson = async (
  ports: DropPorts & { hashKeys: KeyRing; now: number },
  who: { number: string; by: string },
  /** Rows of the audit log about the hash, never about the number. */
  audit: (hash: string) => Statement[],
): Promise<void> => {
  const hashes = hashesOfNumber(ports.hashKeys, who.number)
  await dropClaims(ports, await erase(ports.db, { ...who, hashes, now: ports.now }, audit(hashes[0])))
}
