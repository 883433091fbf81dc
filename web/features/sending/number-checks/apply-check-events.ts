// Applies events to the rows of generators and validators (rule newer-only). Pure. An event that names a job is about that
// row and has the job's absolute counters and version; one that names an account has the state of a row's sender.
import type { BrowserEvent, EventPayload } from '../../../../contract/operation/events.ts'
import {
  type CheckPhase,
  type GeneratorRow,
  runningPhase,
  type ValidatorRow,
} from '../../../../contract/sending/number-checks.ts'
import type { AccountState, RunStatus } from '../../../../contract/sending/whatsapp.ts'
import { afterEvents, isOld, mergeLive, NO_WAIT, waitIn, waitUntilOf } from '../../../realtime/live-rows-rules.ts'

export type CheckRow = GeneratorRow | ValidatorRow
/** A row with the fields that exist on the screen only. */
type OfScreen = {
  /** What the person requested and the server has not confirmed yet. */
  requestedStatus: RunStatus | null
  /** When the wait ends, epoch ms. */
  waitUntil: number | null
  /** Version of the sender at which `state` was set. */
  senderVersion: number
}
export type Live = CheckRow & OfScreen

export const toLive = (row: CheckRow, now: number): Live => ({
  ...row,
  requestedStatus: null,
  waitUntil: waitUntilOf(row, now),
  senderVersion: 0,
})

const SETTLED = { attempting: false, attempingCode: null } as const
const AT_REST = { ...NO_WAIT, ...SETTLED, status: 'idle', requestedStatus: null, current_number: null } as const

const countsIn = (row: Live, { count_success, count_fail }: EventPayload): Partial<Live> => {
  const success = count_success ?? row.count_success
  const fail = count_fail ?? row.count_fail
  return { count_success: success, count_fail: fail, checked: success + fail }
}

const meaning = (row: Live, { event, payload }: BrowserEvent, now: number): Partial<Live> | null => {
  const counts = countsIn(row, payload)
  switch (event) {
    case 'generating':
    case 'validating':
      return {
        ...NO_WAIT,
        ...SETTLED,
        ...counts,
        status: 'sending',
        phase: runningPhase(row.kind),
        requestedStatus: null,
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
    case 'waiting':
      return waitIn(payload, now)
    case 'attempting':
      return { attempting: true, attempingCode: payload.code }
    case 'finished':
      return { ...AT_REST, ...counts, phase: 'finished', progress: 100 }
    case 'error_generate':
    case 'error_validate':
      return { ...AT_REST, ...counts, phase: event, progress: 100, error: payload.sendError || null }
    case 'stop':
    case 'idle': {
      const phase: CheckPhase = event === 'stop' || row.phase === runningPhase(row.kind) ? 'stop' : row.phase
      const at = event === 'stop' ? payload.current_number : undefined
      return { ...AT_REST, ...counts, phase, current_number: at ?? row.current_number }
    }
    default:
      return null
  }
}

const withState = (row: Live, state: AccountState | undefined): Live =>
  state === undefined ? row : { ...row, state, Whatsapp: row.Whatsapp && { ...row.Whatsapp, state } }

const onJob = (row: Live, event: BrowserEvent, now: number): Live => {
  if (isOld(row, event.payload)) return row
  const { version = row.version, state } = event.payload
  const next = meaning(row, event, now)
  return next ? withState({ ...row, ...next, version }, state) : row
}

const SENDER_EVENTS: readonly string[] = ['connection.update', 'reconnecting', 'suspended', 'authenticated']
const onSender = (row: Live, { event, payload }: BrowserEvent): Live => {
  if (!SENDER_EVENTS.includes(event)) return row
  const version = payload.version ?? row.senderVersion
  if (version < row.senderVersion) return row
  const told = event === 'reconnecting' || event === 'suspended' ? event : payload.state
  return withState({ ...row, senderVersion: version }, told)
}

const isSender = (row: Live, { whatsappId, deviceId }: BrowserEvent['payload']): boolean =>
  whatsappId === row.whatsapp_id || (row.Whatsapp !== null && deviceId === row.Whatsapp.clientid)
const isAbout = (row: Live, { payload }: BrowserEvent): boolean =>
  payload.jobId === undefined ? isSender(row, payload) : row.id === payload.jobId

/** Returns the same list when none of the events is about its rows, so that nothing is drawn again. */
export const applyCheckEvents = (rows: Live[], events: readonly BrowserEvent[], now: number): Live[] =>
  afterEvents(rows, events, isAbout, (row, event) =>
    event.payload.jobId === undefined ? onSender(row, event) : onJob(row, event, now),
  )

/** Merges a fetched page into the rows already shown: newer values from events stay. */
export const mergeChecks = (shown: readonly Live[], fetched: readonly CheckRow[], now: number): Live[] =>
  mergeLive<CheckRow, Live>(
    shown,
    fetched,
    (row) => toLive(row, now),
    // The person's own request, and the sender's state, are never older than what was fetched.
    (known, { interval_min, interval_max, b_insert, whatsapp_id, Whatsapp, state, listed, days }) => ({
      ...known,
      interval_min,
      interval_max,
      b_insert,
      whatsapp_id,
      Whatsapp,
      state,
      listed,
      days,
    }),
    ({ requestedStatus, senderVersion }, row) => ({
      ...toLive(row, now),
      requestedStatus: requestedStatus === row.status ? null : requestedStatus,
      senderVersion,
    }),
  )
