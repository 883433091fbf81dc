// What a run goes by beside its numbers, and the conditions under which a number may be claimed, for the claim and for the
// preview of one.
import { COOLDOWN_H } from '../../ground/settings/cooldown-store.ts'
import { type SQL, sql } from 'drizzle-orm'
import { REACH_MAX } from '../../../contract/ground/count-max.ts'
import { rupiahToSen, type Sen } from '../../../contract/ground/money.ts'
import type { PersonStop, PlacePause } from '../../../contract/people/pauses.ts'
import { MINUTE_MS } from '../../../contract/ground/time.ts'
import { DEFAULT_SETTINGS, type Settings, settings as settingsSchema } from '../../../contract/ground/settings.ts'
import type { Db } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { levels } from '../../people/levels/table.ts'
import type { phoneNumbers } from '../../recipients/phone-numbers/table.ts'
import { ASKED, notWeak } from '../../recipients/sources/grade-store.ts'
import { NOT_HELD } from '../../recipients/sources/hold-store.ts'
import { AT_THE_FRONT, BEHIND_THE_FRONT } from '../../recipients/topics/front-store.ts'
import { FALLBACKS } from '../../recipients/fields/store.ts'
import { takesOneOf } from '../../recipients/topics/store.ts'
import { notRefusedBy, sentTopics, topicOfTemplate } from '../templates/topic-store.ts'
import { IS_RESTORING } from '../../ground/restoring/store.ts'
import { PAUSE_JSON, pauseOf } from '../sending-pause/store.ts'
import { STOP_JSON, stopOf } from '../../people/users/status-store.ts'
import type { users } from '../../people/users/table.ts'
import type { RateLimits } from '../rates/rules.ts'
import { feeOf } from '../../people/levels/price-rules.ts'
import {
  type CampaignRules,
  claimedCampaign,
  hasClaimed,
  rulesOf,
  someRun,
  someWait,
  turnNow,
} from '../campaigns/claim-store.ts'
import { dailyCapOf, nextClaimableAt } from './rules.ts'
import { type BlastTemplate, type StoredTemplate, templateJson, templateOf } from '../templates/blast-template-store.ts'

const MOST = sql.raw(String(REACH_MAX))

export type RunRules = {
  priceSen: Sen
  interval: { min: number; max: number; floor: number }
  window: { start: string; end: string }
  dailyCap: number
  cooldownMs: number
  rates: RateLimits
  /** How long results may wait before they leave for the ledger (ms). */
  settleAfterMs: number
  waVersion: string | null
  templates: BlastTemplate[]
  /** Some campaign runs: the next claim asks for its people. Absent in rules that a release before stored. */
  campaigns?: boolean
  /** The campaign that the numbers of this claim are of; null or absent: of none. */
  campaign?: CampaignRules | null
  /** What stands for a field where a person has no value, by key; absent in rules of older versions. */
  fallbacks?: Readonly<Record<string, string>>
  /** The place's switch (rule sending-pause). */
  place: PlacePause
  /** Whether the account's owner was stopped (rule person-paused). */
  person: PersonStop
  /** Earliest epoch ms at which another number comes out of its cooldown; null: none is waiting. */
  nextClaimableAt: number | null
  /** Numbers claimable when asked (counted up to REACH_MAX); null unless asked for. */
  claimable: number | null
  /** Numbers that are claimable except for their cooldown (counted up to REACH_MAX); null unless asked for. */
  cooling: number | null
}

/**
 * Repeats the predicate of the partial index phone_numbers_claim. Without one of its terms SQLite does not use the index,
 * and every claim reads the whole table.
 */
export const CLAIMABLE = sql`status = 'active' and suppressed = 0 and in_use = 0 and consent_at is not null`
/**
 * For a statement with phone_numbers as p: beside what the index holds, which the cron brings up to date within minutes (rules source-hold,
 * consent-grade).
 */
export const mayBeClaimed = (request: ClaimedFor): SQL =>
  sql`${CLAIMABLE} and ${NOT_HELD} and ${notWeak(request.now)} and ${takesOneOf(topicsFor(request))}`
/** templateId: of a one-off blast, null: words of one's own; absent: the templates of the standing blast. */
export type ClaimedFor = { now: number; userId?: string; templateId?: string | null }
/** What may be sent: people who refused all of it are passed over (rule topics). */
export const topicsFor = ({ userId, templateId }: ClaimedFor): SQL =>
  templateId === undefined ? sentTopics(userId ?? null) : topicOfTemplate(templateId)
/**
 * Rows of phone_numbers (p) in the order of claims, `last_attempt_at` and `id` of each, from where a claim begins (rule topics). A one-off blast has
 * a topic of its own, or none, and begins with the first of all. SQLite does not begin the second part while the first suffices.
 * @param which the predicate of the index among it
 */
