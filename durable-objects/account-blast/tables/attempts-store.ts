// Attempts. Each is written before its message leaves; they are the only record of what was sent.
import type { Sen } from '../../../contract/ground/money.ts'
import { DAY_MS, jakartaDay } from '../../../contract/ground/time.ts'
import type { FailReason } from '../../../contract/sending/last-run.ts'
import type { SettledResult, SettlementBatch } from '../../../contract/money/settlement.ts'
import type { LidHashes } from '../../../domain/recipients/suppressions/hash.ts'

export type AttemptOutcome = 'pending' | 'success' | 'fail' | 'unknown'
export type Attempt = {
  attempt_id: string
  message_id: string
  number_id: number
  number: string
  name: string
  template_id: string | null
  price_sen: Sen
  epoch: number
  created_at: number
  outcome: AttemptOutcome
  resolved_at: number | null
  error: number | null
  /** Of a failure; null: it is none, or an older object's. */
  fail_reason: FailReason | null
  /** How often the account's counters had been reset when this outcome was counted in them. */
  counted_in: number
  /** The send's key rows are stored. */
  covered: number
  /** The content, kept to send it again to a recipient who could not decrypt it; null in attempts of older objects. */
  content_id: number | null
  /** One-off blast that it belongs to: earns nothing. */
  job_id: string | null
  /** Campaign that it belongs to; null: none. */
  campaign: number | null
  /** Sequence of the batch that carries its last outcome. */
  told_sequence: number | null
  delivered_at: number | null
  read_at: number | null
  revoked_at: number | null
  /** When its reader wrote something else than a stop, and when they stopped. */
  answered_at: number | null
  stopped_at: number | null
  /** JSON by key: what its text has for the fields of recipients; null: it has none of them. */
  fields: string | null
}

/** As number_id: a test goes to the account's own number, which no list has (rule one-off-test). D1 counts rows from 1. */
export const NOT_LISTED = 0
export const isTest = ({ number_id }: Pick<Attempt, 'number_id'>): boolean => number_id === NOT_LISTED

export const insertAttempt = (
  sql: SqlStorage,
  a: Pick<
    Attempt,
    | 'attempt_id'
    | 'message_id'
    | 'number_id'
    | 'number'
    | 'name'
    | 'template_id'
    | 'price_sen'
    | 'epoch'
    | 'created_at'
    | 'job_id'
    | 'campaign'
    | 'content_id'
    | 'fields'
  >,
): void => {
  sql.exec(
    `insert into attempts (attempt_id, message_id, number_id, number, name, template_id, price_sen, epoch, created_at, job_id, campaign, content_id, fields, outcome)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending')`,
    a.attempt_id,
    a.message_id,
    a.number_id,
    a.number,
    a.name,
    a.template_id,
    a.price_sen,
    a.epoch,
    a.created_at,
    a.job_id,
    a.campaign,
    a.content_id,
    a.fields,
  )
}
/** Only for a message that certainly never left. */
export const deleteAttempt = (sql: SqlStorage, attemptId: string): void => {
  sql.exec('delete from attempts where attempt_id = ?', attemptId)
}
export const attemptById = (sql: SqlStorage, attemptId: string): Attempt | null =>
  sql.exec<Attempt>('select * from attempts where attempt_id = ?', attemptId).toArray()[0] ?? null
export const attemptByMessage = (sql: SqlStorage, messageId: string): Attempt | null =>
  sql.exec<Attempt>('select * from attempts where message_id = ?', messageId).toArray()[0] ?? null
/** Repeats the predicate of the partial index attempts_open, or SQLite would read weeks of attempts instead of the index. */
const OPEN = `outcome in ('pending', 'unknown')`
export const pendingAttempt = (sql: SqlStorage): Attempt | null =>
  sql
    .exec<Attempt>(`select * from attempts where ${OPEN} and outcome = 'pending' order by created_at limit 1`)
    .toArray()[0] ?? null
/** Ids of messages to this number that have no answer yet. */
export const pendingTo = (sql: SqlStorage, number: string): string[] =>
  sql
    .exec<{ id: string }>(
      `select attempt_id as id from attempts where ${OPEN} and outcome = 'pending' and number = ?`,
      number,
    )
    .toArray()
    .map((r) => r.id)
