// A one-off blast (rule one-off): the same run as any other, with a message of its own, counters of its own, perhaps
// named receivers, and no income. Its row here changes in the same turn as the attempt it is about.
import { REFUSED_SHOWN, type SkipReason } from '../../../contract/blaster.ts'
import type { BlastTemplate, ClaimedNumber } from '../../../domain/blast/store.ts'
import { jobProgress, type LiveJob, skipCount } from '../../../domain/blaster/present.ts'
import { saveJob } from '../../../domain/blaster/store.ts'
import { runBatch } from '../../../domain/db/connection.ts'
import { KEEP_MS } from '../../timing.ts'
import type { Attempt } from '../sending/attempts-store.ts'
import type { AccountCore } from '../core.ts'
import { type Claim, claimForRun, endOfJob } from './one-off-rules.ts'
import {
  addTargets,
  dropAllTargets,
  dropTargets,
  nextTargets,
  readJob,
  targetsLeft,
  unkeptJobs,
  writeJob,
} from './one-off-store.ts'
import { shownState } from '../rules.ts'
import type { Job, WaitReason } from '../document.ts'

/** Of the run under way; null: it is an ordinary blast, or none. */
export const runningJob = (core: AccountCore): Job | null => {
  const id = core.account.run?.jobId
  return id ? readJob(core.sql, id) : null
}
export const jobTemplate = (job: Job): BlastTemplate => ({
  id: job.templateId ?? '',
  textWa: job.message,
  button: job.button,
  media: job.media,
  countUse: 0,
})

/** Its own counters, absolute. */
export const jobCounts = (job: Job) => ({
  count_success: job.success,
  count_fail: job.fail,
  count_unknown: job.unknown,
  count_skipped: skipCount(job.skipped),
  value: job.success + job.fail + job.unknown,
  progress: jobProgress(job),
})
const change = (core: AccountCore, job: Job): void => {
  job.kept = false
  job.version += 1
  writeJob(core.sql, job, core.now())
  core.setTimerNoLater('job-keep', core.now() + KEEP_MS)
}

export const waitOfJob = (core: AccountCore, told: { waitTime: number; waitReason: WaitReason }): void => {
  const job = runningJob(core)
  if (!job) return
  core.emitJob(job, 'waiting', told)
  change(core, job)
}

// ---------------------------------------------------------------- claiming
/** Whom the next claim is for; null: whoever comes first. */
export const wantedBy = (core: AccountCore, job: Job | null, want: number): string[] | null =>
  job?.targets === 'list' ? nextTargets(core.sql, job.id, want) : null

/** Records refused receivers, once each; answers how many are new. */
export const skip = (
  core: AccountCore,
  jobId: string,
  refused: readonly { number: string; reason: SkipReason }[],
): number => {
  const job = readJob(core.sql, jobId)
  const fresh = refused.filter((one) => !job?.refused.some((known) => known.number === one.number))
  if (!job || fresh.length === 0) return 0
  for (const { number, reason } of fresh) {
    job.skipped[reason] = (job.skipped[reason] ?? 0) + 1
    if (job.refused.length < REFUSED_SHOWN) job.refused.push({ number, reason })
  }
  dropTargets(
    core.sql,
    job.id,
    fresh.map((r) => r.number),
  )
  core.emitJob(job, 'progressing', jobCounts(job))
  change(core, job)
  return fresh.length
}
/** Records numbers that opted out during the claim. */
export const skipDropped = (core: AccountCore, numbers: readonly ClaimedNumber[]): number => {
  const jobId = core.account.run?.jobId
  return jobId
    ? skip(
        core,
        jobId,
        numbers.map((n) => ({ number: n.number, reason: 'suppressed' as const })),
      )
    : 0
}

/** What the answered claim means for the job's run; a job for everybody learns how many that is. */
export const claimOfJob = (core: AccountCore, job: Job, claim: Claim & { cooling: number | null }): Claim => {
  // an object that was restarted counts again: what it began with stands
  const isFirst = job.targets === 'all' && core.account.run?.claimableAtStart === null
  if (isFirst && claim.claimable !== null) {
    job.total = claim.claimable
    if (claim.cooling) job.skipped.cooldown = claim.cooling
    core.emitJob(job, 'progressing', jobCounts(job))
    change(core, job)
  }
  const left = job.targets === 'list' ? targetsLeft(core.sql, job.id) : 0
  return claimForRun({ targets: job.targets, total: job.total, left }, claim)
}

