// Applies events to the listed one-off blasts (rule one-off). Pure. Counters are absolute; an event older than the row changes
// nothing.
import type { OneOffWire, OneOffPhase } from '../../../../contract/sending/one-off.ts'
import type { BrowserEvent, EventPayload } from '../../../../contract/operation/events.ts'
import { afterEvents, isOld, mergeLive, NO_WAIT, waitIn, waitUntilOf } from '../../../realtime/live-rows-rules.ts'

/** A one-off blast with what only the screen knows. */
export type LiveOneOff = OneOffWire & {
  /** A stop was asked for and is not yet confirmed. */
  stopping: boolean
  /** When the wait ends, epoch ms. */
  waitUntil: number | null
  /** The number now being sent to. */
  target: string | null
}

export const toLive = (oneOff: OneOffWire, now: number): LiveOneOff => ({
  ...oneOff,
  stopping: false,
  waitUntil: waitUntilOf(oneOff, now),
  target: null,
})

const countsIn = (oneOff: LiveOneOff, payload: EventPayload): Partial<LiveOneOff> => {
  const count_success = payload.count_success ?? oneOff.count_success
  const count_fail = payload.count_fail ?? oneOff.count_fail
  const count_unknown = payload.count_unknown ?? oneOff.count_unknown
  return {
    count_success,
    count_fail,
    count_unknown,
    sent: count_success + count_fail + count_unknown,
    count_skipped: payload.count_skipped ?? oneOff.count_skipped,
    progress: payload.progress ?? oneOff.progress,
  }
}
const atRest = (phase: OneOffPhase) => ({ ...NO_WAIT, phase, status: 'idle', stopping: false, target: null }) as const

const meaning = (oneOff: LiveOneOff, { event, payload }: BrowserEvent, now: number): Partial<LiveOneOff> => {
  switch (event) {
    case 'start':
    case 'sending':
      return { ...NO_WAIT, phase: 'sending', status: 'sending', error: null }
    case 'update_target':
      return { ...NO_WAIT, target: payload.number }
    case 'waiting':
      return { ...waitIn(payload, now), target: null }
    case 'finished':
      return { ...atRest('finished'), progress: 100, finishedAt: payload.date ?? oneOff.finishedAt }
    case 'stop':
    case 'idle':
      return { ...atRest('stop'), finishedAt: payload.date ?? oneOff.finishedAt }
    case 'error_blast':
      return {
        ...atRest('error_blast'),
        error: payload.sendError || 'Blast error',
        finishedAt: payload.date ?? oneOff.finishedAt,
      }
    default:
      return {}
  }
}

const applyOne = (oneOff: LiveOneOff, event: BrowserEvent, now: number): LiveOneOff => {
  if (isOld(oneOff, event.payload)) return oneOff
  const { version = oneOff.version, state = oneOff.state } = event.payload
  return { ...oneOff, ...countsIn(oneOff, event.payload), ...meaning(oneOff, event, now), state, version }
}

/** The very same list when none of the events is about a listed one-off blast. */
export const applyOneOffEvents = (oneOffs: LiveOneOff[], events: readonly BrowserEvent[], now: number): LiveOneOff[] =>
  afterEvents(
    oneOffs,
    events,
    (oneOff, { payload }) => payload.jobId === oneOff.id,
    (oneOff, event) => applyOne(oneOff, event, now),
  )

/** Merges a fetched page into the rows already shown; a row that an event has made newer keeps its values. */
export const mergeOneOffs = (shown: readonly LiveOneOff[], fetched: readonly OneOffWire[], now: number): LiveOneOff[] =>
  mergeLive(
    shown,
    fetched,
    (oneOff) => toLive(oneOff, now),
    (known, { skipped, refused }) => ({ ...known, skipped, refused }),
    (known, oneOff) => ({
      ...toLive(oneOff, now),
      stopping: known.stopping && oneOff.status === 'sending',
      target: oneOff.status === 'sending' && !oneOff.waiting ? known.target : null,
    }),
  )
