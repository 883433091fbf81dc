// Carries out what the next step is (rule blast-loop): claim, send, wait, end. The step itself is chosen in
// next-step.ts.
import { dayBefore, jakartaDay, pickIntervalS, windowClosesAt } from '../../../domain/blast/rules.ts'
import { KEEP_BUFFER_MS } from '../../timing.ts'
import type { AccountCore } from '../core.ts'
import { attemptOfJob, endJob, jobTemplate, runningJob, waitOfJob } from '../one-off/one-off.ts'
import { isBlocked } from '../opt-outs/opt-outs-store.ts'
import { shownState } from '../rules.ts'
import { insertAttempt, pendingAttempt } from './attempts-store.ts'
import { unbuffer } from './buffer.ts'
import { claim, giveBack, giveBackBuffer, giveBackOne } from './claim.ts'
import { keepContent, renderContent } from './contents-store.ts'
import { type LoopView, nextStep, pickTemplate, REFRESH_MS, type Step } from './next-step.ts'
import { progress, scheduleOpen } from './outcomes.ts'
import { newMessageId, sendCommand } from './send-command.ts'
import { scheduleFlush } from './settle.ts'

const NO_TEMPLATE_TEXT = 'Belum ada template pesan yang aktif.'

const viewOf = (core: AccountCore): LoopView => {
  const doc = core.account
  const now = core.now()
  const today = jakartaDay(now)
  if (doc.day !== today) {
    doc.sentYesterday = doc.day === dayBefore(now) ? doc.sentToday : 0
    doc.day = today
    doc.sentToday = 0
  }
  const c = core.rules
  return {
    run: doc.run,
    connected: doc.connection === 'open' && core.socket() !== null,
    restrictedUntil: doc.restrictedUntil,
    inFlight: doc.run !== null && pendingAttempt(core.sql) !== null,
    buffered: doc.buffer.length,
    sentToday: doc.sentToday,
    sentYesterday: doc.sentYesterday,
    placeMs: core.placeMs,
    nextSendAt: doc.nextSendAt,
    rules: c && {
      interval: c.interval,
      window: c.window,
      dailyCap: c.dailyCap,
      // a one-off blast brings its own message
      templates: doc.run?.jobId ? 1 : c.templates.length,
      at: c.at,
    },
    now,
  }
}

/** true: ask for the next step at once. */
export const stepBlast = async (core: AccountCore): Promise<boolean> => {
  const step = nextStep(viewOf(core))
  switch (step.kind) {
    case 'idle':
      await giveBackBuffer(core)
      return false
    case 'await-result':
      return false
    case 'claim':
      await claim(core, step.want, step.count)
      return true
    case 'wait':
      return wait(core, step)
    case 'end':
      await end(core, step.why)
      return false
    case 'send':
      return send(core)
  }
}

const wait = async (core: AccountCore, step: Extract<Step, { kind: 'wait' }>): Promise<boolean> => {
  const now = core.now()
  const long = step.until === null ? step.reason === 'connection' : step.until - now > KEEP_BUFFER_MS
  if (step.until !== null) {
    const endsItself = ['interval', 'restricted', 'refused', 'overload'].includes(step.reason)
    const refresh = endsItself ? step.until : (core.rules?.at ?? now) + REFRESH_MS
    core.setTimer('pump', Math.min(step.until, Math.max(refresh, now + 1_000)))
    if (step.until - now >= 1_000) tellWait(core, step.reason, step.until)
  }
  if (long) await giveBackBuffer(core)
  else await giveBack(core)
  return false
}
const tellWait = (core: AccountCore, reason: Extract<Step, { kind: 'wait' }>['reason'], until: number): void => {
  const { wait: told } = core.account
  const news = told?.until !== until || told.reason !== reason
  core.account.wait = { reason, until }
  if (!news) return
  const payload = { waitTime: Math.ceil((until - core.now()) / 1000), waitReason: reason }
  core.emit('waiting', payload)
  waitOfJob(core, payload)
}

/** The intent is written, then the command leaves; the runtime holds the frame back until the write is safe. */
const send = async (core: AccountCore): Promise<boolean> => {
  const doc = core.account
  const { run } = doc
  const [target] = doc.buffer
  const { rules } = core
  const job = runningJob(core)
  const template = job ? jobTemplate(job) : rules && pickTemplate(rules.templates, doc.templateUses)
  if (!run || !target || !rules || !template) return false
  if (isBlocked(core.sql, target.number)) {
    await giveBackOne(core, target, 'suppressed')
    return true
  }
  const now = core.now()
  const attempt = {
    attempt_id: crypto.randomUUID(),
    message_id: newMessageId(),
    number_id: target.id,
    number: target.number,
    name: target.name,
    template_id: job ? job.templateId : template.id,
    // a one-off blast earns nothing
    price_sen: job ? 0 : rules.priceSen,
    epoch: doc.epoch,
    created_at: now,
    job_id: job ? job.id : null,
    content_id: keepContent(core.sql, template),
  }
  insertAttempt(core.sql, attempt)
  core.messages.created(attempt)
  unbuffer(doc, target.id)
  doc.templateUses[template.id] = (doc.templateUses[template.id] ?? 0) + 1
  const first = run.attempted === 0
  run.attempted += 1
  // drawn now; from the message's end it counts once more
  doc.gapMs = pickIntervalS(rules.interval, core.random()) * 1_000
  doc.nextSendAt = now + doc.gapMs
  if (job) attemptOfJob(core, job.id, target.number)
  else {
    doc.attempts += 1
    doc.unknown += 1
  }
  doc.sentToday += 1
  doc.wait = null
  const { attempt_id: attemptId, message_id: messageId } = attempt
  const content = renderContent(template, target)
  const closesAt = windowClosesAt(rules.window, now)
  scheduleOpen(core)
  if (first) core.emit('sending', { state: 'connected', status: 'sending' })
  core.emit('update_target', { number: target.number })
  core.emit('progressing', { value: run.attempted, progress: progress(core) })
  // last: it writes the document, with all of the above in it
  core.command([sendCommand(core, { attemptId, messageId, number: target.number, content }, closesAt)])
  return false
}

const end = async (core: AccountCore, why: Extract<Step, { kind: 'end' }>['why']): Promise<void> => {
  const doc = core.account
  const jobId = doc.run?.jobId ?? null
  const sendError = why === 'no-template' ? NO_TEMPLATE_TEXT : why === 'fault' ? (doc.run?.fault ?? '') : null
  doc.run = null
  doc.wait = null
  core.clearTimer('pump')
  if (jobId) endJob(core, jobId, why === 'finished' ? why : 'stopped', sendError)
  const state = { state: shownState(doc, core.now()), status: 'idle' as const, number: null }
  if (sendError !== null) core.emit('error_blast', { ...state, sendError })
  else if (why === 'finished' && !jobId) core.emit('finished', { ...state, progress: 100 })
  else core.emit('stop', state)
  core.touchRow()
  scheduleFlush(core)
  await giveBackBuffer(core)
}
