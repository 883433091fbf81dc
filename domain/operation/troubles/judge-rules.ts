// From figures to findings: what is a trouble, and where its limits are (rule troubles). Pure; times in ms.
import type { DeepHealth } from '../../../contract/operation/health.ts'
import { DAY_MS, HOUR_MS, jakartaDay, MINUTE_MS } from '../../../contract/ground/time.ts'
import {
  BACKUP_LATE_MS,
  DRILL_LATE_MS,
  SECOND_LATE_MS,
  type TroubleFigures,
  type TroubleKind,
} from '../../../contract/operation/troubles.ts'
import { cronRuns } from '../health/rules.ts'
import type { LackingUse } from '../../people/vault-keys/rules.ts'
import { countedFindings, type Windows } from './budget-rules.ts'
import { canJudgePay, type PayFigures, payFinding } from './pay-rules.ts'
import { type Finding, levelOf, type Look } from './rules.ts'
import { type TemplateFigures, templateFinding } from './template-rules.ts'

/** Of a runner, as its heartbeats said it. */
export type RunnerFigures = {
  runnerId: string
  accounts: number
  hasRoom: boolean
  /** By how much its clock is ahead, ms, negative: behind; null: an older runner, which does not say its time. */
  skewMs: number | null
  /** Epoch ms of the last time that WhatsApp refused the client version there, and which; null: it did not. */
  versionRefused: { at: number; version: string } | null
  /** The last time that a stored session could not be read. */
  unreadableAt: number | null
}
export type OftenFigures = {
  /** null in place of a part: it did not answer. */
  configured: boolean | null
  queues: NonNullable<DeepHealth['queues']> | null
  runners: readonly RunnerFigures[] | null
  database: Pick<NonNullable<DeepHealth['database']>, 'waiting' | 'cron' | 'recordClosedTo'>
  /** Accounts that hold a lease or ask for one. */
  accountsOnRunners: number
  stalledAccounts: number
  /** Accounts whose row said that results or opt-outs wait: how long they did when it was written, the oldest first. */
  unsettledMs: readonly number[]
  /** Results are settled at the earliest so long after they came (setting settle_after_s). */
  settleAfterMs: number
  optOutsMs: readonly number[]
  deadLetters: readonly { queue: string; at: number; messages: number }[]
  /** failed: set aside because they did not answer. */
  proxies: { free: boolean; failed: boolean }
  pay: PayFigures
  /** Keys of sessions that some runner does not have; null: nobody says which keys there are, and nothing is known to be missing. */
  lackingKeys: readonly LackingUse[] | null
  /** Containers that did not start or whose runner was not heard, as the fleet last found; null: none so far. */
  containers: { at: number; failed: number } | null
  counted: Windows
  /** null: this place makes no backups. since: of the last one, or of the place's first person. */
  backup: { since: number } | null
  /** null: this place has no second one. since: of the last minute that it took, or of the place's beginning. */
  second: { since: number } | null
  /** null: this place makes no backups. since: of the last one that was opened, or of the place's first person. */
  drill: { since: number } | null
  /** Since when rounds should have ended, epoch ms; null: nobody is there yet. */
  since: number | null
}
/** What differs is not a day, but all of them together. */
export const CHECKPOINT = 'checkpoint'
/** day: one whose entries are not as they were sealed, and how many of them; isContinued: the newest checkpoint still stands. */
export type RecordFigures = { day: string | null; rows: number; isContinued: boolean }
export type HourlyFigures = {
  /** Rupiah; null: the books could not be added up. */
  ledgerDifference: number | null
  /** null: the record could not be proved. */
  record: RecordFigures | null
  idleHolders: number
  proxiesWithoutAccount: number
  proxies: { all: number; failed: number }
  templates: readonly TemplateFigures[]
  /** Templates that their stops paused, and nobody has activated since (rule rates). */
  paused: readonly { id: string; stops: number; of: number }[]
  databaseBytes: number
}

const minutes = (ms: number): number => Math.floor(ms / MINUTE_MS)
type Found = Finding | null
const find = (kind: TroubleKind, level: Finding['level'] | null, figures: TroubleFigures, subject = ''): Found =>
  level && { kind, subject, level, figures }
const badIf = (bad: boolean): Finding['level'] | null => (bad ? 'bad' : null)

