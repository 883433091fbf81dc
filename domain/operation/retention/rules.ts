// How long each table of D1 keeps its rows (rule retention): the one list that the hourly job goes through, that a test fills tables by, and
// that docs/storage.md is compared with. A table that is not in it fails a test. Of rows that another row of the cron deletes it says which.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/ground/time.ts'
import { RANGES } from '../../../contract/ground/ranges.ts'
import type { CronTask } from '../../../contract/operation/cron-tasks.ts'
import { TROUBLE_DAYS } from '../../../contract/operation/troubles.ts'
import { SETTLED_DAYS } from '../../money/settlement/retention-rules.ts'
import { AUDIT_RETENTION_MS } from '../../record/audit/retention-rules.ts'
import { LONGEST_MINUTES } from '../../ground/limits/rules.ts'

/** How a column tells the time: epoch ms, epoch minutes, or a Jakarta day. */
export type Unit = 'ms' | 'minute' | 'day'
/** afterMs counts from the time in this column; says: as docs/storage.md has it. */
type Timed = { kept: 'for a time'; column: string; unit: Unit; afterMs: number; says: string }
export type Retention =
  | { kept: 'for ever' }
  /** By a person, or by the step that it is about. */
  | { kept: 'until deleted' }
  /** Goes with the row of another table that its column names. */
  | { kept: 'with'; table: string; its: string; column: string }
  /** By this row of the cron; says: as docs/storage.md has it. */
  | { kept: 'by the cron'; task: CronTask; says: string }
  | Timed

const FOR_EVER: Retention = { kept: 'for ever' }
const UNTIL_DELETED: Retention = { kept: 'until deleted' }
const timed = (says: string, column: string, afterMs: number, unit: Unit = 'ms'): Timed => ({
  kept: 'for a time',
  column,
  unit,
  afterMs,
  says,
})
const byTask = (task: CronTask, says: string): Retention => ({ kept: 'by the cron', task, says })
const OF_FRAUD = timed('90 days', 'day', 90 * DAY_MS, 'day')