export const inLine = ({ templateId }: ClaimedFor, which: SQL, limit: SQL | number): SQL => {
  const part = (where: SQL) => sql`
    select last_attempt_at, id
    from (
      select p.last_attempt_at, p.id
      from phone_numbers p indexed by phone_numbers_claim
      where ${which} and ${where}
      order by p.last_attempt_at, p.id
      limit ${limit}
    )
  `
  if (templateId !== undefined) return part(sql`true`)
  return sql`${part(AT_THE_FRONT)} union all ${part(BEHIND_THE_FRONT)} limit ${limit}`
}
/** The service's own accounts are never written to. For a statement with phone_numbers as p. */
export const NOT_LINKED = sql`not exists (select 1 from whatsapp w where w.phonenumber = p.number and w.removed_at is null)`
/**
 * A number may be claimed if its last attempt is no later than this, epoch ms. Without a cooldown (sandbox only) that is
 * the start of the run, or a run would write to the same numbers again and again.
 */
export const restedSince = (request: { now: number; runStartedAt: number; notSince?: number | null }) => {
  const rested = sql`case when ${COOLDOWN_H} = 0 then ${request.runStartedAt - 1} else ${request.now} - ${COOLDOWN_H} * 3600000 end`
  return request.notSince == null ? rested : sql`min(${rested}, ${request.notSince - 1})`
}

/**
 * Anyone who continues a blast to everybody passes over numbers that were made since: a person who had the message and was deleted
 * and imported again would get it twice.
 */
export const thereBefore = (request: { notSince?: number | null }) =>
  request.notSince == null ? sql`true` : sql`p.created_at < ${request.notSince}`

type Person = Row<typeof users, 'blast_fee' | 'blast_interval_min' | 'blast_interval_max'>
/** The settings and templates are JSON; null: there are none. */
export type RulesRow = {
  /** null: there is no such person. */
  owner: string | null
  settings: string | null
  own_fee: Person['blast_fee']
  level_fee: Row<typeof levels>['blast_fee'] | null
  interval_min: Person['blast_interval_min']
  interval_max: Person['blast_interval_max']
  templates: string | null
  fallbacks: string
  pause: string | null
  stop: string
  oldest: Row<typeof phoneNumbers>['last_attempt_at'] | null
  claimed: 0 | 1
  claimable: number | null
  cooling: number | null
  campaigns: 0 | 1
  campaigns_wait: 0 | 1
  /** JSON, for `rulesOf`. */
  campaign: string | null
  /** A campaign whose turn it is and that this claim brought nobody of: JSON of a Turn. */
  stuck: string | null
  restoring: 0 | 1
}
type Counted = ClaimedFor & { notSince?: number | null }
/** The numbers that the claim's index holds and that may yet be refused by what it does not hold: few, and each found by an index. */
const doubtful = ({ notSince, now }: Counted): SQL => sql`
  select n.id from topic_refusals r cross join phone_numbers n on n.number = r.number
  union
  select n.id
  from whatsapp w
  cross join phone_numbers n on n.number = w.phonenumber
  where w.removed_at is null
  union
  -- a source whose people are not marked yet (rule source-hold)
  select n.id
  from consent_sources c indexed by consent_sources_held
  cross join phone_numbers n indexed by phone_numbers_source on n.consent_source = c.name
  where c.held_at is not null and c.marked = 0
  union
  -- whoever's consent does not suffice, and is not marked yet (rule consent-grade): while the settings ask for nothing, nobody is looked at
  select p.id
  from (select 1 where ${ASKED}) asked
  cross join phone_numbers p indexed by phone_numbers_claim
  where ${CLAIMABLE} and not ${notWeak(now)}
  ${notSince == null ? sql`` : sql`union select n.id from phone_numbers n indexed by phone_numbers_created where n.created_at >= ${notSince}`}
`
/**
 * Numbers (phone_numbers as p) that a claim may take, counted up to REACH_MAX: those of its index, whose rows are not looked at, without those
 * that its other conditions refuse.
 * @param when of last_attempt_at alone, or each row is read, which takes several times as long
 */
