// How many accounts need a runner, which the size of the fleet follows, and how they stand.
import { sql } from 'drizzle-orm'
import type { AccountState } from '../../../contract/sending/whatsapp.ts'
import type { Db } from '../../ground/db/connection.ts'

/**
 * Of accounts whose objects hold a lease or ask for one. The others rest without a runner: logged out, suspended, disconnected for
 * good, or in conflict.
 */
const ON_RUNNERS: readonly AccountState[] = ['connected', 'reconnecting', 'restricted', 'unknown']
/**
 * Accounts that their owners expect to be up: also one that has given up and waits for a person. Not those that a person, their phone or
 * WhatsApp ended: logged out, opened elsewhere, suspended.
 */
const EXPECTED: readonly AccountState[] = [...ON_RUNNERS, 'disconnected']
/** A restricted account keeps its session. */
const WITH_SESSION: readonly AccountState[] = ['connected', 'restricted']

export type StateCount = { state: AccountState; n: number }
/** For a batch; read from the index of states. */
export const selectStates = (db: Db) =>
  db.all<StateCount>(sql`select state, count(*) as n from whatsapp where removed_at is null group by state`)

const sumOf = (counts: readonly StateCount[], states: readonly AccountState[]): number =>
  counts.reduce((sum, { state, n }) => sum + (states.includes(state) ? n : 0), 0)
export const onRunnersOf = (counts: readonly StateCount[]): number => sumOf(counts, ON_RUNNERS)
/** Read once a minute. */
export const countOnRunners = async (db: Db): Promise<number> => onRunnersOf(await selectStates(db))
/** Accounts that their owners expect to be up, and those that have a session. */
export const countSessions = async (db: Db): Promise<{ wanted: number; connected: number }> => {
  const counts = await selectStates(db)
  return { wanted: sumOf(counts, EXPECTED), connected: sumOf(counts, WITH_SESSION) }
}
