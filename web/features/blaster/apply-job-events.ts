// Events onto the blaster's jobs (rule one-off). Pure. Counters are absolute; an event older than the row changes
// nothing.
import type { BlasterJob, BlasterPhase } from '../../../contract/blaster.ts'
import type { BrowserEvent, EventPayload } from '../../../contract/events.ts'
import { afterEvents, isOld, mergeLive, NO_WAIT, waitIn, waitUntilOf } from '../../realtime/live-rows-rules.ts'

/** A job with what only the screen knows. */
export type LiveJob = BlasterJob & {
  /** A stop was asked for and is not yet confirmed. */
  stopping: boolean
  /** When the wait ends, epoch ms. */
  waitUntil: number | null
  /** The number now being sent to. */
  target: string | null
}

export const toLive = (job: BlasterJob, now: number): LiveJob => ({
  ...job,
  stopping: false,
  waitUntil: waitUntilOf(job, now),
  target: null,
})

const countsIn = (job: LiveJob, payload: EventPayload): Partial<LiveJob> => {
  const count_success = payload.count_success ?? job.count_success
  const count_fail = payload.count_fail ?? job.count_fail
  const count_unknown = payload.count_unknown ?? job.count_unknown
  return {
    count_success,
    count_fail,
    count_unknown,
    sent: count_success + count_fail + count_unknown,
    count_skipped: payload.count_skipped ?? job.count_skipped,
    progress: payload.progress ?? job.progress,
  }
}
const atRest = (phase: BlasterPhase) => ({ ...NO_WAIT, phase, status: 'idle', stopping: false, target: null }) as const

const meaning = (job: LiveJob, { event, payload }: BrowserEvent, now: number): Partial<LiveJob> => {
  switch (event) {
    case 'start':
    case 'sending':
      return { ...NO_WAIT, phase: 'sending', status: 'sending', error: null }
    case 'update_target':
      return { ...NO_WAIT, target: payload.number }
    case 'waiting':
      return { ...waitIn(payload, now), target: null }
    case 'finished':
      return { ...atRest('finished'), progress: 100, finishedAt: payload.date ?? job.finishedAt }
    case 'stop':
    case 'idle':
      return { ...atRest('stop'), finishedAt: payload.date ?? job.finishedAt }
    case 'error_blast':
      return {
        ...atRest('error_blast'),
        error: payload.sendError || 'Blast error',
        finishedAt: payload.date ?? job.finishedAt,
      }
    default:
      return {}
  }
}

const applyOne = (job: LiveJob, event: BrowserEvent, now: number): LiveJob => {
  if (isOld(job, event.payload)) return job
  const { version = job.version, state = job.state } = event.payload
  return { ...job, ...countsIn(job, event.payload), ...meaning(job, event, now), state, version }
}

/** The very same list when none of the events is about its jobs. */
export const applyJobEvents = (jobs: LiveJob[], events: readonly BrowserEvent[], now: number): LiveJob[] =>
  afterEvents(
    jobs,
    events,
    (job, { payload }) => payload.jobId === job.id,
    (job, event) => applyOne(job, event, now),
  )

/** A fetched page over the jobs already shown: what events have told since is not taken back. */
export const mergeJobs = (shown: readonly LiveJob[], fetched: readonly BlasterJob[], now: number): LiveJob[] =>
  mergeLive(
    shown,
    fetched,
    (job) => toLive(job, now),
    (known, { skipped, refused }) => ({ ...known, skipped, refused }),
    (known, job) => ({
      ...toLive(job, now),
      stopping: known.stopping && job.status === 'sending',
      target: job.status === 'sending' && !job.waiting ? known.target : null,
    }),
  )