const WAITS: Record<keyof OftenFigures['database']['waiting'], { start: number; end: number }> = {
  // the cron takes what is overdue for five minutes, 300 accounts a minute
  accountsToWake: { start: 30 * MINUTE_MS, end: 10 * MINUTE_MS },
  imports: { start: 30 * MINUTE_MS, end: 10 * MINUTE_MS },
  validatorFiles: { start: 30 * MINUTE_MS, end: 10 * MINUTE_MS },
  pushes: { start: 30 * MINUTE_MS, end: 10 * MINUTE_MS },
  // they go through every account's object
  erasures: { start: DAY_MS, end: DAY_MS },
}
const QUEUE = { start: 15 * MINUTE_MS, end: 5 * MINUTE_MS }
const UNSETTLED = { start: 30 * MINUTE_MS, end: 10 * MINUTE_MS }
const OPT_OUTS = { start: 2 * MINUTE_MS, end: MINUTE_MS }
const HOUR_ROUND_MS = 130 * MINUTE_MS
/** Of this long ago: the record of the day before yesterday is closed in the night to today. */
const RECORD_MS = 2 * DAY_MS + HOUR_MS
/** A dead letter, a refused version and an unreadable session are over when none came for so long. */
const QUIET_MS = HOUR_MS
const REFUSED_MS = 30 * MINUTE_MS
const MISSING_SHARE = { start: 0.1, end: 0.05 }
const MISSING_LEAST = 3
/** Told well before a runner gets no accounts any more (rule runner-clock). */
const SKEW = { start: 10_000, end: 5_000 }

/** Of a list of ages: over the limit are how many, and for how long the oldest. */
const aged = (kind: TroubleKind, ages: readonly number[], limits: { start: number; end: number }): Found => {
  const oldest = Math.max(0, ...ages)
  const level = levelOf(oldest, limits)
  const accounts = ages.filter((age) => age > limits.end).length
  return find(kind, level, { accounts, minutes: minutes(oldest) })
}
/** One that is replaced has a successor of the same name for a while: the one that is further off counts. */
const clocksOf = (runners: readonly RunnerFigures[]): Found[] => {
  const off = new Map<string, number>()
  for (const { runnerId, skewMs } of runners) off.set(runnerId, Math.max(off.get(runnerId) ?? 0, Math.abs(skewMs ?? 0)))
  return [...off].map(([name, ms]) =>
    find('runner_clock', levelOf(ms, SKEW), { seconds: Math.round(ms / 1_000) }, name),
  )
}
const runnersOf = ({ runners, accountsOnRunners }: OftenFigures, now: number): Found[] => {
  if (runners === null) return []
  const held = runners.reduce((sum, runner) => sum + runner.accounts, 0)
  const missing = accountsOnRunners - held
  const isMany = missing >= MISSING_LEAST
  const level = isMany ? levelOf(missing / Math.max(1, accountsOnRunners), MISSING_SHARE) : null
  const versions = new Map(
    runners.flatMap(({ versionRefused: refused }) =>
      refused && now - refused.at < REFUSED_MS ? [[refused.version, refused.at] as const] : [],
    ),
  )
  const unreadable = runners.flatMap(({ unreadableAt }) => unreadableAt ?? []).filter((at) => now - at < REFUSED_MS)
  return [
    find('accounts_without_runner', level, { accounts: missing, of: accountsOnRunners }),
    ...[...versions].map(([version, at]) => find('version_refused', 'bad', { minutes: minutes(now - at) }, version)),
    ...clocksOf(runners),
    find('sessions_unreadable', badIf(unreadable.length > 0), { minutes: minutes(now - Math.max(0, ...unreadable)) }),
  ]
}
const queuesOf = ({ queues }: OftenFigures, now: number): Found[] =>
  Object.entries(queues ?? {}).map(([name, { messages, oldest }]) => {
    const age = oldest === null ? 0 : now - oldest
    return find('queue_waits', levelOf(age, QUEUE), { messages, minutes: minutes(age) }, name)
  })
/** A round that has never ended is late from the place's beginning on. */
const cronOf = ({ database: { cron, recordClosedTo }, since }: OftenFigures, now: number): Found[] => {
  const age = (at: number | null): number => now - (at ?? since ?? now)
  const minuteAt = cron.minute ?? since
  const isOpen = (recordClosedTo ?? jakartaDay(since ?? now)) < jakartaDay(now - RECORD_MS)
  return [
    find('cron_fails', badIf(!cronRuns(minuteAt, now)), { minutes: minutes(age(cron.minute)) }, 'minute'),
    find('cron_fails', badIf(age(cron.hour) > HOUR_ROUND_MS), { minutes: minutes(age(cron.hour)) }, 'hour'),
    find('cron_fails', badIf(isOpen), {}, 'record'),
  ]
}
/** (rule runner-keys) */
export const lackingOf = (lacking: readonly LackingUse[] | null): Finding[] =>
  (lacking ?? []).map(({ kid, rows, accounts, runners, of }) => ({
    kind: 'vault_key_missing',
    subject: kid,
    level: 'bad',
    figures: { accounts, rows, runners, of },
  }))
/** The cron looks each minute, and a runner that is not heard is found once in five. */
const CONTAINERS_MS = 10 * MINUTE_MS
const containersOf = ({ containers }: OftenFigures, now: number): Found =>
  containers && find('containers_fail', badIf(now - containers.at < CONTAINERS_MS), { containers: containers.failed })
