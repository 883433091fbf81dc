// What the Worker may ask of an account's object about one-off blasts.
import { REFUSED_SHOWN } from '../../../contract/blaster.ts'
import type { LiveJob } from '../../../domain/blaster/present.ts'
import type { JobRequest, Outcome } from '../../rpc.ts'
import type { AccountCore } from '../core.ts'
import { keepJobs, liveJob } from './one-off.ts'
import { addTargets, readJob, writeJob } from './one-off-store.ts'
import { counts } from '../sending/outcomes.ts'
import { maySendJob } from '../rules.ts'
import { type Job, newRun } from '../document.ts'

export const startJob = async (core: AccountCore, ask: JobRequest): Promise<Outcome<LiveJob>> => {
  const { doc } = core
  if (!doc) return { ok: false, refusal: 'not_found' }
  const refusal = maySendJob(doc, core.now())
  if (refusal) return { ok: false, refusal }
  const { numbers, refused, ...asked } = ask
  const now = core.now()
  const job: Job = {
    ...asked,
    whatsappId: doc.accountId,
    targets: numbers === null ? 'all' : 'list',
    phase: 'sending',
    total: numbers === null ? 0 : numbers.length + refused.length,
    success: 0,
    fail: 0,
    unknown: 0,
    skipped: {},
    refused: refused.slice(0, REFUSED_SHOWN),
    error: null,
    createdAt: now,
    finishedAt: null,
    kept: false,
    version: 0,
  }
  for (const { reason } of refused) job.skipped[reason] = (job.skipped[reason] ?? 0) + 1
  doc.run = { ...newRun(now), jobId: job.id }
  core.rules = null
  if (numbers) addTargets(core.sql, job.id, numbers)
  core.emitJob(job, 'start', { status: 'sending' })
  core.emit('start', { status: 'sending', blaster: true, ...counts(core) })
  writeJob(core.sql, job, now)
  core.touchRow()
  core.setTimer('pump', now)
  core.setTimer('job-keep', now)
  // the list shows it at once; when D1 does not answer, the timer does it
  await keepJobs(core).catch((error: unknown) => core.complain('job row', error))
  return { ok: true, value: liveJob(core, readJob(core.sql, job.id) ?? job) }
}

/** Stop only marks: the message in flight still finishes. null: this job is not known here. */
export const stopJob = (core: AccountCore, jobId: string): LiveJob | null => {
  const run = core.doc?.run
  if (run?.jobId === jobId) {
    run.stopRequested = true
    core.wake()
  }
  return jobState(core, jobId)
}

export const jobState = (core: AccountCore, jobId: string): LiveJob | null => {
  const job = core.doc && readJob(core.sql, jobId)
  return job ? liveJob(core, job) : null
}
