// Writes what this isolate has counted (rule metrics). After a call some seconds later, so that no call waits for it and many share one row; queue and
// cron wait for it themselves.
import { connect, runBatch } from '../domain/ground/db/connection.ts'
import type { Counts } from '../domain/ground/tally/rules.ts'
import { gatherMs, here, takeHere } from '../domain/ground/tally/here.ts'
import { countStatements } from '../domain/ground/metrics/store.ts'
import { writePoints } from '../domain/ground/metrics/points.ts'
import type { Env } from './env.ts'
import { errorFields, log } from './log.ts'

const write = async (env: Env, counts: Counts): Promise<void> => {
  const db = connect(env.DB)
  try {
    await runBatch(db, countStatements(db, counts, Date.now()))
    writePoints(env.METRICS, counts)
  } catch (error) {
    // it goes with the next ones
    here.merge(counts)
    log.warn('what was counted is written later', errorFields(error))
  }
}

/** For who has no answer to give: at most once in the time that an isolate gathers. */
export const writeCounted = async (env: Env): Promise<void> => {
  const counts = takeHere(Date.now(), gatherMs(env))
  if (counts) await write(env, counts)
}

/** Writing that should have ended by then was cut off with the call it belonged to. */
const CUT_OFF_MS = 60_000
const pending = { since: 0 }
const writeAfter = async (env: Env, waitMs: number): Promise<void> => {
  // the platform lets work go on for 30 seconds after an answer
  await scheduler.wait(waitMs)
  pending.since = 0
  await write(env, here.take())
}
/** After an answer. @param later lets the work go on */
export const writeSoon = (env: Env, later: (work: Promise<void>) => void): void => {
  const waitMs = gatherMs(env)
  const now = Date.now()
  if (waitMs === 0 || here.isEmpty || now - pending.since < CUT_OFF_MS) return
  pending.since = now
  later(writeAfter(env, waitMs))
}
