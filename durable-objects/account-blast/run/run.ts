// Carries out a blast's steps (rule blast-loop): claim, send, wait, end. next-step.ts chooses which step comes next.
import { accountTexts } from '../../../contract/sending/account-texts.ts'
import { placeholderProblem } from '../../../contract/sending/message-text.ts'
import { sometimes } from '../../../contract/ground/sometimes.ts'
import type { ClaimedNumber } from '../../../domain/sending/blast/store.ts'
import { type Interval, pickIntervalS, windowClosesAt } from '../../../domain/sending/blast/rules.ts'
import type { RunPort } from './port.ts'
import { newRun, type Run } from '../document/document.ts'
import type { EndedRun } from '../document/work.ts'
import { noticeBlastEnded } from '../core/notices.ts'
import { isBlocked } from '../tables/opt-outs-store.ts'
import { campaignNow, shownState } from '../document/rules.ts'
import { type Attempt, insertAttempt, pendingAttempt } from '../tables/attempts-store.ts'
import { unbuffer } from '../claim/buffer.ts'
import { claim, countUse, dropCampaign, giveBack, giveBackBuffer, giveBackOne, noteCampaign } from '../claim/claim.ts'
import { fieldsOfContent, saveContent, renderContent } from '../tables/contents-store.ts'
import { failRun } from '../document/marks.ts'
import { type LoopView, nextStep, type Step } from './next-step.ts'
import { countAttempt, progress, scheduleOpen } from '../outcome/outcomes.ts'
import { newMessageId, sendCommand } from '../send/send-command.ts'
import { isOfQuiet, lookForAnswer, quietBegins, quietEnds } from '../send/quiet.ts'
import { reportOf } from '../document/run-tally-rules.ts'
import { emitWait, forgetWait } from '../send/emit-wait.ts'
import { paceSend, rollDay } from '../send/pace.ts'
import { restUntil } from '../send/rest.ts'
import { scheduleFlush } from '../settle/settle.ts'
import type { Message, Source } from '../source/source.ts'
import { isOver } from '../source/standing.ts'
import { sourceOfRun } from '../source/source-of.ts'
import { waitingOf } from './wait-rules.ts'

/** @param oneOffId null: an ordinary blast */
export const beginRun = (core: RunPort, oneOffId: string | null): void => {
  core.account.run = { ...newRun(core.now()), jobId: oneOffId }
  // the rules of the run before are not its own: the first claim asks for them
  core.rules = null
}

const viewOf = (core: RunPort, source: Source): LoopView => {
  const doc = core.account
  const now = core.now()
  rollDay(doc, now)
  const c = core.rules
  return {
    run: doc.run,
    held: doc.held !== null,
    placePaused: doc.place.paused !== null || doc.person.paused !== null,
    connected: doc.connection === 'open' && core.socket() !== null,
    restrictedUntil: doc.restrictedUntil,
    restUntil: c && doc.run ? restUntil(core, c.rates) : null,
    inFlight: doc.run !== null && pendingAttempt(core.sql) !== null,
    buffered: doc.buffer.length,
    sentToday: doc.sentToday,
    sentYesterday: doc.sentYesterday,
    placeMs: source.isSpread ? core.placeMs : 0,
    nextSendAt: doc.nextSendAt,
    rules: c && {
      interval: c.interval,
      window: c.window,
      dailyCap: c.dailyCap,
      templates: source.messages(c),
      at: c.at,
    },
    now,
  }
}

/** true: ask for the next step at once. */
export const stepBlast = async (core: RunPort): Promise<boolean> => {
  const { run } = core.account
  const source = sourceOfRun(core)
  const step = nextStep(viewOf(core, source))
  const endsBefore = source.endsBefore(step)
  if (endsBefore === 'finished') {
    await end(core, 'finished')
    return false
  }
  if (run && endsBefore) {
    failRun(run, endsBefore.fault)
    return true
  }
  switch (step.kind) {
    case 'idle':
      await giveBackBuffer(core)
      return false
    case 'await-result':
      lookForAnswer(core)
      return false
    case 'claim':
      await claim(core, step.want, step.count)
      return true
    case 'wait':
      return wait(core, step)
    case 'held':
      if (step.lookAt !== null) core.setTimer('pump', step.lookAt)
      forgetWait(core.account)
      quietEnds(core)
      await giveBackBuffer(core)
      return false
    case 'end':
      await end(core, step.why)
      return false
    case 'send':
      return send(core, source)
  }
}

const wait = async (core: RunPort, step: Extract<Step, { kind: 'wait' }>): Promise<boolean> => {
  const { lookAt, givesBack, isShown: isTold } = waitingOf(step, core.rules?.at ?? null, core.now())
  sometimes('a blast waits for the window', step.reason === 'window')
  sometimes('a blast waits for the next day', step.reason === 'daily_cap')
  if (lookAt !== null) core.setTimer('pump', lookAt)
  if (!isOfQuiet(core, step) && isTold && step.until !== null) emitWait(core, step.reason, step.until)
  const { run, buffer } = core.account
  if (givesBack && step.reason === 'interval' && run && buffer.length > 0) run.gaveBackUntil = step.until
  if (givesBack) await giveBackBuffer(core)
  else await giveBack(core)
  return false
}

