// Carries out a number check's steps (rule number-checks). A query is stored before its look-up leaves, and an answer moves
// the cursor and stores its results in the same turn, so that no number is skipped and each is counted once.
import { REACHOUT_TIMELOCK } from '../../../contract/sending/whatsapp-codes.ts'
import { flooredBackOffMs } from '../../../contract/ground/back-off.ts'
import type { EventDetails, EventName } from '../../../contract/operation/events.ts'
import { fileTexts } from '../../../contract/ground/texts.ts'
import type { Fact } from '../../../contract/operation/runner.ts'
import { errorPhase, QUERY_MAX, runningPhase } from '../../../contract/sending/number-checks.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import { countsOfDay, pickIntervalS, progressOf } from '../../../domain/sending/blast/rules.ts'
import { PART_ROWS, partKey, rangeTargets, type Target } from '../../../domain/sending/number-checks/rules.ts'
import { readSettings } from '../../../domain/ground/settings/store.ts'
import { PERSIST_DELAY_MS, OVERLOAD } from '../../timing.ts'
import { type CheckStep, type CheckView, nextCheckStep, RULES_MS } from './next-check-step.ts'
import { addResults, writeCheck } from '../tables/check-store.ts'
import { refusalPauseMs } from '../outcome/on-result.ts'
import { restrict } from '../session/restriction.ts'
import type { NumberCheckPort } from './port.ts'
import { goOn } from '../document/marks.ts'
import { shownState } from '../document/rules.ts'
import type { Check } from '../document/document.ts'

const viewOf = (core: NumberCheckPort): CheckView => {
  const doc = core.account
  const now = core.now()
  const counts = countsOfDay({ day: doc.lookupsDay, today: doc.lookupsToday, yesterday: doc.lookupsYesterday }, now)
  doc.lookupsDay = counts.day
  doc.lookupsToday = counts.today
  doc.lookupsYesterday = counts.yesterday
  return {
    check: doc.check,
    connected: doc.connection === 'open' && core.socket() !== null,
    restrictedUntil: doc.restrictedUntil,
    lookupsToday: doc.lookupsToday,
    lookupsYesterday: doc.lookupsYesterday,
    placeMs: core.placeMs,
    rules: doc.checkRules,
    readNotBefore: doc.checkNotBefore,
    answerWaitMs: core.timing.ackWaitMs,
    now,
  }
}
/** On the channel of the person who made it; the counters are the check's, not the account's. */
export const emitCheck = <N extends EventName>(
  core: NumberCheckPort,
  check: Check,
  event: N,
  payload: EventDetails<N>,
): void => {
  check.version += 1
  core.emitFor({ id: check.jobId, userId: check.userId, version: check.version }, event, payload)
}
const countsOf = (check: Check) => ({ count_success: check.success, count_fail: check.fail })
const progress = (check: Check) => ({
  value: check.cursor,
  progress: progressOf(check.cursor, check.total),
  current_number: check.currentNumber,
})

/** true: the next step may be taken at once. */
export const stepCheck = (core: NumberCheckPort): Promise<boolean> => perform(core, nextCheckStep(viewOf(core)))

const perform = async (core: NumberCheckPort, step: CheckStep): Promise<boolean> => {
  const { check } = core.account
  if (!check) return false
  switch (step.kind) {
    case 'idle':
      return false
    case 'await-answer':
      core.setTimer('check', step.until)
      return false
    case 'learn':
      return readRules(core)
    case 'wait':
      return wait(core, check, step)
    case 'ask-again':
      return sendQuery(core, check)
    case 'query':
      return nextQuery(core, check, step.count)
    case 'end':
      return end(core, check, step.why)
  }
}

/** D1 or the bucket did not answer: it is read again after a pause that grows. */
const readLater = (core: NumberCheckPort, error: unknown): void => {
  const doc = core.account
  core.logError('check source', error)
  doc.checkReadTries += 1
  const pause = flooredBackOffMs(doc.checkReadTries, OVERLOAD, core.random())
  doc.checkNotBefore = core.now() + pause
}
const readRules = async (core: NumberCheckPort): Promise<boolean> => {
  try {
    const { lookup_daily_cap, interval_floor } = await core.saveThenCall(({ db }) => readSettings(db))
    core.account.checkRules = { cap: lookup_daily_cap, floor: interval_floor, at: core.now() }
    core.account.checkReadTries = 0
  } catch (error) {
    readLater(core, error)
  }
  return true
}

