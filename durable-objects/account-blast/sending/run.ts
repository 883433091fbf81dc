// Carries out what the loop decides: claim, send, wait, end. The loop itself is in blast-loop.ts.
import { backOffMs, jakartaDay, pickIntervalS } from '../../../domain/blast/rules.ts'
import { claimNumbers, releaseForgotten, releaseNumbers } from '../../../domain/blast/store.ts'
import { renderMessage } from '../../../contract/message-text.ts'
import { KEEP_BUFFER_MS, OVERLOAD_BASE_MS, OVERLOAD_CAP_MS } from '../../timing.ts'
import { insertAttempt, openAttempts, pendingAttempt } from './attempts-store.ts'
import { afterClaim, type LoopView, nextStep, pickTemplate, REFRESH_MS, type Step } from './next-step.ts'
import type { AccountCore } from '../core.ts'
import {
  attemptOfJob,
  claimOfJob,
  endJob,
  jobTemplate,
  runningJob,
  skip,
  skipDropped,
  waitOfJob,
  wantedBy,
} from '../one-off/one-off.ts'
import { unsettledNumbers } from './outbox-store.ts'
import { progress, scheduleFlush, scheduleOpen } from './outcomes.ts'
import { newMessageId, sendCommand } from './send-command.ts'
import { buffered, bufferedCount, bufferNumbers, nextBuffered, unbuffer } from './buffer-store.ts'
import { isBlocked, rememberStopTitles } from '../opt-outs/opt-outs-store.ts'
import type { ClaimedNumber, Run } from '../document.ts'

export const newRun = (now: number): Run => ({
  jobId: null,
  startedAt: now,
  stopRequested: false,
  claimableAtStart: null,
  attempted: 0,
  nextSendAt: now,
  takenBack: 0,
  claimNotBefore: 0,
  claimTries: 0,
  emptyUntil: null,
  exhausted: false,
})

const viewOf = (core: AccountCore): LoopView => {
  const doc = core.account
  const now = core.now()
  const today = jakartaDay(now)
  if (doc.day !== today) {
    doc.day = today
    doc.sentToday = 0
  }
  const c = core.context
  return {
    run: doc.run,
    connected: doc.connection === 'open' && core.socket() !== null,
    restrictedUntil: doc.restrictedUntil,
    inFlight: doc.run !== null && pendingAttempt(core.sql) !== null,
    buffered: bufferedCount(core.sql),
    sentToday: doc.sentToday,
    context: c && {
      interval: c.interval,
      window: c.window,
      dailyCap: c.dailyCap,
      // a one-off blast brings its own message
      templates: doc.run?.jobId ? 1 : c.templates.length,
      at: core.contextAt,
    },
    now,
  }
}

/** true: ask the loop again at once. */
export const stepBlast = (core: AccountCore): Promise<boolean> => perform(core, nextStep(viewOf(core)))

const perform = async (core: AccountCore, step: Step): Promise<boolean> => {
  switch (step.kind) {
    case 'idle':
      await giveBackBuffer(core)
      return false
    case 'await-result':
      return false
    case 'claim':
      return claim(core, step.want, step.count)
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
    const refresh =
      step.reason === 'interval' || step.reason === 'restricted' || step.reason === 'overload'
        ? step.until
        : core.contextAt + REFRESH_MS
    core.timer('pump', Math.min(step.until, Math.max(refresh, now + 1_000)))
    if (step.until - now >= 1_000) {
      const news = core.wait?.until !== step.until
      core.wait = { reason: step.reason, until: step.until }
      if (news) {
        const told = { waitTime: Math.ceil((step.until - now) / 1000), waitReason: step.reason }
        core.emit('waiting', told)
        waitOfJob(core, told)
      }
    }
  }
  // numbers are not kept from others through a long wait
  if (long) await giveBackBuffer(core)
  return false
}

const claim = async (core: AccountCore, want: number, count: boolean): Promise<boolean> => {
  const doc = core.account
  const run = doc.run
  if (!run) return false
  const now = core.now()
  core.claiming = true
  doc.leasesInDoubt = true
  core.save()
  const job = runningJob(core)
  try {
    const { numbers, refused, context } = await claimNumbers(core.db, {
      accountId: doc.accountId,
      userId: doc.userId,
      want,
      now,
      runStartedAt: run.startedAt,
      count: count && job?.targets !== 'list',
      among: wantedBy(core, job, want),
    })
    core.context = context
    core.contextAt = now
    rememberStopTitles(
      core.sql,
      context.templates.flatMap((t) => t.button.filter((b) => b.type === 'stop_button' && b.title).map((b) => b.title)),
    )
    // somebody may have opted out while the answer was on its way
    const dropped = numbers.filter((n) => core.droppedMeanwhile.has(n.number) || isBlocked(core.sql, n.number))
    core.publisher.leases(numbers, 1)
    bufferNumbers(
      core.sql,
      numbers.filter((n) => !dropped.includes(n)),
      now,
    )
    if (job) skip(core, job.id, refused)
    // to a job a number that is given again and again, and blocked here, is as good as none
    const got = job ? numbers.length - dropped.length + skipDropped(core, dropped) : numbers.length
    const claimed = { got, asked: want, ...context }
    const fresh = runningJob(core)
    if (doc.run) doc.run = afterClaim(doc.run, fresh ? claimOfJob(core, fresh, claimed) : claimed, now)
    doc.leasesInDoubt = false
    core.save()
    if (dropped.length > 0) await release(core, dropped)
    return true
  } catch {
    const tries = (doc.run?.claimTries ?? 0) + 1
    const pause = OVERLOAD_BASE_MS + backOffMs(tries, OVERLOAD_BASE_MS, OVERLOAD_CAP_MS, core.random())
    if (doc.run) doc.run = { ...doc.run, claimTries: tries, claimNotBefore: core.now() + pause }
    core.save()
    return true
  } finally {
    core.claiming = false
    core.droppedMeanwhile.clear()
  }
}

