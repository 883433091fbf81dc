// Troubles in English (contract/operation/trouble-texts.ts): one that has none does not compile.
import type { TROUBLE_TEXTS } from '../../../contract/operation/trouble-texts.ts'
import type { InEnglish } from '../in-english.ts'

export const troubles: InEnglish<typeof TROUBLE_TEXTS> = {
  no_runner: {
    title: 'No runner has room',
    next: 'Start a runner, or see what holds those there are.',
  },
  accounts_without_runner: {
    title: 'Many accounts are held by no runner',
    next: 'See how many accounts each runner has, and restart the one that hangs.',
  },
  sending_stalled: {
    title: 'Accounts that are sending do not move',
    next: 'Open one of them in the monitor, then read its errors in the log.',
  },
  settlement_waits: {
    title: 'Results are not in the ledger yet',
    next: 'Read the log of settlement. The money is not lost while the accounts keep it.',
  },
  opt_outs_wait: {
    title: 'Opt-outs are not recorded everywhere yet',
    next: 'Pause all sending, then look for the cause in the log.',
  },
  queue_waits: {
    title: 'Messages wait long in a queue',
    next: 'Read the log of that queue’s consumer.',
  },
  dead_letters: {
    title: 'Messages of a queue failed again and again',
    next: 'Read the error in the log. Senders repeat them.',
  },
  work_waits: {
    title: 'Work in the background waits too long',
    next: 'Read the log of the minute’s round, then the oldest piece of work.',
  },
  backup_old: {
    title: 'The last backup is too old',
    next: 'Look for "the backup waits" in the log, and check the key and the bucket.',
  },
  second_place: {
    title: 'The second place of backups takes nothing',
    next: 'Look for "the second place waits" in the log, then check its keys and bucket. Backups in the first place go on.',
  },
  drill_old: {
    title: 'No backup was opened for a long time',
    next: 'Run npm run drill -- --env production on the machine that has the backups’ key.',
  },
  cron_fails: {
    title: 'Regular work does not come to its end',
    next: 'Look for "cron failed" in the log.',
  },
  misconfigured: {
    title: 'The environment’s settings are wrong or incomplete',
    next: 'Read problems in /api/health/deep, then mend the variable or key.',
  },
  version_refused: {
    title: 'WhatsApp refuses the client version',
    next: 'Enter the new version in Settings, WhatsApp client version.',
  },
  sessions_unreadable: {
    title: 'Runners cannot read stored sessions',
    next: 'Put the old key back into VAULT_KEYS. Link no account again before that.',
  },
  runner_clock: {
    title: 'The clock of a runner is wrong',
    next: 'Turn on the time service (NTP) of that machine. Above 30 seconds it gets no new accounts.',
  },
  proxies_none_free: {
    title: 'No proxy is free',
    next: 'Add proxies, or activate those that were checked.',
  },
  ledger_differs: {
    title: 'Balances differ from the ledger',
    next: 'Stop paying out first, and open Reconciliation.',
  },
  record_differs: {
    title: 'The record is not as it was sealed',
    next: 'Leave the database as it is. Press Check the record in the audit log, and compare it with a checkpoint from the mail.',
  },
  leases_without_owner: {
    title: 'Numbers or proxies are held by accounts that do not work',
    next: 'Look at the accounts that hold them. The minute’s round asks them to let go.',
  },
  templates_fail: {
    title: 'Messages of a template fail often',
    next: 'Deactivate the template, then check its media and text.',
  },
  templates_paused: {
    title: 'A template is paused: many stopped after it',
    next: 'Check its text and whom it went to. Activate it again once it is right.',
  },
  proxies_fail: {
    title: 'Many proxies do not answer',
    next: 'Ask who sells them, and replace the dead ones.',
  },
  vault_key_missing: {
    title: 'Some sessions need a key that a runner does not have',
    next: 'Put that key back into VAULT_KEYS and restart those runners. Accounts then connect by themselves, with no new link.',
  },
  pay_high: {
    title: 'Pay per hour is more than 3 times the usual',
    next: 'Withdraws are held. Check prices and levels, then let them go in withdraw requests if it is right.',
  },
  database_large: {
    title: 'The database is nearly full',
    next: 'See which tables grow, and plan the move before 10 GB.',
  },
  mail_fails: {
    title: 'Mail does not leave',
    next: 'Look for "mail not sent" in the log, and check the sender’s address at Cloudflare. Password links do not arrive.',
  },
  containers_fail: {
    title: 'Containers of runners do not start',
    next: 'Look for "runners on containers failed" in the log. Accounts wait, and connect by themselves once they run.',
  },
  budget_burns: {
    title: 'A promise will be broken within days',
    next: 'Look at Health: since when, and which release. Roll back if it began with it.',
  },
}
