// Cron: what nobody counts as it happens. Samples are added to the buckets like everything else.
import { type Db, runBatch } from '../../ground/db/connection.ts'
import { countSessions } from './on-runners-store.ts'
import { type Counts, Tally } from '../../ground/tally/rules.ts'
import { countStatements } from '../../ground/metrics/store.ts'

/** Every five minutes. @returns what was counted */
export const sampleSessions = async (db: Db, now: number): Promise<Counts> => {
  const { wanted, connected } = await countSessions(db)
  const tally = new Tally()
  tally.add('wa_session_samples_total', { of: 'wanted' }, wanted)
  tally.add('wa_session_samples_total', { of: 'connected' }, connected)
  const counts = tally.take()
  await runBatch(db, countStatements(db, counts, now))
  return counts
}
