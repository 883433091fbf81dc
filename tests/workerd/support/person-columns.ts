// Every column of the database that says a person, and where the file of what is kept about them has its rows (rule own-data).
import type { OwnDataSection } from '../../../contract/privacy/own-data.ts'

type Place = OwnDataSection | 'profile' | { leftOut: string }
const secret: Place = { leftOut: 'a secret, or the hash of one, that lives for minutes or until it is used' }
const signals: Place = {
  leftOut: 'tells of other members, and how to stay below the score; what came of it is in holds',
}
const work: Place = { leftOut: 'who at work did it: the row is about what was done, and the audit log keeps it' }
const recipients: Place = { leftOut: 'the row is about a recipient, who is answered by a data request' }

/** By column, as `table.column`. */
export const PERSON_COLUMNS: Readonly<Record<string, Place>> = {
  'account_deliveries.user_id': signals,
  'approvals.asked_by': work,
  'approvals.beneficiary_id': {
    leftOut: 'a question between two admins; what they approved is in bonuses and withdraws',
  },
  'approvals.decided_by': work,
  'audit_log.actor_id': work,
  'bank_changes.by': work,
  'bank_changes.user_id': {
    leftOut:
      'the present details are in the profile, those that a request went to in withdraws, each change in security',
  },
  'balances.user_id': { leftOut: 'the sum that each line of the statement shows' },
  'blaster_jobs.user_id': 'oneOffs',
  'bonuses.admin_id': work,
  'bonuses.user_id': 'bonuses',
  'client_aliases.user_id': { leftOut: 'earlier names of the same accounts, which lead to them and say nothing more' },
  'consent_history.by': recipients,
  'consent_imports.by': work,
  'consent_sources.held_by': work,
  'consent_sources.released_by': work,
  'consent_sources.told_by': {
    leftOut: 'a name as somebody at work wrote it, of whoever told the recipients; the row is about the source',
  },
  'daily_stats.user_id': 'days',
  'day_decisions.beneficiary_id': { leftOut: 'kept a week beside the bonuses and withdraws that it counts' },
  'day_decisions.decided_by': work,
  'email_changes.email': 'newEmails',
  'email_changes.user_id': 'newEmails',
  'factor_tickets.user_id': secret,
  'fraud_scores.user_id': signals,
  'fraud_signals.user_id': signals,
  'import_jobs.by': work,
  'ledger.user_id': 'statement',
  'messages_to_members.to_user_id': signals,
  'messages_to_members.user_id': signals,
  'notice_settings.user_id': 'noticeSettings',
  'notices.user_id': 'notices',
  'number_checks.user_id': 'checks',
  'passkeys.user_id': 'passkeys',
  'password_resets.user_id': secret,
  'payout_batches.approved_by': work,
  'payout_batches.created_by': work,
  'phone_numbers.consent_by': recipients,
  'posting_parts.user_id': { leftOut: 'what a line of the statement adds up: accounts and days have the same figures' },
  'presses.user_id': {
    leftOut: 'hashes of presses and sealed answers, kept a week: what they did stands where it was done',
  },
  'push_subscriptions.user_id': 'devices',
  'recovery_codes.user_id': secret,
  'security_events.by': work,
  'security_events.user_id': 'security',
  'sending_pause.by_id': work,
  'sending_pause.by_name': work,
  'sessions.user_id': 'signIns',
  'sign_in_failures.email': { leftOut: 'what somebody typed within the hour; failures that count are in security' },
  'suppressions.by': recipients,
  'totp_secrets.user_id': 'codeApps',
  'users.email': 'profile',
  'users.referrer_id': 'referrals',
  'users.status_by': 'profile',
  'whatsapp.user_id': 'accounts',
  'withdraw_holds.by': work,
  'withdraw_holds.lifted_by': work,
  'withdraw_holds.user_id': 'holds',
  'withdraw_proofs.by': work,
  'withdraw_steps.by': work,
  'withdraw_waits.by': work,
  'withdraws.decided_by': work,
  'withdraws.user_id': 'withdraws',
}

/** Names that look alike and say an account or another thing. */
export const NO_PERSON = new Set([
  'account_deliveries.account_id',
  'audit_log.request_id',
  'blaster_jobs.template_id',
  'blaster_jobs.whatsapp_id',
  'client_aliases.account_id',
  'import_skips.job_id',
  'number_checks.whatsapp_id',
  'payout_lines.batch_id',
  'payout_lines.withdraw_id',
  'phone_numbers.in_use_by',
  'presses.account_id',
  'proxies.leased_by',
  'settlement_marks.account_id',
  'settlements.account_id',
  'unanswered_wakes.account_id',
  'users.level_id',
  'vault_rows.account_id',
  'whatsapp.proxy_id',
  'withdraw_proofs.withdraw_id',
  'withdraw_steps.withdraw_id',
  'withdraw_waits.withdraw_id',
  'withdrawn_claims.account_id',
  'withdraws.payout_id',
])
