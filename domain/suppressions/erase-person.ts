// Erases a recipient: what stays is the keyed hash that keeps them suppressed (decision 1).
import type { Db, Statement } from '../db/connection.ts'
import { hashOfNumber } from './hash.ts'
import { erase } from './store.ts'
import { type DropNumber, dropUntilAnswered } from './suppress.ts'

export const erasePerson = async (
  ports: { db: Db; secret: string; now: number; dropNumber: DropNumber },
  who: { number: string; by: string },
  /** Rows of the audit log about the hash, never about the number. */
  audit: (hash: string) => Statement[],
): Promise<void> => {
  const hash = hashOfNumber(ports.secret, who.number)
  const { inUseBy } = await erase(ports.db, { ...who, hash, now: ports.now }, audit(hash))
  if (inUseBy !== null) await dropUntilAnswered(ports.dropNumber, inUseBy, who.number)
}
