// Claims recipients for an account and releases them. One statement claims; another in the same batch answers price, interval,
// window, caps and templates.
import { type SQL, sql } from 'drizzle-orm'
import type { SkipReason } from '../../contract/one-off.ts'
import { DEFAULT_SETTINGS, type Settings, settings as settingsSchema } from '../../contract/settings.ts'
import { type Db, runBatch } from '../db/connection.ts'
import type { PlacePause } from '../../contract/holds.ts'
import { PAUSE_JSON, pauseOf } from '../sending-pause/store.ts'
import { feeOf } from './price-rules.ts'
import { nextClaimableAt } from './rules.ts'
import type { Row } from '../db/rows.ts'
import type { levels } from '../levels/table.ts'
import type { phoneNumbers } from '../phone-numbers/table.ts'
import type { templates } from '../templates/table.ts'
import type { users } from '../users/table.ts'
import type { TemplateButton } from '../../contract/templates.ts'

export type ClaimedNumber = Row<typeof phoneNumbers, 'id' | 'number' | 'name'>
export type BlastTemplate = Pick<typeof templates.$inferSelect, 'id' | 'textWa' | 'countUse'> & {
  button: TemplateButton[]
  media: { key: string; mimetype: string; filename: string } | null
}
export type BlastContext = {
  priceSen: number
  interval: { min: number; max: number; floor: number }
  window: { start: string; end: string }
  dailyCap: number
  cooldownMs: number
  /** How long results may wait before they leave for the ledger (ms). */
  settleAfterMs: number
  waVersion: string | null
  templates: BlastTemplate[]
  /** The place's switch (rule sending-pause). */
  place: PlacePause
  /** Earliest epoch ms at which another number comes out of its cooldown; null: none is waiting. */
  nextClaimableAt: number | null
  /** Numbers claimable when asked (counted up to 20,000); null unless asked for. */
  claimable: number | null
  /** Numbers that are claimable except for their cooldown (counted up to 20,000); null unless asked for. */
  cooling: number | null
}

/**
 * Repeats the predicate of the partial index phone_numbers_claim. Without one of its terms SQLite does not use the index,
 * and every claim reads the whole table.
 */
const CLAIMABLE = sql`status = 'active' and suppressed = 0 and in_use = 0 and consent_at is not null`
/** The service's own accounts are never written to. For a statement with phone_numbers as p. */
const NOT_LINKED = sql`not exists (select 1 from whatsapp w where w.phonenumber = p.number and w.removed_at is null)`
const COOLDOWN_H = sql`
  coalesce(
    (select cast(value as integer) from settings where key = 'recipient_cooldown_hours'),
    ${DEFAULT_SETTINGS.recipient_cooldown_hours}
  )
`
/**
 * A number may be claimed if its last attempt is no later than this, epoch ms. Without a cooldown (sandbox only) that is
 * the start of the run, or a run would write to the same numbers again and again.
 */
const restedSince = (request: { now: number; runStartedAt: number }) =>
  sql`case when ${COOLDOWN_H} = 0 then ${request.runStartedAt - 1} else ${request.now} - ${COOLDOWN_H} * 3600000 end`

type Person = Row<typeof users, 'blast_fee' | 'blast_interval_min' | 'blast_interval_max'>
/** The settings and templates are JSON; null: there are none. */
type ContextRow = {
  settings: string | null
  own_fee: Person['blast_fee']
  level_fee: Row<typeof levels>['blast_fee'] | null
  interval_min: Person['blast_interval_min']
  interval_max: Person['blast_interval_max']
  templates: string | null
  pause: string | null
  oldest: Row<typeof phoneNumbers>['last_attempt_at'] | null
  claimed: 0 | 1
  claimable: number | null
  cooling: number | null
}
/**
 * Numbers (phone_numbers as p) that meet a condition, counted up to 20,000: to count a million of them would hold up
 * every other statement of the database.
 */
