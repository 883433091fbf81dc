// What the Worker may ask of an account's object about number checks.
import type { CheckJob, CheckSnapshot, Outcome } from '../../rpc.ts'
import { beginCheck } from './check.ts'
import { type Found, readResults } from './check-store.ts'
import type { AccountCore } from '../core.ts'
import { findCheck, forgetCheck, keepCheck, putCheck, stateOf } from './persist-check.ts'
import { mayCheck } from '../rules.ts'
import type { Check } from '../document.ts'

const gone: Outcome<never> = { ok: false, refusal: 'not_found' }

const snapshotOf = (core: AccountCore, check: Check): CheckSnapshot => {
  const running = core.account.check?.jobId === check.jobId
  const { checkWait } = core.account
  const waitTime = running && checkWait ? Math.max(0, Math.ceil((checkWait.until - core.now()) / 1000)) : 0
  return {
    ...stateOf(check),
    waitTime,
    waitReason: waitTime > 0 && checkWait ? checkWait.reason : null,
    errors: running ? check.errors : 0,
    kept: check.kept,
  }
}

const fromJob = (job: CheckJob): Check => ({
  jobId: job.id,
  kind: job.kind,
  userId: job.userId,
  source: job.range ? { type: 'range', ...job.range } : { type: 'file' },
  total: job.total,
  cursor: job.cursor,
  success: job.success,
  fail: job.fail,
  currentNumber: job.currentNumber,
  query: null,
  nextAt: 0,
  stopRequested: false,
  interval: job.interval,
  errors: 0,
  error: null,
  insert: job.insert,
  // whoever worked on it before left nothing behind
  flushedTo: job.cursor,
  phase: job.phase,
  kept: true,
  version: job.version,
})

/** The row may lag behind what this object knows, or another sender went on with the job meanwhile. */
const newest = (core: AccountCore, job: CheckJob): Check => {
  const known = findCheck(core, job.id)
  return known && known.version >= job.version ? known : fromJob(job)
}

export const startCheck = (core: AccountCore, job: CheckJob): Outcome<CheckSnapshot> => {
  const { doc } = core
  if (!doc) return gone
  const refusal = mayCheck(doc, job.id)
  if (refusal) return { ok: false, refusal }
  if (doc.check) {
    doc.check.stopRequested = false
    return { ok: true, value: snapshotOf(core, doc.check) }
  }
  const check = newest(core, job)
  if (check.phase === 'finished') return { ok: false, refusal: 'check_finished' }
  beginCheck(core, { ...check, userId: job.userId, interval: job.interval, insert: job.insert })
  core.wake()
  return { ok: true, value: snapshotOf(core, core.account.check ?? check) }
}

/** Stop only marks: the query in flight still finishes. null: this job is not known here. */
export const stopCheck = (core: AccountCore, jobId: string): CheckSnapshot | null => {
  const check = core.doc && findCheck(core, jobId)
  if (!check) return null
  if (core.account.check?.jobId === jobId) {
    check.stopRequested = true
    core.wake()
  } else {
    core.emitCheck(check, 'idle', { status: 'idle' })
    putCheck(core, check)
  }
  return snapshotOf(core, check)
}

export const checkState = (core: AccountCore, jobId: string): CheckSnapshot | null => {
  const check = core.doc && findCheck(core, jobId)
  return check ? snapshotOf(core, check) : null
}

/** Rows from a place on that the bucket does not have; flushedTo: below it the bucket has all. */
export const checkResults = (
  core: AccountCore,
  jobId: string,
  from: number,
  limit: number,
): { rows: Found[]; flushedTo: number } => {
  const check = core.doc && findCheck(core, jobId)
  return { rows: check ? readResults(core.sql, jobId, from, limit) : [], flushedTo: check?.flushedTo ?? 0 }
}

export const editCheck = (core: AccountCore, job: CheckJob): Outcome => {
  if (!core.doc) return gone
  if (core.doc.check?.jobId === job.id) return { ok: false, refusal: 'check_running' }
  const { interval, insert } = job
  putCheck(core, { ...newest(core, job), interval, insert, kept: false })
  core.setTimerNoLater('check-keep', core.now())
  return { ok: true, value: null }
}

export const handOverCheck = async (core: AccountCore, jobId: string): Promise<Outcome> => {
  if (!core.doc) return { ok: true, value: null }
  if (core.doc.check?.jobId === jobId) return { ok: false, refusal: 'check_running' }
  const check = findCheck(core, jobId)
  if (check && !check.kept) await keepCheck(core, jobId)
  const kept = findCheck(core, jobId)
  if (core.account.check?.jobId === jobId) return { ok: false, refusal: 'check_running' }
  if (kept && !kept.kept) return { ok: false, refusal: 'check_saving' }
  forgetCheck(core, jobId)
  return { ok: true, value: null }
}

export const dropCheck = (core: AccountCore, jobId: string): Outcome => {
  if (core.doc?.check?.jobId === jobId) return { ok: false, refusal: 'check_running' }
  if (core.doc) forgetCheck(core, jobId)
  return { ok: true, value: null }
}