const countReach = (request: Counted, when: SQL): SQL => sql`
  (
    select iif(n < ${MOST}, n - (
      select count(*)
      from phone_numbers p
      where p.id in (${doubtful(request)})
        and ${CLAIMABLE}
        and ${when}
        and not (${mayBeClaimed(request)} and ${thereBefore(request)} and ${NOT_LINKED})
    ), n)
    from (
      select count(*) as n
      from (select 1 from phone_numbers p indexed by phone_numbers_claim where ${CLAIMABLE} and ${when} limit ${MOST})
    )
  )
`
/** What a run goes by, beside its numbers. */
export const selectRules = (
  db: Db,
  request: {
    accountId: string
    userId: string
    now: number
    runStartedAt: number
    count: boolean
    notSince?: number | null
    templateId?: string | null
    /** The claim that asks for campaigns' people; absent or null: it does not. */
    claim?: number | null
    passOver?: readonly number[]
  },
) =>
  db.all<RulesRow>(sql`
    select
      u.id as owner,
      (select json_group_object(key, value) from settings) as settings,
      u.blast_fee as own_fee,
      l.blast_fee as level_fee,
      u.blast_interval_min as interval_min,
      u.blast_interval_max as interval_max,
      (
        select json_group_array(${templateJson()})
        from templates t
        where t.status = 'active' and t.only_campaigns = 0 and ${notRefusedBy(sql`u.id`)}
      ) as templates,
      ${FALLBACKS} as fallbacks,
      ${PAUSE_JSON} as pause,
      ${STOP_JSON} as stop,
      (
        select last_attempt_at
        from (${inLine(request, sql`${mayBeClaimed(request)} and ${NOT_LINKED}`, 1)})
      ) as oldest,
      exists (select 1 from phone_numbers p where p.in_use = 1 and p.in_use_by <> ${request.accountId}) as claimed,
      ${request.count ? countReach(request, sql`p.last_attempt_at <= ${restedSince(request)}`) : sql`null`} as claimable,
      ${request.count ? countReach(request, sql`p.last_attempt_at > ${restedSince(request)}`) : sql`null`} as cooling,
      ${someRun(request.now)} as campaigns,
      ${someWait(request.now)} as campaigns_wait,
      ${request.claim == null ? sql`null` : claimedCampaign({ accountId: request.accountId, claim: request.claim })} as campaign,
      ${request.claim == null ? sql`null` : sql`iif(${hasClaimed({ accountId: request.accountId, claim: request.claim })}, null, ${turnNow(request)})`} as stuck,
      ${IS_RESTORING} as restoring
    -- one row also while a restored database has no people yet: it says so
    from (select 1)
    left join users u on u.id = ${request.userId}
    left join levels l on l.id = u.level_id
  `)

/**
 * A claim that brought nobody is made again after so long. alone: where campaigns alone have people. beside: where somebody waits in one beside the list,
 * which may be for days: each look is a claim and a row of the object, and a share of an even pace comes each ten minutes.
 */
const AGAIN_MS = { alone: MINUTE_MS, beside: 5 * MINUTE_MS }
/** Built once: building a schema costs more than parsing with it. */
const storedSettings = settingsSchema.partial()
export const toRules = (row: RulesRow, now: number): RunRules => {
  if (row.owner === null) throw new Error('the owner of this account does not exist')
  const stored: unknown = row.settings ? JSON.parse(row.settings) : {}
  const values: Settings = { ...DEFAULT_SETTINGS, ...storedSettings.parse(stored) }
  const cooldownMs = values.recipient_cooldown_hours * 3_600_000
  const templates = (row.templates ? (JSON.parse(row.templates) as StoredTemplate[]) : []).map(templateOf)
  const byList = nextClaimableAt({ oldestAttemptAt: row.oldest, heldByOthers: row.claimed === 1, cooldownMs }, now)
  // with campaigns alone nobody of the list is waited for
  const isForCampaigns = templates.length === 0 && row.campaigns === 1
  const again = now + (isForCampaigns ? AGAIN_MS.alone : AGAIN_MS.beside)
  return {
    priceSen: rupiahToSen(feeOf({ own: row.own_fee, level: row.level_fee, setting: values.price })),
    interval: { min: row.interval_min, max: row.interval_max, floor: values.interval_floor },
    window: { start: values.send_window_start, end: values.send_window_end },
    dailyCap: dailyCapOf(values),
    cooldownMs,
    rates: { stopsPercent: values.rate_stops_percent, undeliveredPercent: values.rate_undelivered_percent },
    settleAfterMs: values.settle_after_s * 1_000,
    waVersion: values.whatsapp_version || null,
    templates,
    campaigns: row.campaigns === 1,
    campaign: rulesOf(row.campaign, now),
    fallbacks: JSON.parse(row.fallbacks) as Record<string, string>,
    place: pauseOf(row.pause),
    person: stopOf(row.stop),
    // whom its pace, its hours or their rest keep back is let go at a time that no list says
    nextClaimableAt:
      isForCampaigns || row.campaigns_wait === 1 ? Math.min((isForCampaigns ? null : byList) ?? again, again) : byList,
    claimable: row.claimable,
    cooling: row.cooling,
  }
}