/** The template of the last message to this number, and when that was, epoch ms; null: there is none, or it had no template. */
export const lastTemplateTo = (sql: SqlStorage, number: string): { id: string; sentAt: number } | null => {
  const [last] = sql
    .exec<{ id: string | null; sentAt: number }>(
      'select template_id as id, created_at as sentAt from attempts where number = ? order by created_at desc limit 1',
      number,
    )
    .toArray()
  return last && last.id !== null ? { id: last.id, sentAt: last.sentAt } : null
}
/** Whether this account has tried to write to it within the time that attempts are kept: 90 days at least. */
export const hasWrittenTo = (sql: SqlStorage, number: string): boolean =>
  sql.exec('select 1 from attempts where number = ? limit 1', number).toArray().length > 0
/** Whether it had tried by then, epoch ms: what they wrote later may be an answer. */
export const hadWrittenTo = (sql: SqlStorage, number: string, by: number): boolean =>
  sql.exec('select 1 from attempts where number = ? and created_at <= ? limit 1', number, by).toArray().length > 0
export const openAttempts = (sql: SqlStorage, outcome: 'pending' | 'unknown', createdBefore: number): Attempt[] =>
  sql
    .exec<Attempt>(
      `select * from attempts where ${OPEN} and outcome = ? and created_at <= ? order by created_at limit 200`,
      outcome,
      createdBefore,
    )
    .toArray()
/** Number ids of all attempts without a final outcome. */
export const openNumbers = (sql: SqlStorage): number[] =>
  sql
    .exec<{ id: number }>(`select number_id as id from attempts where ${OPEN}`)
    .toArray()
    .map((r) => r.id)
export const oldestOpen = (sql: SqlStorage, outcome: 'pending' | 'unknown'): number | null =>
  sql
    .exec<{ at: number | null }>(`select min(created_at) as at from attempts where ${OPEN} and outcome = ?`, outcome)
    .one().at

/** @param to sequence: the batch that will tell it, null: none will; covered: the send's key rows are stored. One row written. */
export const resolveAttempt = (
  sql: SqlStorage,
  id: string,
  to: {
    outcome: AttemptOutcome
    error: number | null
    /** Of a failure; null: it is none. */
    reason: FailReason | null
    resets: number
    now: number
    sequence: number | null
    covered: boolean
  },
): void => {
  sql.exec(
    `update attempts set outcome = ?, error = ?, fail_reason = ?, counted_in = ?, resolved_at = ?,
       told_sequence = coalesce(?, told_sequence), covered = max(covered, ?) where attempt_id = ?`,
    to.outcome,
    to.error,
    to.reason,
    to.resets,
    to.now,
    to.sequence,
    to.covered ? 1 : 0,
    id,
  )
}
export const coverAttempt = (sql: SqlStorage, id: string): void => {
  sql.exec('update attempts set covered = 1 where attempt_id = ? and covered = 0', id)
}
/** Numbers whose last sends may have moved keys that were never stored; afterwards they count as covered. */
export const takeUncovered = (sql: SqlStorage): string[] => {
  const numbers = sql
    .exec<{ number: string }>('select distinct number from attempts where covered = 0')
    .toArray()
    .map((r) => r.number)
  sql.exec('update attempts set covered = 1 where covered = 0')
  return numbers
}
/** Records the batch of these outcomes. Nearly all have this sequence already: no row is written for them. */
export const recordBatch = (sql: SqlStorage, ids: readonly string[], sequence: number): void => {
  sql.exec(
    'update attempts set told_sequence = ?1 where attempt_id in (select value from json_each(?2)) and told_sequence is not ?1',
    sequence,
    JSON.stringify(ids),
  )
}
/** A status never goes back: read stays read. */
export const markReceipt = (sql: SqlStorage, messageId: string, type: 'delivered' | 'read', at: number): void => {
  sql.exec(
    type === 'read'
      ? 'update attempts set read_at = coalesce(read_at, ?1), delivered_at = coalesce(delivered_at, ?1) where message_id = ?2'
      : 'update attempts set delivered_at = coalesce(delivered_at, ?1) where message_id = ?2',
    at,
    messageId,
  )
}
export const markRevoked = (sql: SqlStorage, id: string, at: number): void => {
  sql.exec('update attempts set revoked_at = ? where attempt_id = ?', at, id)
}

