// What the Worker finds wrong when it looks at itself (rule troubles), as it is listed and as it is told by mail and webhook (rule alerts).
import { z } from 'zod'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../ground/time.ts'

/** Each has a runbook. */
export const TROUBLE_KINDS = [
  'no_runner',
  'accounts_without_runner',
  'sending_stalled',
  'settlement_waits',
  'opt_outs_wait',
  'queue_waits',
  'dead_letters',
  'work_waits',
  'backup_old',
  'second_place',
  'drill_old',
  'cron_fails',
  'misconfigured',
  'version_refused',
  'sessions_unreadable',
  'runner_clock',
  'proxies_none_free',
  'ledger_differs',
  'record_differs',
  'leases_without_owner',
  'templates_fail',
  'templates_paused',
  'proxies_fail',
  'vault_key_missing',
  'database_large',
  'pay_high',
  'mail_fails',
  'containers_fail',
  'budget_burns',
] as const
export type TroubleKind = (typeof TROUBLE_KINDS)[number]
/** The page about a kind (rule runbooks). @param base address of the folder with the runbooks; empty: its path in the repository */
export const runbookOf = (kind: string, base: string): string =>
  `${base === '' ? 'docs/runbooks' : base.replace(/\/$/, '')}/${kind}.md`

/**
 * What a trouble is told with: counts and ages, no phone number, no token, no text of a person. accounts, messages, people, rows, proxies, runners, mails, containers: how many.
 * of: of so many. minutes: how long already. seconds: how far off a clock is. percent: a share. megabytes: a size. rupiah: money. usual: money in place of it.
 */
const TROUBLE_FIGURES = [
  'accounts',
  'messages',
  'people',
  'rows',
  'proxies',
  'runners',
  'mails',
  'containers',
  'of',
  'minutes',
  'seconds',
  'percent',
  'megabytes',
  'rupiah',
  'usual',
] as const
const figures = z.partialRecord(z.enum(TROUBLE_FIGURES), z.number())
export type TroubleFigures = z.infer<typeof figures>

const about = z.object({
  /** Of this place; counts up. */
  id: z.number(),
  kind: z.enum(TROUBLE_KINDS),
  /** Which one of several: a queue, a list, a template's id, a key's id, a version, a runner, a day of the record; empty: there is only one. */
  subject: z.string(),
  /** Indonesian: what is wrong, and what to do next. */
  title: z.string(),
  next: z.string(),
  /** ISO 8601. */
  since: z.string(),
  ended: z.string().nullable(),
  figures,
  /** The page that says what to do: an address where the place was told one, else the path in the repository. */
  runbook: z.string(),
})

/** An alert's way to one address. */
const way = z.object({
  channel: z.enum(['mail', 'webhook']),
  phase: z.enum(['start', 'end']),
  /** waits: it is tried again. given_up: it was tried for days, or it is an end whose start was. */
  state: z.enum(['waits', 'delivered', 'given_up']),
  tries: z.number(),
})
const trouble = about.extend({
  /** When a look last found it. */
  seen: z.string(),
  /** false: it has not lasted long enough yet to be told to anybody. */
  told: z.boolean(),
  alerts: z.array(way),
})
export type Trouble = z.infer<typeof trouble>

/** A night, and two hours for the backup itself. */
export const BACKUP_LATE_MS = 26 * HOUR_MS
/** The second place has not taken its minute for so long. */
export const SECOND_LATE_MS = 15 * MINUTE_MS
/** No backup of the place was opened for so long. */
export const DRILL_LATE_MS = 35 * DAY_MS
/** Ended ones are listed and kept this long. */
export const TROUBLE_DAYS = 30
export const TROUBLES_MAX = 200
export const troubles = z.object({
  open: z.array(trouble),
  /** Of the last TROUBLE_DAYS days, the newest first, TROUBLES_MAX at most. */
  ended: z.array(trouble),
  /** The ends of the last looks, every five minutes and every hour; null: none yet. */
  lookedAt: z.object({ often: z.string().nullable(), hourly: z.string().nullable() }),
  /** Where alerts go: how many addresses of mail, and whether there is a webhook. */
  channels: z.object({ mail: z.number(), webhook: z.boolean() }),
})

/** The body of the webhook. It is signed as standardwebhooks.com says; the same `webhook-id` is the same alert, told again. */
export const troubleWebhook = z.object({
  type: z.enum(['trouble.started', 'trouble.ended', 'trouble.test']),
  /** When the trouble started, ended or was tried, ISO 8601. */
  timestamp: z.string(),
  /** null in a test. */
  data: about.nullable(),
  /** Origin of the place that tells it. */
  place: z.string(),
})
export type TroubleWebhook = z.infer<typeof troubleWebhook>