const found = (judged: TroubleKind[], all: readonly Found[]): Look => ({
  judged,
  findings: all.flatMap((one) => one ?? []),
})

export const judgeOften = (figures: OftenFigures, now: number): Look => {
  const { database, runners, queues, configured, backup, second, drill, proxies } = figures
  const judged: TroubleKind[] = [
    'no_runner',
    'sending_stalled',
    'settlement_waits',
    'opt_outs_wait',
    'dead_letters',
    'work_waits',
    'cron_fails',
    'proxies_none_free',
    'backup_old',
    'second_place',
    'drill_old',
    'mail_fails',
    'containers_fail',
    'budget_burns',
  ]
  if (runners !== null) judged.push('accounts_without_runner', 'version_refused', 'sessions_unreadable', 'runner_clock')
  if (canJudgePay(figures.pay)) judged.push('pay_high')
  if (queues !== null) judged.push('queue_waits')
  if (configured !== null) judged.push('misconfigured')
  if (figures.lackingKeys !== null) judged.push('vault_key_missing')
  const waits = Object.entries(database.waiting) as [keyof typeof WAITS, number | null][]
  return found(judged, [
    // a fleet that does not answer has no room for anybody either
    find('no_runner', badIf(!runners?.some((runner) => runner.hasRoom)), { accounts: figures.accountsOnRunners }),
    ...runnersOf(figures, now),
    find('sending_stalled', badIf(figures.stalledAccounts > 0), { accounts: figures.stalledAccounts }),
    aged('settlement_waits', figures.unsettledMs, {
      start: UNSETTLED.start + figures.settleAfterMs,
      end: UNSETTLED.end + figures.settleAfterMs,
    }),
    aged('opt_outs_wait', figures.optOutsMs, OPT_OUTS),
    ...queuesOf(figures, now),
    ...figures.deadLetters.map(({ queue, at, messages }) =>
      find('dead_letters', badIf(now - at < QUIET_MS), { messages, minutes: minutes(now - at) }, queue),
    ),
    ...waits.map(([list, since]) => {
      const age = since === null ? 0 : now - since
      return find('work_waits', levelOf(age, WAITS[list]), { minutes: minutes(age) }, list)
    }),
    ...cronOf(figures, now),
    ...countedFindings(figures.counted),
    containersOf(figures, now),
    payFinding(figures.pay),
    ...lackingOf(figures.lackingKeys),
    find('misconfigured', badIf(configured === false), {}),
    find('proxies_none_free', badIf(!proxies.free && proxies.failed), {}),
    backup && find('backup_old', badIf(now - backup.since > BACKUP_LATE_MS), { minutes: minutes(now - backup.since) }),
    drill && find('drill_old', badIf(now - drill.since > DRILL_LATE_MS), { minutes: minutes(now - drill.since) }),
    second &&
      find('second_place', badIf(now - second.since > SECOND_LATE_MS), { minutes: minutes(now - second.since) }),
  ])
}

const DATABASE = { start: 7_000, end: 6_500 }
const PROXIES = { start: 0.2, end: 0.1 }
const PROXIES_LEAST = 3
export const judgeHourly = (figures: HourlyFigures, now: number): Look => {
  const { ledgerDifference, record, idleHolders, proxiesWithoutAccount, proxies, templates } = figures
  const judged: TroubleKind[] = [
    'leases_without_owner',
    'templates_fail',
    'templates_paused',
    'proxies_fail',
    'database_large',
  ]
  if (ledgerDifference !== null) judged.push('ledger_differs')
  if (record !== null) judged.push('record_differs')
  const failed = proxies.failed >= PROXIES_LEAST ? levelOf(proxies.failed / Math.max(1, proxies.all), PROXIES) : null
  const megabytes = Math.floor(figures.databaseBytes / 1_000_000)
  return found(judged, [
    ledgerDifference === null
      ? null
      : find('ledger_differs', badIf(ledgerDifference !== 0), { rupiah: ledgerDifference }),
    record && find('record_differs', badIf(record.day !== null), { rows: record.rows }, record.day ?? ''),
    record && find('record_differs', badIf(!record.isContinued), {}, CHECKPOINT),
    find('leases_without_owner', badIf(idleHolders > 0), { accounts: idleHolders }, 'numbers'),
    find('leases_without_owner', badIf(proxiesWithoutAccount > 0), { proxies: proxiesWithoutAccount }, 'proxies'),
    ...templates.map((template) => templateFinding(template, now)),
    ...figures.paused.map(({ id, stops, of }) => find('templates_paused', 'bad', { people: stops, of }, id)),
    find('proxies_fail', failed, { proxies: proxies.failed, of: proxies.all }),
    find('database_large', levelOf(megabytes, DATABASE), { megabytes }),
  ])
}
