// What the Worker may ask of an account's object about number checks.
import type { CheckJob, CheckSnapshot, Outcome } from '../rpc.ts'
import { beginCheck } from './check.ts'
import { type Found, readResults } from './checks/store.ts'
import type { AccountCore } from './core.ts'
import { findCheck, forgetCheck, stateOf } from './keep-check.ts'
import { mayCheck } from './rules.ts'
import type { Check } from './state.ts'

const gone: Outcome<never> = { ok: false, refusal: 'not_found' }

const snapshotOf = (core: AccountCore, check: Check): CheckSnapshot => {
  const running = core.account.check?.jobId === check.jobId
  const { checkWait } = core
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

export const startCheck = (core: AccountCore, job: CheckJob): Outcome<CheckSnapshot> => {
  const { doc } = core
  if (!doc) return gone
  const refusal = mayCheck(doc, job.id)
  if (refusal) return { ok: false, refusal }
  if (doc.check) {
    doc.check.stopRequested = false
    core.save()
    return { ok: true, value: snapshotOf(core, doc.check) }
  }
  // the row may lag behind what this object knows, or another sender went on with the job meanwhile
  const known = findCheck(core, job.id)
  const check = known && known.version >= job.version ? known : fromJob(job)
  if (check.phase === 'finished') return { ok: false, refusal: 'check_finished' }
  beginCheck(core, { ...check, interval: job.interval, insert: job.insert })
  core.wake()
  return { ok: true, value: snapshotOf(core, core.account.check ?? check) }
}

/** Stop only marks: the query in flight still finishes. null: this job is not known here. */
export const stopCheck = (core: AccountCore, jobId: string): CheckSnapshot | null => {
  const check = core.doc && findCheck(core, jobId)
  if (!check) return null
  if (core.account.check?.jobId === jobId) {
    check.stopRequested = true
    core.save()
    core.wake()
  } else core.emitCheck(check, 'idle', { status: 'idle' })
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

export const dropCheckJob = (core: AccountCore, jobId: string): Outcome => {
  if (core.doc?.check?.jobId === jobId) return { ok: false, refusal: 'check_running' }
  if (core.doc) forgetCheck(core, jobId)
  return { ok: true, value: null }
}