const wait = (core: NumberCheckPort, check: Check, step: Extract<CheckStep, { kind: 'wait' }>): boolean => {
  if (step.until === null) return false
  const now = core.now()
  const refresh = step.reason === 'daily_cap' ? (core.account.checkRules?.at ?? now) + RULES_MS : step.until
  core.setTimer('check', Math.min(step.until, Math.max(refresh, now + 1_000)))
  if (step.until - now < 1_000) return false
  const news = core.account.checkWait?.until !== step.until
  core.account.checkWait = { reason: step.reason, until: step.until }
  if (news)
    emitCheck(core, check, 'waiting', { waitTime: Math.ceil((step.until - now) / 1000), waitReason: step.reason })
  return false
}

/** null: the bucket has no such part. @throws when it does not answer. */
const targetsAt = async (core: NumberCheckPort, check: Check, count: number): Promise<Target[] | null> => {
  if (check.source.type === 'range') return rangeTargets(check.source, check.cursor, count)
  const key = partKey(check.jobId, Math.floor(check.cursor / PART_ROWS))
  if (core.checkPart?.key !== key) {
    const part = await core.saveThenCall(({ env }) => env.MEDIA.get(key))
    if (!part) return null
    core.checkPart = { key, rows: await part.json<Target[]>() }
  }
  const at = check.cursor % PART_ROWS
  return core.checkPart.rows.slice(at, at + Math.min(count, QUERY_MAX))
}

const nextQuery = async (core: NumberCheckPort, check: Check, count: number): Promise<boolean> => {
  const { cursor } = check
  let targets: Target[] | null
  try {
    targets = await targetsAt(core, check, count)
  } catch (error) {
    readLater(core, error)
    return true
  }
  // it may have been stopped or ended while the part was read
  if (core.account.check !== check || check.cursor !== cursor || check.query || check.stopRequested) return true
  if (!targets || targets.length === 0) {
    check.error = fileTexts.sourceMissing
    return true
  }
  check.query = { requestId: crypto.randomUUID(), targets, at: null }
  check.currentNumber = targets[0]?.number ?? null
  return sendQuery(core, check)
}

/** The query is written to the document first; the runtime holds the command back until that write is durable. */
const sendQuery = (core: NumberCheckPort, check: Check): boolean => {
  const query = check.query
  if (!query) return true
  // the position of an erased person has no number to ask about
  const numbers = [...new Set(query.targets.map((t) => t.number))].filter((number) => number !== '')
  if (numbers.length === 0) {
    takeAnswers(core, check, query.targets, new Map())
    return true
  }
  query.at = core.now()
  core.account.lookupsToday += numbers.length
  core.account.checkWait = null
  core.command([{ kind: 'lookup', requestId: query.requestId, numbers }])
  emitCheck(core, check, 'progressing', progress(check))
  return true
}

/** After a disconnect or a new connection the query in flight may be lost: it is sent again. */
export const resetQuery = (core: NumberCheckPort): void => {
  const query = core.account.check?.query
  sometimes('a question is lost with its connection', typeof query?.at === 'number')
  if (query) query.at = null
}

/**
 * Only an explicit answer counts: a refusal, or a number that is left out, says nothing about that number. Answers up to the
 * first missing one are stored; the rest is asked again later.
 */
export const onLookedUp = (core: NumberCheckPort, fact: Extract<Fact, { kind: 'lookedUp' }>): void => {
  const { check } = core.account
  const query = check?.query
  sometimes('an answer to no question of the check', query?.requestId !== fact.requestId)
  if (!check || !query || query.requestId !== fact.requestId) return
  core.wake()
  const answer = new Map(fact.results.map((r) => [r.number, r.registered]))
  const gap = query.targets.findIndex((t) => t.number !== '' && !answer.has(t.number))
  const answered = gap === -1 ? query.targets : query.targets.slice(0, gap)
  if (answered.length > 0) takeAnswers(core, check, answered, answer)
  if (answered.length < query.targets.length) onUnanswered(core, check, fact)
}

