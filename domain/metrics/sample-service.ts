// Cron: what nobody counts as it happens. Samples are added to the buckets like everything else.
import { type Db, runBatch } from '../db/connection.ts'
import { reconcile } from '../ledger/store.ts'
import { countSessions } from '../whatsapp/on-runners-store.ts'
import { type Counts, Tally } from './tally-rules.ts'
import { countStatements, foldMeasures } from './store.ts'

const written = async (db: Db, tally: Tally, now: number): Promise<Counts> => {
  const counts = tally.take()
  await runBatch(db, countStatements(db, counts, now))
  return counts
}

/** Every five minutes. @returns what was counted */
export const sampleSessions = async (db: Db, now: number): Promise<Counts> => {
  const { wanted, connected } = await countSessions(db)
  const tally = new Tally()
  tally.add('wa_session_samples_total', { of: 'wanted' }, wanted)
  tally.add('wa_session_samples_total', { of: 'connected' }, connected)
  return written(db, tally, now)
}
/** Every hour, because it reads every row of the ledger. @returns what was counted */
export const sampleBooks = async (db: Db, now: number): Promise<Counts> => {
  const { difference } = await reconcile(db)
  const tally = new Tally()
  tally.add('wa_reconciliations_total', { result: difference === 0 ? 'equal' : 'unequal' })
  const counts = await written(db, tally, now)
  await foldMeasures(db, now)
  return counts
}