/** The intent is written, then the command leaves; the runtime holds the frame back until the write is safe. */
const send = async (core: RunPort, source: Source): Promise<boolean> => {
  const { run, buffer } = core.account
  const [target] = buffer
  const { rules } = core
  if (!run || !target || !rules) return false
  const message = source.message(rules, target)
  if (!message && source.id === null && (rules.templates.length > 0 || target.campaign !== undefined)) {
    // all of them at once: each would be a call of its own
    if (target.campaign !== undefined && isOver(rules, target.campaign, core.now())) {
      await dropCampaign(core, target.campaign)
      return true
    }
    sometimes('nobody may send this person any of the templates')
    await giveBackOne(core, target, 'topic')
    return true
  }
  if (!message) return false
  // rules of a version that knew no fields came with people without values: the text would go out with its braces
  if (rules.fallbacks === undefined && placeholderProblem(message.template) !== null) {
    await giveBackBuffer(core)
    return true
  }
  if (isBlocked(core.sql, target.number)) {
    sometimes('stop between claim and send')
    await giveBackOne(core, target, 'suppressed')
    return true
  }
  const now = core.now()
  const attempt = record(core, target, source.id, { ...message, now, fallbacks: rules.fallbacks ?? {} })
  sometimes('the next message leaves while the last is unknown', () => core.timerDue('unknown') !== null)
  quietBegins(core, now)
  countSend(core, source, { target, templateId: message.template.id, interval: rules.interval, now })
  scheduleOpen(core)
  noteCampaign(core, target.campaign)
  emitSend(core, run, target)
  lookForAnswer(core)
  const { attempt_id: attemptId, message_id: messageId } = attempt
  const content = renderContent(message.template, { ...target, fields: attempt.fields })
  const command = { attemptId, messageId, number: target.number, content }
  // last, because it saves the document with all of the changes above
  core.command([sendCommand(core, command, windowClosesAt(rules.window, now))])
  core.trace([
    { attemptId, name: 'claim', start: rules.at, end: rules.at + (rules.tookMs ?? 0) },
    { attemptId, name: 'intent', start: now, end: core.now() },
  ])
  return false
}

/** Stores the attempt before the message leaves: from here on it counts as tried, whatever happens. */
const record = (
  core: RunPort,
  target: ClaimedNumber,
  sourceId: string | null,
  {
    template,
    templateId,
    priceSen,
    now,
    fallbacks,
  }: Message & { now: number; fallbacks: Readonly<Record<string, string>> },
): Pick<Attempt, 'attempt_id' | 'message_id' | 'fields'> => {
  const attempt = {
    attempt_id: crypto.randomUUID(),
    message_id: newMessageId(),
    number_id: target.id,
    number: target.number,
    name: target.name,
    template_id: templateId,
    price_sen: priceSen,
    epoch: core.account.epoch,
    created_at: now,
    job_id: sourceId,
    campaign: target.campaign ?? null,
    content_id: saveContent(core.sql, template),
    fields: fieldsOfContent(template, fallbacks, target.fields),
  }
  insertAttempt(core.sql, attempt)
  core.messages.created(attempt)
  return attempt
}

/** Counts what an attempt uses: its number, its template, the interval, one of the day's cap. */
const countSend = (
  core: RunPort,
  source: Source,
  used: { target: ClaimedNumber; templateId: string; interval: Interval; now: number },
): void => {
  const doc = core.account
  unbuffer(doc, used.target.id)
  countUse(doc, used.templateId)
  countAttempt(doc, source.earns)
  paceSend(doc, pickIntervalS(used.interval, core.random()) * 1_000, used.now)
  source.sent(used.target.number)
  forgetWait(doc)
}

const emitSend = (core: RunPort, run: Run, { number }: ClaimedNumber): void => {
  if (run.attempted === 1) core.emit('sending', { state: 'connected', status: 'sending' })
  core.emit('update_target', { number })
  core.emit('progressing', {
    value: run.attempted,
    progress: progress(core),
    sent_today: core.account.sentToday,
    campaign: campaignNow(core.account, core.now()),
  })
}

/** null: the run was not tallied. */
const endedRun = (
  run: Run,
  why: Extract<Step, { kind: 'end' }>['why'],
  { sendError, stopWhy }: { sendError: string | null; stopWhy: string | null },
  endedAt: number,
): EndedRun | null =>
  run.tally && {
    startedAt: run.startedAt,
    endedAt,
    end: sendError !== null ? 'error_blast' : why === 'finished' ? 'finished' : 'stop',
    error: sendError ?? (stopWhy && accountTexts.stoppedByAdmin(stopWhy)),
    attempted: run.attempted,
    tally: run.tally,
    freeAt: why === 'finished' ? run.emptyUntil : null,
  }

const end = async (core: RunPort, why: Extract<Step, { kind: 'end' }>['why']): Promise<void> => {
  const doc = core.account
  const source = sourceOfRun(core)
  const isStanding = source.id === null
  const sendError = why === 'no-template' ? accountTexts.noTemplate : why === 'fault' ? (doc.run?.fault ?? '') : null
  const stopWhy = why === 'stopped' ? (doc.run?.stopWhy ?? null) : null
  if (doc.run && isStanding) doc.lastRun = endedRun(doc.run, why, { sendError, stopWhy }, core.now())
  sometimes('a blast that wrote to everybody ends', why === 'finished' && isStanding)
  sometimes('a one-off blast is stopped under way', why === 'stopped' && !isStanding)
  doc.run = null
  forgetWait(doc)
  core.clearTimer('pump')
  source.ended(why === 'finished' ? why : 'stopped', sendError)
  const state = { state: shownState(doc, core.now()), status: 'idle' as const, number: null }
  const report = isStanding ? reportOf(doc.lastRun) : null
  const last_run = report ? { last_run: report } : {}
  if (sendError !== null) core.emit('error_blast', { ...state, sendError, ...last_run })
  else if (why === 'finished' && isStanding) core.emit('finished', { ...state, progress: 100, ...last_run })
  else core.emit('stop', { ...state, ...last_run })
  if (isStanding && doc.lastRun) noticeBlastEnded(core, doc.lastRun)
  core.touchRow()
  scheduleFlush(core)
  await giveBackBuffer(core)
}