const release = async (core: AccountCore, numbers: readonly ClaimedNumber[]): Promise<void> => {
  const doc = core.account
  const ids = numbers.map((n) => n.id)
  doc.leasesInDoubt = true
  unbuffer(core.sql, ids)
  core.save()
  try {
    await releaseNumbers(core.db, doc.accountId, ids)
    core.publisher.leases(numbers, 0)
    doc.leasesInDoubt = false
  } catch {
    core.timer('pump', core.now() + OVERLOAD_BASE_MS + core.random() * OVERLOAD_BASE_MS)
  }
  core.save()
}
const giveBackBuffer = async (core: AccountCore): Promise<void> => {
  const rest = buffered(core.sql)
  if (rest.length > 0) await release(core, rest)
}

/** After a claim or release whose answer was lost: whatever we hold in D1 and do not know of is given back. */
export const recoverLeases = async (core: AccountCore): Promise<void> => {
  const doc = core.account
  const open = [...openAttempts(core.sql, 'pending', core.now()), ...openAttempts(core.sql, 'unknown', core.now())]
  const keep = [...buffered(core.sql).map((n) => n.id), ...open.map((a) => a.number_id), ...unsettledNumbers(core.sql)]
  try {
    await releaseForgotten(core.db, doc.accountId, keep)
    doc.leasesInDoubt = false
  } catch {
    core.timer('pump', core.now() + OVERLOAD_BASE_MS + core.random() * OVERLOAD_BASE_MS)
  }
  core.save()
}

/** The intent is written, then the command leaves; the runtime holds the frame back until the write is safe. */
const send = async (core: AccountCore): Promise<boolean> => {
  const doc = core.account
  const run = doc.run
  const target = nextBuffered(core.sql)
  const context = core.context
  const job = runningJob(core)
  const template = job ? jobTemplate(job) : context && pickTemplate(context.templates)
  if (!run || !target || !context || !template) return false
  if (isBlocked(core.sql, target.number)) {
    skipDropped(core, [target])
    await release(core, [target])
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
    price_sen: job ? 0 : context.priceSen,
    epoch: doc.epoch,
    created_at: now,
    job_id: job ? job.id : null,
  }
  const text = renderMessage(template, { name: target.name, phoneNumber: target.number })
  const command = sendCommand(core, {
    attemptId: attempt.attempt_id,
    messageId: attempt.message_id,
    number: target.number,
    content: { text, media: template.media },
  })
  insertAttempt(core.sql, attempt)
  core.messages.created(attempt)
  unbuffer(core.sql, [target.id])
  template.countUse += 1
  const first = run.attempted === 0
  run.attempted += 1
  // the next interval is drawn now and counts from the result
  run.nextSendAt = now
  if (job) attemptOfJob(core, job.id, target.number)
  else {
    doc.attempts += 1
    doc.unknown += 1
  }
  doc.sentToday += 1
  core.wait = null
  core.save()
  core.command([command])
  scheduleOpen(core)
  if (first) core.emit('sending', { state: 'connected', status: 'sending' })
  core.emit('update_target', { number: target.number })
  core.emit('progressing', { value: run.attempted, progress: progress(core) })
  return false
}

/** After a result: when the next message may leave. */
export const spaceNext = (core: AccountCore): void => {
  const run = core.account.run
  if (!run || !core.context) return
  run.nextSendAt = core.now() + pickIntervalS(core.context.interval, core.random()) * 1_000
}

const end = async (core: AccountCore, why: 'stopped' | 'finished' | 'no-template'): Promise<void> => {
  const doc = core.account
  const jobId = doc.run?.jobId ?? null
  doc.run = null
  core.wait = null
  if (jobId) endJob(core, jobId, why === 'finished' ? why : 'stopped')
  core.untime('pump')
  core.save()
  const state = { state: doc.suspended ? ('suspended' as const) : doc.base, status: 'idle' as const, number: null }
  if (why === 'finished' && !jobId) core.emit('finished', { ...state, progress: 100 })
  else if (why === 'no-template')
    core.emit('error_blast', { ...state, sendError: 'Belum ada template pesan yang aktif.' })
  else core.emit('stop', state)
  core.touchRow()
  scheduleFlush(core)
  await giveBackBuffer(core)
}
