// What the Worker may ask of an account's object about number checks.
import type { CheckFound } from '../../../domain/sending/number-checks/chunks.ts'
import type { CheckRequest } from '../../../domain/sending/number-checks/live-checks.ts'
import type { CheckSnapshot, Outcome } from '../../rpc.ts'
import { beginCheck, emitCheck } from '../number-check/check.ts'
import { readResults } from '../tables/check-store.ts'
import type { TurnPort } from './port.ts'
import { findCheck, forgetCheck, persistCheck, storeCheck, stateOf } from '../number-check/persist-check.ts'
import { goOn, stopCheck as stopCheckWork } from '../document/marks.ts'
import { mayStartCheck } from '../document/rules.ts'
import type { Check } from '../document/document.ts'

const gone: Outcome<never> = { ok: false, refusal: 'not_found' }

const snapshotOf = (core: TurnPort, check: Check): CheckSnapshot => {
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

const checkOf = (request: CheckRequest): Check => ({
  jobId: request.id,
  kind: request.kind,
  userId: request.userId,
  source: request.range ? { type: 'range', ...request.range } : { type: 'file' },
  total: request.total,
  cursor: request.cursor,
  success: request.success,
  fail: request.fail,
  currentNumber: request.currentNumber,
  query: null,
  nextAt: 0,
  stopRequested: false,
  interval: request.interval,
  errors: 0,
  error: null,
  insert: request.insert,
  // the sender that worked on it before has stored all results up to the cursor
  flushedTo: request.cursor,
  phase: request.phase,
  kept: true,
  version: request.version,
})

/** The newer of D1's row and this object's state: the row may lag behind, or another sender has continued the check. */
const newestState = (core: TurnPort, request: CheckRequest): Check => {
  const known = findCheck(core, request.id)
  return known && known.version >= request.version ? known : checkOf(request)
}

export const startCheck = (core: TurnPort, request: CheckRequest): Outcome<CheckSnapshot> => {
  const { doc } = core
  if (!doc) return gone
  const refusal = mayStartCheck(doc, request.id)
  if (refusal) return { ok: false, refusal }
  if (doc.check) {
    goOn(doc.check)
    return { ok: true, value: snapshotOf(core, doc.check) }
  }
  const check = newestState(core, request)
  if (check.phase === 'finished') return { ok: false, refusal: 'check_finished' }
  beginCheck(core, { ...check, userId: request.userId, interval: request.interval, insert: request.insert })
  core.wake()
  return { ok: true, value: snapshotOf(core, core.account.check ?? check) }
}

/** Stop only marks: the query in flight still finishes. null: this check is not known here. */
export const stopCheck = (core: TurnPort, checkId: string): CheckSnapshot | null => {
  const check = core.doc && findCheck(core, checkId)
  if (!check) return null
  if (core.account.check?.jobId === checkId) {
    stopCheckWork(check)
    core.wake()
  } else {
    emitCheck(core, check, 'idle', { status: 'idle' })
    storeCheck(core, check)
  }
  return snapshotOf(core, check)
}

export const checkState = (core: TurnPort, checkId: string): CheckSnapshot | null => {
  const check = core.doc && findCheck(core, checkId)
  return check ? snapshotOf(core, check) : null
}

/** Result rows from a position on that are not in the bucket yet; flushedTo: all positions below it are in the bucket. */
export const checkResults = (
  core: TurnPort,
  checkId: string,
  from: number,
  limit: number,
): { rows: CheckFound[]; flushedTo: number } => {
  const check = core.doc && findCheck(core, checkId)
  return { rows: check ? readResults(core.sql, checkId, from, limit) : [], flushedTo: check?.flushedTo ?? 0 }
}

export const editCheck = (core: TurnPort, request: CheckRequest): Outcome => {
  if (!core.doc) return gone
  if (core.doc.check?.jobId === request.id) return { ok: false, refusal: 'check_running' }
  const { interval, insert } = request
  storeCheck(core, { ...newestState(core, request), interval, insert, kept: false })
  core.setTimerNoLater('check-keep', core.now())
  return { ok: true, value: null }
}

export const handOverCheck = async (core: TurnPort, checkId: string): Promise<Outcome> => {
  if (!core.doc) return { ok: true, value: null }
  if (core.doc.check?.jobId === checkId) return { ok: false, refusal: 'check_running' }
  const check = findCheck(core, checkId)
  if (check && !check.kept) await persistCheck(core, checkId)
  const kept = findCheck(core, checkId)
  if (core.account.check?.jobId === checkId) return { ok: false, refusal: 'check_running' }
  if (kept && !kept.kept) return { ok: false, refusal: 'check_saving' }
  forgetCheck(core, checkId)
  return { ok: true, value: null }
}

export const dropCheck = (core: TurnPort, checkId: string): Outcome => {
  if (core.doc?.check?.jobId === checkId) return { ok: false, refusal: 'check_running' }
  if (core.doc) forgetCheck(core, checkId)
  return { ok: true, value: null }
}
