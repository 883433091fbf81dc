// Of the drill: what a restored ledger must have. Before the loss a batch may be in the journal or with its object and not yet in the
// ledger, and an object that was not lost hears of messages that were under way; each is paid once, and nothing else is.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SettlementBatch } from '../../contract/money/settlement.ts'
import { SETTLED } from '../../domain/record/journal/format.ts'
import { BACKUPS_NAME, stateDir } from '../../scripts/stack/database.ts'
import { inFile } from './files.ts'

/** The batches of the journal, as they lie in the local bucket. */
export const journaled = (home: string): SettlementBatch[] => {
  const dir = join(stateDir(home), 'v3/r2')
  const objects = join(dir, 'miniflare-R2BucketObject')
  const names = existsSync(objects) ? readdirSync(objects) : []
  return names
    .filter((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite')
    .flatMap((name) =>
      inFile(join(objects, name), (db) =>
        db.prepare('select blob_id as id from _mf_objects where substr(key, 1, ?) = ?').all(SETTLED.length, SETTLED),
      ),
    )
    .flatMap(({ id }) => {
      const text = readFileSync(join(dir, BACKUPS_NAME, 'blobs', String(id)), 'utf8')
      return JSON.parse(text) as SettlementBatch[]
    })
}

const keyOf = (batch: SettlementBatch): string => `${batch.accountId}|${batch.sequence}`
/** Sen that a batch moves; its person has no referrer. */
const senOf = ({ results, reversals }: Pick<SettlementBatch, 'results' | 'reversals'>): number =>
  results.reduce(
    (sum, r) => sum + (r.to === 'success' && r.from !== 'success' && r.kind !== 'blaster' ? r.priceSen : 0),
    -reversals.reduce((sum, r) => sum + r.priceSen, 0),
  )

type Ledger = { settled: ReadonlySet<string>; balances: ReadonlyMap<string, number> }
/**
 * @param owed batches that were in the journal or with an object that is not lost
 * @param known all of these, and what the objects have now
 * @returns what the ledger lacks, has of nobody, or says otherwise than the batches; each as one line
 */
export const wrongMoney = (
  before: Ledger,
  after: Ledger,
  { owed, known }: { owed: readonly SettlementBatch[]; known: readonly SettlementBatch[] },
): string[] => {
  const lacking = new Set(owed.map(keyOf).filter((key) => !after.settled.has(key)))
  const bodies = new Map(known.map((batch) => [keyOf(batch), batch]))
  const since = [...after.settled].filter((key) => !before.settled.has(key))
  const balances = new Map(before.balances)
  for (const key of since) {
    const batch = bodies.get(key)
    if (batch) balances.set(batch.userId, (balances.get(batch.userId) ?? 0) + senOf(batch))
  }
  return [
    ...[...lacking].map((key) => `settlements lacks ${key}, which was told`),
    ...since.filter((key) => !bodies.has(key)).map((key) => `settlements has ${key}, which nobody told`),
    ...[...balances].flatMap(([id, sen]) =>
      after.balances.get(id) === sen ? [] : [`the balance of ${id} is ${after.balances.get(id)} instead of ${sen}`],
    ),
  ]
}
