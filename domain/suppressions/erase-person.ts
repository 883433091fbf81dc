// Erases a recipient: what stays is the keyed hash that keeps them suppressed (rule erasure).
import type { Statement } from '../db/connection.ts'
import { dropClaims, type DropPorts } from './drop-claims.ts'
import { hashOfNumber } from './hash.ts'
import { erase } from './store.ts'

export const erasePerson = async (
  ports: DropPorts & { secret: string; now: number },
  who: { number: string; by: string },
  /** Rows of the audit log about the hash, never about the number. */
  audit: (hash: string) => Statement[],
): Promise<void> => {
  const hash = hashOfNumber(ports.secret, who.number)
  await dropClaims(ports, await erase(ports.db, { ...who, hash, now: ports.now }, audit(hash)))
}