/** In the order in which the job deletes: sign-ins go before the devices that were switched on with them. */
export const RETENTIONS: Readonly<Record<string, Retention>> = {
  sessions: timed('30 days after the last use', 'expires_at', 0),
  push_subscriptions: { kept: 'with', table: 'sessions', its: 'token_hash', column: 'session_hash' },
  sign_in_failures: timed('an hour', 'window', HOUR_MS, 'minute'),
  email_changes: timed('24 hours', 'expires_at', 0),
  password_resets: timed('30 min, once', 'expires_at', 7 * DAY_MS),
  factor_tickets: timed('5 min, once', 'expires_at', 0),
  request_counts: timed('a day', 'window', (LONGEST_MINUTES + 1) * MINUTE_MS, 'minute'),
  presses: timed('a week', 'at', 7 * DAY_MS),
  consent_ranges: timed('5 years', 'at', AUDIT_RETENTION_MS),
  consent_history: timed('5 years', 'at', AUDIT_RETENTION_MS),
  disputes: timed('a year', 'at', 365 * DAY_MS),
  programme_opt_ins: timed('5 years', 'heard_at', AUDIT_RETENTION_MS),
  recipient_memory: timed('a year', 'kept_at', RANGES.cooldownHours.max * HOUR_MS),
  notices: timed('90 days', 'created_at', 90 * DAY_MS),
  notice_pushes: { kept: 'with', table: 'notices', its: 'id', column: 'notice_id' },
  fraud_scores: OF_FRAUD,
  fraud_signals: OF_FRAUD,
  messages_to_members: OF_FRAUD,
  account_deliveries: OF_FRAUD,
  import_jobs: timed('a week after its end', 'updated_at', 7 * DAY_MS),
  import_skips: { kept: 'with', table: 'import_jobs', its: 'id', column: 'job_id' },
  import_made: { kept: 'with', table: 'import_jobs', its: 'id', column: 'job_id' },
  bulk_acts: timed('a week after its end', 'updated_at', 7 * DAY_MS),
  bulk_moves: { kept: 'with', table: 'bulk_acts', its: 'id', column: 'act_id' },
  recipient_touches: timed('a week', 'at', 7 * DAY_MS),
  audit_log: timed('5 years', 'at', AUDIT_RETENTION_MS),
  security_events: timed('5 years', 'at', AUDIT_RETENTION_MS),
  blaster_jobs: timed('a year after its end', 'finished_at', 365 * DAY_MS),
  number_checks: timed('half a year after its last step', 'updated_at', 183 * DAY_MS),
  troubles: timed('30 days after its end', 'ended_at', TROUBLE_DAYS * DAY_MS),
  alerts: { kept: 'with', table: 'troubles', its: 'id', column: 'trouble_id' },
  watch_marks: timed('30 days after its last change', 'at', 30 * DAY_MS),
  day_decisions: timed('a week', 'at', 7 * DAY_MS),
  send_rates: timed('half a year', 'week', 183 * DAY_MS, 'day'),
  rate_days: timed('a week', 'day', 7 * DAY_MS, 'day'),
  settlements: timed(`${SETTLED_DAYS} days`, 'at', SETTLED_DAYS * DAY_MS),

  measures: byTask('measures', '40 days'),
  campaign_people: byTask('campaigns', 'until 30 days after the campaign ended or was cancelled'),
  snoozes: byTask('snoozes', 'until it is over'),
  withdrawn_claims: byTask('claims', 'until the account that held the number has dropped it'),
  consents_left: byTask('imports', 'until it is there'),

  users: FOR_EVER,
  bank_changes: FOR_EVER,
  settings: FOR_EVER,
  sending_pause: FOR_EVER,
  whatsapp: FOR_EVER,
  cron_rounds: FOR_EVER,
  cron_ends: FOR_EVER,
  milestones: FOR_EVER,
  client_aliases: FOR_EVER,
  suppressions: FOR_EVER,
  consent_sources: FOR_EVER,
  consent_imports: FOR_EVER,
  programmes: FOR_EVER,
  campaigns: FOR_EVER,
  campaign_templates: FOR_EVER,
  campaign_hours: FOR_EVER,
  hash_keys: FOR_EVER,
  restorations: FOR_EVER,
  erasures: FOR_EVER,
  ledger: FOR_EVER,
  posting_parts: FOR_EVER,
  balances: FOR_EVER,
  settlement_marks: FOR_EVER,
  withdraws: FOR_EVER,
  withdraw_steps: FOR_EVER,
  withdraw_proofs: FOR_EVER,
  withdraw_waits: FOR_EVER,
  payout_batches: FOR_EVER,
  payout_lines: FOR_EVER,
  approvals: FOR_EVER,
  bonuses: FOR_EVER,
  withdraw_holds: FOR_EVER,
  daily_stats: FOR_EVER,
  counters: FOR_EVER,
  record_days: FOR_EVER,
  record_checkpoints: FOR_EVER,
  notice_settings: FOR_EVER,

  totp_secrets: UNTIL_DELETED,
  passkeys: UNTIL_DELETED,
  recovery_codes: UNTIL_DELETED,
  levels: UNTIL_DELETED,
  phone_numbers: UNTIL_DELETED,
  topic_refusals: UNTIL_DELETED,
  notes: UNTIL_DELETED,
  tags: UNTIL_DELETED,
  phone_tags: { kept: 'with', table: 'tags', its: 'id', column: 'tag_id' },
  segments: UNTIL_DELETED,
  recipient_fields: UNTIL_DELETED,
  phone_fields: UNTIL_DELETED,
  templates: UNTIL_DELETED,
  proxies: UNTIL_DELETED,
  vault_rows: UNTIL_DELETED,
  unanswered_wakes: UNTIL_DELETED,
}
