// One event onto one account of a list (rule newer-only). Pure. Counters are absolute and an event older than the
// row changes nothing, so events may come twice or late.
import type { BrowserEvent, EventPayload } from '../../contract/events.ts'
import type { Account, RunStatus } from '../../contract/whatsapp.ts'

/** An account with what only the screen knows. */
export type LiveAccount = Account & {
  /** What the person asked for and the server has not yet confirmed. */
  requesting: RunStatus | null
  /** When the wait ends, epoch ms. */
  waitUntil: number | null
  waitReason: EventPayload['waitReason'] | null
  /** The number now being sent to. */
  target: string | null
}

export const toLive = (row: Account, now: number): LiveAccount => ({
  ...row,
  requesting: null,
  waitUntil: row.waiting && row.waitTime > 0 ? now + row.waitTime * 1000 : null,
  waitReason: null,
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
  'phonenumber',
  'pushname',
  'version',
] as const

const carried = (payload: EventPayload): Partial<LiveAccount> =>
  Object.fromEntries(COPIED.filter((key) => payload[key] !== undefined).map((key) => [key, payload[key]]))

const NO_WAIT = { waiting: false, waitTime: 0, waitUntil: null, waitReason: null } as const
const AT_REST = {
  ...NO_WAIT,
  status: 'idle',
  blasting: false,
  progressing: false,
  blaster: false,
  requesting: null,
  target: null,
} as const
const AT_WORK = { ...NO_WAIT, status: 'sending', blasting: true, progressing: true, requesting: null } as const
const SETTLED = { attempting: false, attempingCode: null } as const

const meaning = (row: LiveAccount, { event, payload }: BrowserEvent, now: number): Partial<LiveAccount> => {
  switch (event) {
    case 'start':
    case 'sending':
    case 'generating':
    case 'validating':
      return { ...AT_WORK, ...(payload.number ? { target: payload.number } : {}) }
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
      return { attempting: true, attempingCode: Number(payload.code ?? 0) }
    case 'progressing':
      return { progressing: true, progress: payload.progress ?? row.progress }
    case 'waiting': {
      const seconds = payload.waitTime ?? 0
      const until = seconds > 0 ? now + seconds * 1000 : null
      return { waiting: until !== null, waitTime: seconds, waitUntil: until, waitReason: payload.waitReason ?? null }
    }
    case 'update_target':
      return { target: payload.number ?? null }
    case 'reset':
      return { ...AT_REST, ...SETTLED, progress: payload.progress ?? 0 }
    default:
      return {}
  }
}

/** An event that names a job carries the job's counters, not the account's. */
const isAbout = (row: Account, { jobId, deviceId, whatsappId }: EventPayload): boolean =>
  jobId === undefined && (deviceId === row.clientid || (whatsappId !== undefined && whatsappId === row.id))

/** The row after the event; the very same row when it is not about it or is old. */
export const applyEvent = (row: LiveAccount, event: BrowserEvent, now: number): LiveAccount => {
  if (!isAbout(row, event.payload)) return row
  if (event.payload.version !== undefined && event.payload.version < row.version) return row
  const told = carried(event.payload)
  const meant = meaning(row, event, now)
  const next = { ...row, ...told, ...meant }
  // Only a suspension and a loss decide the state over what the payload says; a settled run keeps the payload's state.
  if (event.event === 'finished' && told.progress !== undefined) next.progress = told.progress
  if (event.event === 'waiting' && next.status === 'sending')
    next.requesting = row.requesting === 'idle' ? 'idle' : null
  return next
}

/** Rows after the events; accounts that were removed are gone. */
export const applyEvents = (rows: LiveAccount[], events: readonly BrowserEvent[], now: number): LiveAccount[] => {
  let next = rows
  for (const event of events) {
    if (event.event === 'removed') next = next.filter((row) => !isAbout(row, event.payload))
    else if (next.some((row) => isAbout(row, event.payload))) next = next.map((row) => applyEvent(row, event, now))
  }
  return next
}

/** A fetched page over the rows already shown: what events have told since is not taken back. */
export const mergeRows = (shown: readonly LiveAccount[], fetched: readonly Account[], now: number): LiveAccount[] =>
  fetched.map((row) => {
    const known = shown.find((other) => other.id === row.id)
    if (!known) return toLive(row, now)
    if (known.version > row.version) return known
    const fresh = toLive(row, now)
    const waitsOn = fresh.waiting && known.waitUntil !== null && known.waitUntil > now
    return {
      ...fresh,
      requesting: known.requesting === row.status ? null : known.requesting,
      target: row.status === 'sending' ? known.target : null,
      waitReason: waitsOn ? known.waitReason : null,
    }
  })