const countClaimable = (when: SQL) => sql`
  (
    select count(*)
    from (
      select 1
      from phone_numbers p
      where ${CLAIMABLE} and ${when}
      limit 20000
    )
  )
`
/** Why each of these numbers cannot be claimed; the first match wins. */
type RefusedNumber = Row<typeof phoneNumbers, 'number'> & { reason: SkipReason }
const refusalOf = (
  db: Db,
  request: { accountId: string; now: number; runStartedAt: number; among: readonly string[] },
) =>
  db.all<RefusedNumber>(sql`
    select value as number,
      case
        when p.id is null then 'unknown'
        when p.suppressed = 1 then 'suppressed'
        when p.consent_at is null then 'no_consent'
        when p.status <> 'active' then 'nonactive'
        when not ${NOT_LINKED} then 'own_account'
        when p.in_use = 1 and p.in_use_by = ${request.accountId} then 'cooldown'
        when p.in_use = 1 then 'in_use'
        else 'cooldown'
      end as reason
    from json_each(${JSON.stringify(request.among)})
    left join phone_numbers p on p.number = value
    where p.id is null
      or not (${CLAIMABLE} and p.last_attempt_at <= ${restedSince(request)} and ${NOT_LINKED})
  `)
/** Which of these numbers this account cannot claim now, and why. */
export const refusedNumbers = (
  db: Db,
  request: { accountId: string; now: number; among: readonly string[] },
): Promise<RefusedNumber[]> => refusalOf(db, { ...request, runStartedAt: request.now })

/**
 * Claims up to `want` numbers for the account, never-tried first, then oldest attempt first, and answers the rules and
 * templates the run needs. want 0 only answers these. One D1 call.
 */
export const claimNumbers = async (
  db: Db,
  request: {
    accountId: string
    userId: string
    want: number
    now: number
    runStartedAt: number
    count: boolean
    /** The claim's own number, larger than that of any claim before. */
    claim: number
    /** Only these numbers; null: any, in the order of the list. */
    among?: readonly string[] | null
    /** First releases what earlier claims took and the account does not need; null: every claim is accounted for. */
    giveBack?: { upTo: number; keep: readonly number[] } | null
    /** Marks the account's row as sending before the switch is read, under this version of the row; null: it is marked. */
    announce?: number | null
  },
): Promise<{ numbers: ClaimedNumber[]; refused: RefusedNumber[]; context: BlastContext }> => {
  const among = request.among ?? null
  // `order by` is the order of the index phone_numbers_claim: only the rows that are taken are read
  const claim = db.all<ClaimedNumber>(sql`
    update phone_numbers
    set in_use = 1, in_use_by = ${request.accountId}, in_use_claim = ${request.claim}
    where id in (
      select p.id
      from phone_numbers p
      where ${CLAIMABLE}
        and p.last_attempt_at <= ${restedSince(request)}
        and ${among ? sql`p.number in (select value from json_each(${JSON.stringify(among)}))` : sql`true`}
        and ${NOT_LINKED}
      order by p.last_attempt_at, p.id
      limit ${request.want}
    )
    returning id, number, name
  `)
  const about = db.all<ContextRow>(sql`
    select
      (select json_group_object(key, value) from settings) as settings,
      u.blast_fee as own_fee,
      l.blast_fee as level_fee,
      u.blast_interval_min as interval_min,
      u.blast_interval_max as interval_max,
      (
        select json_group_array(json_object(
          'id', t.id,
          'textWa', t.text_wa,
          'button', json(t.button),
          'countUse', t.count_use,
          'key', t.media_key,
          'mimetype', t.media_type,
          'filename', t.media_name
        ))
        from templates t
        where t.status = 'active'
      ) as templates,
      ${PAUSE_JSON} as pause,
      (
        select p.last_attempt_at
        from phone_numbers p
        where ${CLAIMABLE} and ${NOT_LINKED}
        order by p.last_attempt_at, p.id
        limit 1
      ) as oldest,
      exists (select 1 from phone_numbers p where p.in_use = 1 and p.in_use_by <> ${request.accountId}) as claimed,
      ${request.count ? countClaimable(sql`p.last_attempt_at <= ${restedSince(request)}`) : sql`null`} as claimable,
      ${request.count ? countClaimable(sql`p.last_attempt_at > ${restedSince(request)}`) : sql`null`} as cooling
    from users u
    left join levels l on l.id = u.level_id
    where u.id = ${request.userId}
  `)
  // One transaction, in this order: what is given back can be claimed again at once; refusals are asked before the claim,
  // or the numbers that it takes would be refused as held.
  const statements = [
    ...(request.announce == null ? [] : [announceStatement(db, request.accountId, request.announce)]),
    ...(request.giveBack ? [giveBackStatement(db, { accountId: request.accountId, ...request.giveBack })] : []),
    ...(among ? [refusalOf(db, { ...request, among })] : []),
    claim,
    about,
  ]
  const answers = (await runBatch(db, statements)).toReversed()
  const [row] = answers[0] as ContextRow[]
  const numbers = answers[1] as ClaimedNumber[]
  const refused = among ? (answers[2] as RefusedNumber[]) : []
  if (!row) throw new Error('the owner of this account does not exist')
  const context = toContext(row, request.now)
  // The count ran after the claim, which had taken these numbers out of it.
  if (context.claimable !== null) context.claimable += numbers.length
  return { numbers, refused, context }
}