const takeAnswers = (
  core: NumberCheckPort,
  check: Check,
  answered: readonly Target[],
  answer: ReadonlyMap<string, boolean>,
): void => {
  const found = answered.map((t, i) => ({ ...t, seq: check.cursor + i, registered: answer.get(t.number) === true }))
  const success = found.filter((f) => f.registered).length
  addResults(core.sql, check.jobId, found)
  check.cursor += found.length
  check.success += success
  check.fail += found.length - success
  check.currentNumber = found.at(-1)?.number ?? null
  check.query = null
  check.errors = 0
  const floor = core.account.checkRules?.floor ?? 1
  check.nextAt = core.now() + pickIntervalS({ ...check.interval, floor }, core.random()) * 1_000
  const last = (registered: boolean) => found.findLast((f) => f.registered === registered)?.number ?? null
  if (success > 0) emitCheck(core, check, 'count_success', { ...countsOf(check), number: last(true) })
  if (success < found.length) emitCheck(core, check, 'count_fail', { ...countsOf(check), number: last(false) })
  emitCheck(core, check, 'progressing', progress(check))
  core.setTimerNoLater('check-keep', core.now() + PERSIST_DELAY_MS)
}

/** The check waits, longer each time, and shows why; it does not end by itself, and no number is counted as unregistered. */
const onUnanswered = (core: NumberCheckPort, check: Check, fact: Extract<Fact, { kind: 'lookedUp' }>): void => {
  resetQuery(core)
  // the connection was lost: this is no refusal, so no back-off
  if (core.account.connection !== 'open') return
  // WhatsApp's notice about the restriction follows; no look-up leaves before
  if (fact.code === REACHOUT_TIMELOCK) return restrict(core, 'reachout', null)
  check.errors += 1
  const pause = refusalPauseMs(core, check.errors)
  check.nextAt = core.now() + Math.max(pause, (fact.backoffS ?? 0) * 1_000)
  emitCheck(core, check, 'attempting', { code: check.errors })
}

const end = (core: NumberCheckPort, check: Check, why: 'stopped' | 'finished' | 'failed'): boolean => {
  const doc = core.account
  check.phase = why === 'finished' ? 'finished' : why === 'stopped' ? 'stop' : errorPhase(check.kind)
  goOn(check)
  if (why !== 'stopped') check.currentNumber = null
  // the lost query is asked again at the next start
  check.query = null
  const state = { state: shownState(doc, core.now()), status: 'idle' as const, current_number: check.currentNumber }
  if (why === 'finished') emitCheck(core, check, 'finished', { ...state, ...countsOf(check), progress: 100 })
  else if (why === 'stopped') emitCheck(core, check, 'stop', { ...state, ...countsOf(check) })
  else emitCheck(core, check, errorPhase(check.kind), { ...state, ...countsOf(check), sendError: check.error ?? '' })
  doc.check = null
  doc.checkWait = null
  core.checkPart = null
  core.clearTimer('check')
  writeCheck(core.sql, check, core.now())
  core.emitState()
  core.setTimer('check-keep', core.now())
  return false
}

/** Starts the check, or continues it at its cursor. */
export const beginCheck = (core: NumberCheckPort, check: Check): void => {
  const doc = core.account
  check.phase = runningPhase(check.kind)
  check.kept = false
  check.error = null
  check.errors = 0
  goOn(check)
  doc.check = check
  doc.checkRules = null
  doc.checkNotBefore = 0
  doc.checkReadTries = 0
  const state = { state: shownState(doc, core.now()), status: 'sending' as const }
  emitCheck(core, check, runningPhase(check.kind) === 'generating' ? 'generating' : 'validating', {
    ...state,
    ...countsOf(check),
    ...progress(check),
  })
  core.emitState()
  core.setTimer('check', core.now())
  core.setTimer('check-keep', core.now())
}
