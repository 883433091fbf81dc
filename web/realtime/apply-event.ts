// One event onto one account of a list (rule newer-only). Pure. Counters are absolute and an event older than the
// row changes nothing, so events may come twice or late.
import type { BrowserEvent, EventPayload } from '../../contract/operation/events.ts'
import type { Account, RunStatus } from '../../contract/sending/whatsapp.ts'
import { afterEvents, isOld, mergeLive, NO_WAIT, waitIn, waitUntilOf } from './live-rows-rules.ts'

/** An account with what only the screen knows. */
export type LiveAccount = Account & {
  /** What the person asked for and the server has not yet confirmed. */
  requestedStatus: RunStatus | null
  /** When the wait ends, epoch ms. */
  waitUntil: number | null
  /** The number now being sent to. */
  target: string | null
}

export const toLive = (row: Account, now: number): LiveAccount => ({
  ...row,
  requestedStatus: null,
  waitUntil: waitUntilOf(row, now),
  waitReason: row.waitReason ?? null,
  target: null,
})

const COPIED = [
  'state',
  'status',
  'blaster',
  'count_success',
  'count_fail',
  'income',
  'progress',
  'suspended',
  'suspended_count',
  'restricted_until',
  'held',
  'last_run',
  'phonenumber',
  'pushname',
  'nickname',
  'sent_today',
  'campaign',
  'version',
] as const

const carried = (payload: EventPayload): Partial<LiveAccount> =>
  Object.fromEntries(COPIED.filter((key) => payload[key] !== undefined).map((key) => [key, payload[key]]))

const AT_REST = {
  ...NO_WAIT,
  status: 'idle',
  blasting: false,
  progressing: false,
  blaster: false,
  requestedStatus: null,
  target: null,
  campaign: null,
} as const
const AT_WORK = { ...NO_WAIT, status: 'sending', blasting: true, progressing: true, requestedStatus: null } as const
const SETTLED = { attempting: false, attempingCode: null } as const

const meaning = (row: LiveAccount, { event, payload }: BrowserEvent, now: number): Partial<LiveAccount> => {
  switch (event) {
    // the bar of the last blast is not this one's
    case 'start':
      return { ...AT_WORK, progress: payload.progress ?? 0, campaign: null }
    case 'sending':
    case 'generating':
    case 'validating':
      return AT_WORK
    case 'finished':
      return { ...AT_REST, progress: 100 }
    case 'error_blast':
    case 'error_generate':
    case 'error_validate':
      return { ...AT_REST, progress: 100 }
    case 'stop':
    case 'idle':
      return AT_REST
    case 'count_synced':
      return payload.status === 'idle' ? AT_REST : {}
    case 'connection.update':
      return { ...SETTLED, ...(payload.state === 'conflict' ? AT_REST : {}) }
    case 'authenticated':
      return SETTLED
    case 'suspended':
      return { ...AT_REST, state: 'suspended', suspended: true }
    case 'reconnecting':
      return { ...SETTLED, state: 'reconnecting' }
    case 'attempting':
      return { attempting: true, attempingCode: payload.code }
    case 'progressing':
      return { progressing: true, progress: payload.progress ?? row.progress }
    case 'waiting':
      return waitIn(payload, now)
    case 'update_target':
      return { target: payload.number }
    case 'reset':
      return { ...AT_REST, ...SETTLED, progress: 0 }
    default:
      return {}
  }
}

/** An event that names a job carries the job's counters, not the account's. */
const isAbout = (row: Account, { payload: { jobId, deviceId, whatsappId } }: BrowserEvent): boolean =>
  jobId === undefined && (deviceId === row.clientid || (whatsappId !== undefined && whatsappId === row.id))

/** The row after an event about it; the very same row when the event is old, null when the account is gone. */
const applyEvent = (row: LiveAccount, event: BrowserEvent, now: number): LiveAccount | null => {
  if (event.event === 'removed') return null
  if (isOld(row, event.payload)) return row
  const told = carried(event.payload)
  const next = { ...row, ...told, ...meaning(row, event, now) }
  // Only a suspension and a loss decide the state over what the payload says; a settled run keeps the payload's state.
  if (event.event === 'finished' && told.progress !== undefined) next.progress = told.progress
  if (event.event === 'waiting' && next.status === 'sending')
    next.requestedStatus = row.requestedStatus === 'idle' ? 'idle' : null
  return next
}

/** Rows after the events; accounts that were removed are gone. */
export const applyEvents = (rows: LiveAccount[], events: readonly BrowserEvent[], now: number): LiveAccount[] =>
  afterEvents(rows, events, isAbout, (row, event) => applyEvent(row, event, now))

/** A fetched page over the rows already shown: what events have told since is not taken back. */
export const mergeRows = (shown: readonly LiveAccount[], fetched: readonly Account[], now: number): LiveAccount[] =>
  mergeLive(
    shown,
    fetched,
    (row) => toLive(row, now),
    (known) => known,
    (known, row) => {
      const fresh = toLive(row, now)
      const waitsOn = fresh.waiting && known.waitUntil !== null && known.waitUntil > now
      return {
        ...fresh,
        requestedStatus: known.requestedStatus === row.status ? null : known.requestedStatus,
        target: row.status === 'sending' ? known.target : null,
        waitReason: fresh.waitReason ?? (waitsOn ? known.waitReason : null),
      }
    },
  )