/** Built once: building a schema costs more than parsing with it. */
const storedSettings = settingsSchema.partial()
const toContext = (row: ContextRow, now: number): BlastContext => {
  const stored: unknown = row.settings ? JSON.parse(row.settings) : {}
  const values: Settings = { ...DEFAULT_SETTINGS, ...storedSettings.parse(stored) }
  const cooldownMs = values.recipient_cooldown_hours * 3_600_000
  type Stored = Omit<BlastTemplate, 'media'> & { key: string | null; mimetype: string | null; filename: string | null }
  const templates = (row.templates ? (JSON.parse(row.templates) as Stored[]) : []).map(
    ({ key, mimetype, filename, ...t }): BlastTemplate => ({
      ...t,
      media: key && mimetype ? { key, mimetype, filename: filename ?? key } : null,
    }),
  )
  return {
    priceSen: feeOf({ own: row.own_fee, level: row.level_fee, setting: values.price }) * 100,
    interval: { min: row.interval_min, max: row.interval_max, floor: values.interval_floor },
    window: { start: values.send_window_start, end: values.send_window_end },
    dailyCap: values.daily_cap,
    cooldownMs,
    settleAfterMs: values.settle_after_s * 1_000,
    waVersion: values.whatsapp_version || null,
    templates,
    place: pauseOf(row.pause),
    nextClaimableAt: nextClaimableAt({ oldestAttemptAt: row.oldest, heldByOthers: row.claimed === 1, cooldownMs }, now),
    claimable: row.claimable,
    cooling: row.cooling,
  }
}

/** A row that was written later (a larger version) is left alone; its own writer makes it right. */
const announceStatement = (db: Db, accountId: string, version: number) =>
  db.run(sql`
    update whatsapp
    set status = 'sending', version = ${version}
    where id = ${accountId} and status <> 'sending' and version <= ${version}
  `)

type GiveBack = { accountId: string; upTo: number; keep: readonly number[] }
const giveBackStatement = (db: Db, { accountId, upTo, keep }: GiveBack) =>
  db.all<Row<typeof phoneNumbers, 'number'>>(sql`
    update phone_numbers
    set in_use = 0, in_use_by = null
    where in_use = 1
      and in_use_by = ${accountId}
      and in_use_claim <= ${upTo}
      and id not in (select value from json_each(${JSON.stringify(keep)}))
    returning number
  `)
/**
 * Gives back every number that the account's claims up to this one took, except those to keep. Should the statement run
 * late, after its caller gave up on it, later claims are untouched: a number in a buffer is never free for others.
 */
export const giveBackNumbers = (db: Db, what: GiveBack): Promise<Row<typeof phoneNumbers, 'number'>[]> =>
  giveBackStatement(db, what)

/** Suppression, status and consent only: cooldown and claims do not matter to a repair of a message that was sent. */
export const mayBeWrittenTo = async (db: Db, number: string): Promise<boolean> => {
  const rows = await db.all(sql`
    select 1
    from phone_numbers
    where number = ${number} and status = 'active' and suppressed = 0 and consent_at is not null
  `)
  return rows.length > 0
}