/** Of each Jakarta day in this span: messages of blasts that arrived, and those of them that brought a delivery receipt. */
export const deliveriesBetween = (
  sql: SqlStorage,
  from: number,
  until: number,
): NonNullable<SettlementBatch['deliveries']> =>
  sql
    .exec<{ day: string; success: number; delivered: number }>(
      `select date((created_at + 25200000) / 1000, 'unixepoch') as day, sum(job_id is null) as success,
         sum(job_id is null and delivered_at is not null) as delivered
       from attempts where created_at >= ? and created_at < ? and outcome = 'success' group by 1 order by 1`,
      from,
      until,
    )
    .toArray()

/** Folds old attempts into daily rows, so that an object's storage stays bounded. */
export const foldAttempts = (sql: SqlStorage, before: number): void => {
  sql.exec(
    `insert into daily (day, success, fail, unknown, delivered, read)
     select date((created_at + 25200000) / 1000, 'unixepoch'), sum(outcome = 'success'), sum(outcome = 'fail'), sum(outcome = 'unknown'),
       sum(delivered_at is not null), sum(read_at is not null)
     from attempts where created_at < ?1 and outcome <> 'pending' group by 1
     on conflict (day) do update set success = success + excluded.success, fail = fail + excluded.fail, unknown = unknown + excluded.unknown,
       delivered = delivered + excluded.delivered, read = read + excluded.read`,
    before,
  )
  sql.exec(`delete from attempts where created_at < ? and outcome <> 'pending'`, before)
}
/**
 * From when on all attempts are here, epoch ms; null: none is gone. It is read from what was folded, because a release before kept them for
 * thirty days, and a lost object comes back with fewer.
 */
export const allSince = (sql: SqlStorage): number | null => {
  const { day } = sql.exec<{ day: string | null }>('select max(day) as day from daily').one()
  return day === null ? null : Date.parse(`${day}T00:00:00+07:00`) + DAY_MS
}
export const hasAttempts = (sql: SqlStorage): boolean => sql.exec('select 1 from attempts limit 1').toArray().length > 0
/** Of a lost object the backup has none from before this, epoch ms. */
export const noteGone = (sql: SqlStorage, before: number): void => {
  sql.exec(
    'insert or ignore into daily (day, success, fail, unknown, delivered, read) values (?, 0, 0, 0, 0, 0)',
    jakartaDay(before),
  )
}

/** One change of outcome as a settlement batch carries it. */
export const resultOf = (
  a: Attempt,
  from: SettledResult['from'],
  to: SettledResult['to'],
  more: {
    notRegistered: boolean
    /** Of the failure that it is or was; told of no other. */
    reason: NonNullable<SettledResult['reason']>
    lidHashes: LidHashes | Record<string, never>
    /** Whether its source does. */
    earns: boolean
  },
  now: number,
): SettledResult => ({
  attemptId: a.attempt_id,
  numberId: a.number_id,
  templateId: a.template_id,
  priceSen: a.price_sen,
  from,
  to,
  notRegistered: more.notRegistered,
  ...(to === 'fail' || from === 'fail' ? { reason: more.reason } : {}),
  at: now,
  ...(from === 'none' || a.resolved_at === null ? {} : { fromAt: a.resolved_at }),
  attemptedAt: a.created_at,
  ...more.lidHashes,
  ...(more.earns ? {} : { kind: 'blaster' as const }),
  ...(a.campaign === null ? {} : { campaign: a.campaign }),
})

/** Removes what names this person. The attempts stay, because counters and income are derived from them. */
export const eraseFromAttempts = (sql: SqlStorage, number: string): void => {
  sql.exec(`update attempts set number = '', name = '', content_id = null, fields = null where number = ?`, number)
}
