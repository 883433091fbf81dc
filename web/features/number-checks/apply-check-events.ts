// Events onto the rows of generators and validators (rule newer-only). Pure. An event that names a job is about that
// row and carries the job's absolute counters and version; one that names an account tells how a row's sender stands.
import type { BrowserEvent, EventPayload } from '../../../contract/events.ts'
import { type CheckPhase, type GeneratorRow, runningPhase, type ValidatorRow } from '../../../contract/number-checks.ts'
import type { AccountState, RunStatus } from '../../../contract/whatsapp.ts'

export type CheckRow = GeneratorRow | ValidatorRow
/** A row with what only the screen knows. */
type OfScreen = {
  /** What the person asked for and the server has not yet confirmed. */
  asked: RunStatus | null
  /** When the wait ends, epoch ms. */
  waitUntil: number | null
  /** Version of the sender that `state` was told with. */
  senderVersion: number
}
export type Live = CheckRow & OfScreen

export const toLive = (row: CheckRow, now: number): Live => ({
  ...row,
  asked: null,
  waitUntil: row.waiting && row.waitTime > 0 ? now + row.waitTime * 1000 : null,
  senderVersion: 0,
})

const NO_WAIT = { waiting: false, waitTime: 0, waitUntil: null, waitReason: null } as const
const SETTLED = { attempting: false, attempingCode: null } as const
const AT_REST = { ...NO_WAIT, ...SETTLED, status: 'idle', asked: null, current_number: null } as const

const countsIn = (row: Live, { count_success, count_fail }: EventPayload): Partial<Live> => {
  const success = count_success ?? row.count_success
  const fail = count_fail ?? row.count_fail
  return { count_success: success, count_fail: fail, checked: success + fail }
}

const meaning = (row: Live, { event, payload }: BrowserEvent, now: number): Partial<Live> | null => {
  const counts = countsIn(row, payload)
  switch (event) {
    case 'start':
    case 'sending':
    case 'generating':
    case 'validating':
      return {
        ...NO_WAIT,
        ...SETTLED,
        ...counts,
        status: 'sending',
        phase: runningPhase(row.kind),
        asked: null,
        error: null,
        progress: payload.progress ?? row.progress,
        current_number: payload.current_number ?? row.current_number,
      }
    case 'count_success':
    case 'count_fail':
      return counts
    case 'count_synced':
      return { ...counts, ...(payload.status === 'idle' ? AT_REST : {}) }
    case 'progressing':
      return {
        ...NO_WAIT,
        ...SETTLED,
        progress: payload.progress ?? row.progress,
        current_number: payload.current_number === undefined ? row.current_number : payload.current_number,
      }
    case 'waiting': {
      const seconds = payload.waitTime ?? 0
      const waitUntil = seconds > 0 ? now + seconds * 1000 : null
      return { waiting: waitUntil !== null, waitTime: seconds, waitUntil, waitReason: payload.waitReason ?? null }
    }
    case 'attempting':
      return { attempting: true, attempingCode: Number(payload.code ?? 0) }
    case 'finished':
      return { ...AT_REST, ...counts, phase: 'finished', progress: 100 }
    case 'error_generate':
    case 'error_validate':
      return { ...AT_REST, ...counts, phase: event, progress: 100, error: payload.sendError || event }
    case 'stop':
    case 'idle': {
      const phase: CheckPhase = event === 'stop' || row.phase === runningPhase(row.kind) ? 'stop' : row.phase
      return { ...AT_REST, ...counts, phase, current_number: payload.current_number ?? row.current_number }
    }
    default:
      return null
  }
}

const withState = (row: Live, state: AccountState | undefined): Live =>
  state === undefined ? row : { ...row, state, Whatsapp: row.Whatsapp && { ...row.Whatsapp, state } }

const onJob = (row: Live, event: BrowserEvent, now: number): Live => {
  const { version, state } = event.payload
  if (version !== undefined && version < row.version) return row
  const next = meaning(row, event, now)
  if (!next) return row
  return withState({ ...row, ...next, version: version ?? row.version }, state)
}

const SENDER_EVENTS: readonly string[] = ['connection.update', 'reconnecting', 'suspended', 'authenticated']
const onSender = (row: Live, { event, payload }: BrowserEvent): Live => {
  if (!SENDER_EVENTS.includes(event)) return row
  const version = payload.version ?? row.senderVersion
  if (version < row.senderVersion) return row
  const told = event === 'reconnecting' || event === 'suspended' ? event : payload.state
  return withState({ ...row, senderVersion: version }, told)
}

const isSender = (row: Live, { whatsappId, deviceId }: EventPayload): boolean =>
  whatsappId === row.whatsapp_id || (row.Whatsapp !== null && deviceId === row.Whatsapp.clientid)

/** The very same list when none of the events is about its rows. */
export const applyCheckEvents = (rows: Live[], events: readonly BrowserEvent[], now: number): Live[] => {
  let next = rows
  for (const event of events) {
    const { jobId } = event.payload
    const isAbout = (row: Live): boolean => (jobId === undefined ? isSender(row, event.payload) : row.id === jobId)
    if (!next.some(isAbout)) continue
    const change = (row: Live): Live => (jobId === undefined ? onSender(row, event) : onJob(row, event, now))
    next = next.map((row) => (isAbout(row) ? change(row) : row))
  }
  return next
}

/** A fetched page over the rows already shown: what events have told since is not taken back. */
export const mergeChecks = (shown: readonly Live[], fetched: readonly CheckRow[], now: number): Live[] =>
  fetched.map((row) => {
    const known = shown.find((other) => other.id === row.id)
    if (!known) return toLive(row, now)
    const { asked, senderVersion } = known
    if (known.version > row.version) {
      // What a person set themselves, and the sender's state, are never older than what was fetched.
      const { interval_min, interval_max, b_insert, whatsapp_id, Whatsapp, state, listed, days } = row
      return { ...known, interval_min, interval_max, b_insert, whatsapp_id, Whatsapp, state, listed, days }
    }
    return { ...toLive(row, now), asked: asked === row.status ? null : asked, senderVersion }
  })
