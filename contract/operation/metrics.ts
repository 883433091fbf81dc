// Every metric of the service (rule metrics): its name with its unit, what it says, and the values that its labels may take. Nothing else is counted,
// and no label names an account, a person or a number (decision record 0060).
import { FAIL_REASONS } from '../sending/last-run.ts'
import { ACCOUNT_STATES } from '../sending/whatsapp.ts'
import { CRON_TASKS } from './cron-tasks.ts'

/** counter: only grows. gauge: as it stands now. histogram: how many were at most as long as each bound. */
type Kind = 'counter' | 'gauge' | 'histogram'
/** The names of runners and of releases are few, and the operator's own. */
type Values = readonly string[] | 'runner' | 'version'
export type Metric = {
  kind: Kind
  help: string
  labels: Readonly<Record<string, Values>>
  /** Of a histogram, in the metric's unit, growing. */
  bounds?: readonly number[]
  /** kept: added up in D1 by what counts. asked: read when somebody asks. runner: said by each runner. */
  from: 'kept' | 'asked' | 'runner'
}

/** `untold`: batches of older objects do not say why a message failed. `none`: it did not fail. */
const REASONS = ['none', ...FAIL_REASONS, 'untold'] as const

export const METRICS = {
  wa_sends_total: {
    kind: 'counter',
    help: 'Outcomes of messages. One whose outcome changes later counts under each.',
    labels: { outcome: ['success', 'fail', 'unknown'], reason: REASONS },
    from: 'kept',
  },
  wa_ack_seconds: {
    kind: 'histogram',
    help: 'From the stored attempt to the ack of WhatsApp, of messages that arrived.',
    labels: {},
    bounds: [0.25, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600],
    from: 'kept',
  },
  wa_ack_to_ledger_seconds: {
    kind: 'histogram',
    help: 'From the ack of WhatsApp to the settlement that pays for the message.',
    labels: {},
    bounds: [1, 2, 5, 10, 20, 30, 45, 60, 75, 90, 120, 300, 900, 3_600],
    from: 'kept',
  },
  wa_outbox_age_seconds: {
    kind: 'histogram',
    help: 'Age of the oldest result of a batch when it is settled: how long it waited in its account and in the queue.',
    labels: {},
    bounds: [1, 2, 5, 10, 20, 30, 45, 60, 75, 90, 120, 300, 900, 3_600],
    from: 'kept',
  },
  wa_opt_out_to_silence_seconds: {
    kind: 'histogram',
    help: 'From the stop until every account that held the number has confirmed that it writes no more.',
    labels: {},
    bounds: [0.1, 0.25, 0.5, 1, 2, 3, 4, 5, 10, 30, 60, 300, 3_600],
    from: 'kept',
  },
  wa_placement_seconds: {
    kind: 'histogram',
    help: 'From the moment an account asks for a runner until one has dialled its object.',
    labels: {},
    bounds: [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300],
    from: 'kept',
  },
  wa_claims_refused_total: {
    kind: 'counter',
    help: 'Claims of numbers that failed, by why.',
    labels: { reason: ['overload', 'key_missing', 'error'] },
    from: 'kept',
  },
  wa_api_answers_total: {
    kind: 'counter',
    help: 'Answers of the API by class of status. Those to probers are left out.',
    labels: { status: ['1xx', '2xx', '3xx', '4xx', '5xx'] },
    from: 'kept',
  },
  wa_api_seconds: {
    kind: 'histogram',
    help: 'Time of the API until its answer begins; waits that a caller asked for are left out.',
    labels: {},
    bounds: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    from: 'kept',
  },
  wa_database_seconds: {
    kind: 'histogram',
    help: 'Round trips to D1, as those who wait for them see it.',
    labels: {},
    bounds: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    from: 'kept',
  },
  wa_database_rows_total: {
    kind: 'counter',
    help: 'Rows that D1 read and wrote, as it bills them.',
    labels: { of: ['read', 'written'] },
    from: 'kept',
  },
  wa_mails_total: {
    kind: 'counter',
    help: 'Mails that were to be sent, by whether they were taken; `sender`: refused for whom they are from.',
    labels: { result: ['sent', 'failed', 'sender'] },
    from: 'kept',
  },
  wa_session_samples_total: {
    kind: 'counter',
    help: 'Accounts that their owners expect to be up, and those that have a session, added up every five minutes.',
    labels: { of: ['wanted', 'connected'] },
    from: 'kept',
  },
  wa_reconciliations_total: {
    kind: 'counter',
    help: 'Hourly comparisons of ledger and balances, by whether both were the same.',
    labels: { result: ['equal', 'unequal'] },
    from: 'kept',
  },
  wa_build_info: {
    kind: 'gauge',
    help: 'The release that answers; always 1.',
    labels: { version: 'version' },
    from: 'asked',
  },
  wa_part_answered: {
    kind: 'gauge',
    help: '1: this part was asked and answered in time; 0: its metrics are missing below.',
    labels: { part: ['database', 'queues', 'runners', 'realtime'] },
    from: 'asked',
  },
  wa_accounts: {
    kind: 'gauge',
    help: 'Accounts by state.',
    labels: { state: ACCOUNT_STATES },
    from: 'asked',
  },
  wa_queue_messages: {
    kind: 'gauge',
    help: 'Messages that wait in a queue.',
    labels: { queue: ['settlements', 'imports'] },
    from: 'asked',
  },
  wa_queue_oldest_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest message of a queue; 0: it is empty.',
    labels: { queue: ['settlements', 'imports'] },
    from: 'asked',
  },
  wa_waiting_seconds: {
    kind: 'gauge',
    help: 'Since when the oldest waits of what the database knows to wait; 0: nothing does.',
    labels: { for: ['account_wakes', 'imports', 'validator_files', 'pushes', 'erasures'] },
    from: 'asked',
  },
  wa_cron_age_seconds: {
    kind: 'gauge',
    help: 'Since the last good end of a round of the cron.',
    labels: { round: ['minute', 'hour', 'backup'] },
    from: 'asked',
  },
  wa_cron_failures_total: {
    kind: 'counter',
    help: 'Rows of the cron’s table that failed or hung, by row.',
    labels: { task: CRON_TASKS },
    from: 'kept',
  },
  wa_analytics_engine: {
    kind: 'gauge',
    help: 'Whether counts go to Analytics Engine, too: 1, or 0 where the account has none.',
    labels: {},
    from: 'asked',
  },
  wa_database_bytes: { kind: 'gauge', help: 'Size of the database.', labels: {}, from: 'asked' },
  wa_realtime_listeners: {
    kind: 'gauge',
    help: 'Open sockets of admins’ pages to the channel of all accounts.',
    labels: { channel: ['admin'] },
    from: 'asked',
  },
  wa_runner_accounts: {
    kind: 'gauge',
    help: 'Accounts that a runner holds or is about to open.',
    labels: { runner: 'runner' },
    from: 'runner',
  },
  wa_runner_free_accounts: {
    kind: 'gauge',
    help: 'Headroom: accounts that a runner would take now; 0 while it drains.',
    labels: { runner: 'runner' },
    from: 'runner',
  },
  wa_runner_sessions: {
    kind: 'gauge',
    help: 'Open sockets of a runner to WhatsApp.',
    labels: { runner: 'runner' },
    from: 'runner',
  },
  wa_runner_sends: {
    kind: 'gauge',
    help: 'Messages that a runner was told to send and WhatsApp has not acknowledged.',
    labels: { runner: 'runner' },
    from: 'runner',
  },
  wa_runner_memory_bytes: {
    kind: 'gauge',
    help: 'Memory of a runner: all of the process, the heap in use, and what its container or machine has (`limit`).',
    labels: { runner: 'runner', of: ['resident', 'heap', 'limit'] },
    from: 'runner',
  },
  wa_runner_loop_delay_seconds: {
    kind: 'gauge',
    help: 'Delay of the event loop of a runner, 99th percentile of its last ten seconds.',
    labels: { runner: 'runner' },
    from: 'runner',
  },
} as const satisfies Record<string, Metric>

export type MetricName = keyof typeof METRICS
type Table = typeof METRICS
export type NameOf<K extends Kind> = { [N in MetricName]: Table[N]['kind'] extends K ? N : never }[MetricName]
type ValueOf<V> = V extends readonly (infer One extends string)[] ? One : string
export type LabelsOf<N extends MetricName> = {
  readonly [L in keyof Table[N]['labels']]: ValueOf<Table[N]['labels'][L]>
}
/** The bound above the last one. */
export const ABOVE = '+Inf'
