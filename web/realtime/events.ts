// The browser's events by name, each with the keys that the server gives it: what reads one narrows by its name, and cannot read
// what never comes with it. The contract states one payload for all of them.
import type { BrowserEvent, EventName, EventPayload } from '../../contract/events.ts'

/** Whose it is, when it was, and how the account then stands. */
type Every =
  | 'sender'
  | 'deviceId'
  | 'clientId'
  | 'whatsappId'
  | 'userId'
  | 'jobId'
  | 'version'
  | 'date'
  | 'state'
  | 'status'
/** Absolute; of the account, or of the job that the event names. */
type Counts = 'count_success' | 'count_fail' | 'income' | 'count_unknown' | 'count_skipped' | 'value' | 'progress'
type Refusal = 'reason' | 'msg' | 'waitTime'
type Tries = 'reconnectTime' | 'waitTime'

type Keys = {
  qr: 'qr' | 'ttl'
  code: 'code' | 'ttl'
  authenticated: 'phonenumber' | 'pushname'
  'connection.update': 'restricted_until' | 'reason' | 'msg' | 'suspended' | 'suspended_count'
  link_failed: Refusal
  proxy_unavailable: Refusal
  proxy_error: Refusal
  start: Counts | 'blaster'
  sending: never
  generating: Counts | 'current_number'
  validating: Counts | 'current_number'
  /** On the admins' channel also of a phone number's own row. */
  count_success: Counts | 'number' | 'last_sent' | 'in_use'
  count_fail: Counts | 'number' | 'last_sent' | 'in_use'
  count_synced: Counts | 'blaster'
  finished: Counts | 'number' | 'current_number'
  error_blast: Counts | 'number' | 'sendError'
  error_generate: Counts | 'sendError' | 'current_number'
  error_validate: Counts | 'sendError' | 'current_number'
  stop: Counts | 'number' | 'current_number'
  idle: never
  suspended: Counts | 'suspended' | 'suspended_count' | 'reason'
  reconnecting: Tries
  attempting: Tries | 'code'
  progressing: Counts | 'current_number'
  waiting: 'waitTime' | 'waitReason'
  update_target: 'number'
  reset: Counts
  in_use: 'number' | 'in_use'
  balance: 'balance' | 'todayIncome'
  withdraw: never
  removed: never
  totals: 'moved' | 'moved_jobs'
  pong: never
}
type Named<N extends EventName> = { event: N; payload: Pick<EventPayload, Every | Keys[N]> }
export type LiveEvent = { [N in EventName]: Named<N> }[EventName] & Pick<BrowserEvent, 'seq'>

/** What moved on accounts and on jobs whose rows are on no screen; nothing of any other event. */
export const movedIn = (event: LiveEvent): Pick<EventPayload, 'moved' | 'moved_jobs'> =>
  event.event === 'totals' ? event.payload : {}
