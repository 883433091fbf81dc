// b_insert: what a check found enters the list of numbers, nonactive and without consent (rule found-numbers).
import type { KeyRing } from '../../../contract/ground/key-rings.ts'
import { type Db, runBatch } from '../../ground/db/connection.ts'
import { phoneStatements } from '../../recipients/phone-numbers/import-store.ts'
import { cleanName } from '../../recipients/phone-numbers/rules.ts'
import { hashesOfNumber } from '../../recipients/suppressions/hash.ts'
import type { Target } from './rules.ts'
import { countListed } from './store.ts'

export type FoundAt = Target & { seq: number }

/** The numbers found at places [from, to). Their mark and counts move with them in one transaction. */
export const listFound = async (
  ports: { db: Db; hashKeys: KeyRing; now: number },
  jobId: string,
  step: { from: number; to: number; found: readonly FoundAt[] },
): Promise<void> => {
  const fresh = new Map<string, FoundAt>()
  for (const one of step.found) if (!fresh.has(one.number)) fresh.set(one.number, one)
  const items = [...fresh.values()].map(({ seq, number, name }) => ({
    r: seq,
    n: number,
    m: cleanName(name),
    h: hashesOfNumber(ports.hashKeys, number),
  }))
  await runBatch(ports.db, [
    ...(items.length > 0 ? phoneStatements(ports.db, { jobId, items, consent: null, now: ports.now }) : []),
    ...countListed(ports.db, jobId, { ...step, found: step.found.length, fresh: items.length }),
  ])
}
