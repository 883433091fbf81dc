// Nothing is sent to one person until a time (rule snooze). When it resolves, the account that held the number has dropped it.
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import { dropClaims, type DropPorts } from './drop-claims.ts'
import { hashesOfNumber } from './hash.ts'
import { type NewSnooze, writeSnooze } from './snooze-store.ts'

export const snooze = async (
  ports: DropPorts & { hashKeys: KeyRing },
  who: Omit<NewSnooze, 'hashes'>,
  now: number,
): Promise<{ hasStopped: boolean }> => {
  const hashes = hashesOfNumber(ports.hashKeys, who.number)
  const { hasStopped, holders } = await writeSnooze(ports.db, { ...who, hashes }, now)
  await dropClaims(ports, holders)
  return { hasStopped }
}