// ---------------------------------------------------------------- attempts
/** In the turn that writes the attempt. */
export const attemptOfJob = (core: AccountCore, jobId: string, number: string): void => {
  const job = readJob(core.sql, jobId)
  if (!job) return
  dropTargets(core.sql, job.id, [number])
  const first = job.success + job.fail + job.unknown === 0
  job.unknown += 1
  // numbers that others gave back meanwhile were not counted when it began
  if (job.targets === 'all') job.total = Math.max(job.total, job.success + job.fail + job.unknown)
  if (first) core.emitJob(job, 'sending', { state: 'connected', status: 'sending' })
  core.emitJob(job, 'update_target', { number })
  core.emitJob(job, 'progressing', jobCounts(job))
  change(core, job)
}
/** It surely never left: as if it had not been tried. */
export const takeBackOfJob = (core: AccountCore, jobId: string, number: string): void => {
  const job = readJob(core.sql, jobId)
  if (!job) return
  job.unknown -= 1
  if (job.targets === 'list') addTargets(core.sql, job.id, [number])
  change(core, job)
}
export const countOfJob = (
  core: AccountCore,
  attempt: Attempt,
  from: 'unknown' | 'fail',
  to: 'success' | 'fail' | 'unknown',
): void => {
  const job = attempt.job_id === null ? null : readJob(core.sql, attempt.job_id)
  if (!job) return
  job[from] -= 1
  job[to] += 1
  const said = { ...jobCounts(job), number: attempt.number }
  if (to === 'success') core.emitJob(job, 'count_success', { ...said, last_sent: new Date(core.now()).toISOString() })
  if (to === 'fail' || from === 'fail') core.emitJob(job, 'count_fail', said)
  change(core, job)
}

// ---------------------------------------------------------------- its end, and its row
/** @param fault why it could not go on, in the words of the screen; null: nothing of the kind */
export const endJob = (
  core: AccountCore,
  jobId: string,
  why: 'stopped' | 'finished',
  fault: string | null = null,
): void => {
  const job = readJob(core.sql, jobId)
  if (!job) return
  Object.assign(job, endOfJob(why, core.account, { error: job.error, fault }))
  job.finishedAt = core.now()
  dropAllTargets(core.sql, job.id)
  const state = { state: shownState(core.account, core.now()), status: 'idle' as const, number: null }
  const name = job.phase === 'finished' || job.phase === 'stop' ? job.phase : 'error_blast'
  const said = { ...state, ...jobCounts(job), ...(why === 'finished' ? { progress: 100 } : {}) }
  core.emitJob(job, name, { ...said, ...(job.error ? { sendError: job.error } : {}) })
  change(core, job)
  core.setTimer('job-keep', core.now())
}

export const liveJob = (core: AccountCore, job: Job): LiveJob => {
  const { kept: _kept, button: _button, media: _media, deed: _deed, ...state } = job
  const wait = core.doc?.run?.jobId === job.id ? core.doc.wait : null
  const waitTime = wait ? Math.max(0, Math.ceil((wait.until - core.now()) / 1000)) : 0
  return { ...state, waitTime, waitReason: wait && waitTime > 0 ? wait.reason : null }
}
/** The timer: D1's rows follow; what fails is tried again by the guard. */
export const keepJobs = async (core: AccountCore): Promise<void> => {
  for (const id of unkeptJobs(core.sql)) {
    const job = readJob(core.sql, id)
    if (!job) continue
    await core.outside(({ db }) => runBatch(db, saveJob(db, job, job.deed ?? null)))
    const now = readJob(core.sql, id)
    if (!now) continue
    now.deed = null
    now.kept = now.version === job.version && now.phase !== 'sending'
    writeJob(core.sql, now, core.now())
  }
  if (core.doc?.run?.jobId || unkeptJobs(core.sql).length > 0) core.setTimer('job-keep', core.now() + KEEP_MS)
}
