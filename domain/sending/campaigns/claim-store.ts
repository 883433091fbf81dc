// Claims of a campaign's people, and who of them is looked at later (rules campaign-claim, campaign-once). A claim brings people of one
// campaign: the one with the highest priority, and among equals the one of which least was claimed since it was launched or went on.
import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/ground/time.ts'
import type { Sen } from '../../../contract/ground/money.ts'
import { type Db, runNamed } from '../../ground/db/connection.ts'
import { takesOneOf } from '../../recipients/topics/store.ts'
import { notRefusedBy } from '../templates/topic-store.ts'
import { type BlastTemplate, type StoredTemplate, templateJson, templateOf } from '../templates/blast-template-store.ts'
import { claimedSets, roomOf } from './spend-store.ts'
import { type Hours, hoursEnd, momentOfDay } from './rules.ts'
import { aheadIn, laneOf } from './zone-store.ts'

/** How many of those whose turn it is a claim looks at. */
const LOOKED_AT = 64
/** Who of those cannot be sent to now are put off together. */
const PUT_OFF = 500

type Asks = {
  accountId: string
  userId: string
  now: number
  /** Campaigns that had nobody for this account lately. */
  passOver?: readonly number[]
}
/** Active templates of a campaign that its sender has not refused. @param userId null: nobody's refusal counts */
export const templatesOf = (campaign: SQL, userId: SQL | null): SQL => sql`
  campaign_templates x
  cross join templates t on t.id = x.template_id
  where x.campaign_id = ${campaign} and x.weight > 0 and t.status = 'active' and ${notRefusedBy(userId)}
`
/** Of campaigns as c: whether its hours are open where the clock is so far ahead of Jakarta's, and somebody waits there. */
const isOpenFor = (ahead: 0 | 1 | 2, now: number): SQL => {
  const { weekday, minute } = momentOfDay(now, ahead)
  const lane = laneOf(sql.raw(String(ahead)))
  return sql`
    (c.days >> ${weekday}) & 1 = 1
    and ${minute} >= c.from_min
    and ${minute} < c.until_min
    -- not exists(), which SQLite makes a join that reads everybody who waits
    and (
      select q.at
      from campaign_people q indexed by campaign_people_due
      where q.campaign_id = c.id and q.state = 0 and q.at >= ${lane}
      order by q.at
      limit 1
    ) <= ${lane} + ${now}
  `
}
/** Hours that the clock of the zone is ahead whose turn it is, of those that are open the one that closes first; null: of none. */
const zoneNow = (now: number): SQL => sql`
  case
    when c.zone_field is not null and ${isOpenFor(2, now)} then 2
    when c.zone_field is not null and ${isOpenFor(1, now)} then 1
    when ${isOpenFor(0, now)} then 0
  end
`
/** The campaign whose turn it is: `id`, how many of it may be claimed, and of which zone (`ahead`), or no row. */
const turn = ({ userId, now, passOver = [] }: Asks, want: number): SQL => {
  const room = roomOf({ userId, now, want })
  return sql`
    select c.id, ${room} as room, ${zoneNow(now)} as ahead
    from campaigns c indexed by campaigns_turn
    where c.state = 'running'
      and coalesce(c.start_at, 0) <= ${now}
      and coalesce(c.end_at, ${now + 1}) > ${now}
      and ${room} > 0
      and ahead is not null
      and exists (select 1 from ${templatesOf(sql`c.id`, sql`${userId}`)})
      ${passOver.length === 0 ? sql`` : sql`and c.id not in (select value from json_each(${JSON.stringify(passOver)}))`}
    order by c.priority desc, c.pass, c.id
    limit 1
  `
}

const LANE_NOW = laneOf(sql`select ahead from turn`)
/**
 * For the statement of a claim, before it: `turn` has the campaign, its room and its zone, `first` the ids of its people that the claim takes. The claim writes
 * the recipients' rows alone: triggers move those of campaign_people (migrations/0064_campaigns.sql, 0066_campaign_places.sql).
 * @param may of phone_numbers as p: whom a claim may take now, whatever they would get
 */
export const withTurn = (request: Asks & { want: number }, may: SQL): SQL => sql`
  with
    turn as materialized (${turn(request, request.want)}),
    first as materialized (
      select p.id
      from (
        select q.number_id
        from campaign_people q indexed by campaign_people_due
        where q.campaign_id = (select id from turn) and q.state = 0 and q.at >= ${LANE_NOW} and q.at <= ${LANE_NOW} + ${request.now}
        order by q.at
        limit ${LOOKED_AT}
      ) q
      cross join phone_numbers p on p.id = q.number_id
      where ${may}
        and ${takesOneOf(sql`select t.topic from ${templatesOf(sql`(select id from turn)`, sql`${request.userId}`)}`)}
      limit coalesce((select room from turn), 0)
    )
`
/** In the claim's transaction, after it: what the budget has left and whose turn is next. */
export const countClaimed = (
  db: Db,
  { accountId, userId, claim, now }: { accountId: string; userId: string; claim: number; now: number },
) => {
  // counted once, for all that it changes
  return db.run(sql`
    update campaigns as c
    set claimed = claimed + k.n, pass = pass + k.n, ${claimedSets({ userId, now }, sql`k.n`)}
    from (
      select max(p.in_use_campaign) as id, count(*) as n
      from phone_numbers p
      where p.in_use = 1 and p.in_use_by = ${accountId} and p.in_use_claim = ${claim} and p.in_use_campaign is not null
    ) k
    where c.id = k.id
  `)
}
/** Whether this claim brought people of a campaign. */
export const hasClaimed = ({ accountId, claim }: { accountId: string; claim: number }): SQL =>
  sql`exists (select 1 from phone_numbers h where h.in_use = 1 and h.in_use_by = ${accountId} and h.in_use_claim = ${claim}
    and h.in_use_campaign is not null)`

/** What an account goes by while it sends a campaign. */
export type CampaignRules = {
  id: number
  /** Absent in rules that a release before asked for. */
  name?: string
  /** Epoch ms from which on its people are given back unsent. */
  until: number
  /** Sen; null: the member's own price. */
  priceSen: Sen | null
  variants: (BlastTemplate & { weight: number })[]
}
type StoredRules = Omit<CampaignRules, 'variants' | 'until'> & {
  hours: Hours
  variants: (StoredTemplate & { weight: number })[]
}
/** JSON of the campaign that this claim brought people of, for `rulesOf`; null: of none. For a statement with the owner as u. */
export const claimedCampaign = ({ accountId, claim }: { accountId: string; claim: number }): SQL => sql`
  (
    select json_object(
      'id', c.id,
      'name', c.name,
      'priceSen', c.price_sen,
      'hours', json_object(
        'days', c.days,
        'fromMin', c.from_min,
        'untilMin', c.until_min,
        'endAt', c.end_at,
        'ahead', (select ${aheadIn(sql`q.at`)} from campaign_people q where q.campaign_id = c.id and q.number_id = h.id)
      ),
      'variants', (
        select json_group_array(${templateJson(sql`'weight', weight`)})
        from (select t.*, x.weight from ${templatesOf(sql`c.id`, sql`u.id`)} order by x.variant) t
      )
    )
    from (
      select p.id, p.in_use_campaign
      from phone_numbers p
      where p.in_use = 1 and p.in_use_by = ${accountId} and p.in_use_claim = ${claim}
      limit 1
    ) h
    cross join campaigns c on c.id = h.in_use_campaign
  )
`
export const rulesOf = (json: string | null, now: number): CampaignRules | null => {
  if (json === null) return null
  const { hours, variants, ...rules } = JSON.parse(json) as StoredRules
  return {
    ...rules,
    until: hoursEnd(hours, now),
    variants: variants.map(({ weight, ...template }) => ({ ...templateOf(template), weight })),
  }
}
const runs = (now: number): SQL =>
  sql`state = 'running' and coalesce(start_at, 0) <= ${now + DAY_MS} and coalesce(end_at, ${now + 1}) > ${now}`
/** Whether there is any campaign that claims must ask for, now or within a day. */
export const someRun = (now: number): SQL => sql`exists (select 1 from campaigns where ${runs(now)})`
/** Whether any of them has people who wait, or takes more in as it runs. */
export const someWait = (now: number): SQL => sql`
  exists (
    select 1
    from campaigns
    where ${runs(now)} and (rolling = 1 or people > claimed + dropped + gone)
  )
`
/** Whose turn it is. ahead: of its people those whose clock is so many hours ahead of Jakarta's. */
export type Turn = { campaign: number; ahead: number }
/** JSON of it; null: nobody's. */
export const turnNow = (request: Asks): SQL =>
  sql`(select json_object('campaign', id, 'ahead', ahead) from (${turn(request, 1)}))`

/** Of phone_numbers as p: who stopped, agrees no more or is active no more gets nothing of a campaign that runs. */
const ENDED = sql`(p.suppressed = 1 or p.status <> 'active' or p.consent_at is null)`
/** Nobody of these can be sent to at this time; who has stopped never can. */
const LATER_MS = 6 * HOUR_MS
const SOON_MS = 10 * MINUTE_MS
/** Who refuses all that a member sends goes behind the others so often at most, where none of the others is in sight. */
const BEHIND_MS = HOUR_MS
/**
 * Those whose turn it is and who cannot be sent to go behind those who can: until their rest after another message is over, or for some
 * hours. So a campaign of which everybody rests is looked at once, and not with every claim. Who refuses all that this member sends, and
 * not all that others do, goes behind those who are due now, and stays due.
 * @returns whether the campaign has nobody for this member at present
 */
export const putOff = async (
  db: Db,
  {
    campaign,
    ahead,
    userId,
    now,
    cooldownMs,
    may,
  }: Turn & { userId: string; now: number; cooldownMs: number; may: SQL },
): Promise<boolean> => {
  const takes = (of: SQL | null): SQL => takesOneOf(sql`select t.topic from ${templatesOf(sql`${campaign}`, of)}`)
  // nearly no member refuses a topic, and then nobody is asked
  const refuses = sql`(select json_array_length(coalesce(refused_topics, '[]')) > 0 from users where id = ${userId})`
  const lane = laneOf(sql`${ahead}`)
  const first = sql`
    select q.number_id
    from campaign_people q indexed by campaign_people_due
    where q.campaign_id = ${campaign} and q.state = 0 and q.at >= ${lane} and q.at <= ${lane} + ${now}
    order by q.at
    limit ${PUT_OFF}
  `
  const someone = sql`
    exists (
      select 1
      from (${first}) f
      cross join phone_numbers p on p.id = f.number_id
      where ${may} and ${takes(sql`${userId}`)}
    )
  `
  const { behind, there } = await runNamed(db, {
    dropped: db.run(sql`
      update campaigns
      set dropped = dropped + (
        select count(*)
        from (${first}) f
        cross join phone_numbers p on p.id = f.number_id
        where ${ENDED}
      )
      where id = ${campaign}
    `),
    off: db.run(sql`
      update campaign_people
      set
        state = iif(f.stopped, 5, 0),
        at = iif(f.stopped, ${now}, ${lane} + max(f.free_at, ${now + SOON_MS}))
      from (
        select
          p.id,
          ${ENDED} as stopped,
          case
            when p.last_attempt_at + ${cooldownMs} > ${now} then p.last_attempt_at + ${cooldownMs}
            when p.in_use = 1 then 0
            else ${now + LATER_MS}
          end as free_at
        from (${first}) f
        cross join phone_numbers p on p.id = f.number_id
        where not (${may} and ${takes(null)})
      ) f
      where campaign_people.campaign_id = ${campaign} and campaign_people.number_id = f.id and campaign_people.state = 0
    `),
    behind: db.all(sql`
      update campaign_people
      set at = ${lane} + ${now}
      from (
        select p.id
        from (${first}) f
        cross join phone_numbers p on p.id = f.number_id
        where ${refuses} and not ${takes(sql`${userId}`)}
      ) f
      where campaign_people.campaign_id = ${campaign}
        and campaign_people.number_id = f.id
        and campaign_people.state = 0
        and (campaign_people.at <= ${lane} + ${now - BEHIND_MS} or ${someone})
      returning number_id
    `),
    there: db.all<{ none: 0 | 1 }>(sql`select ${refuses} and not ${someone} as none`),
  })
  return behind.length === 0 && there[0]?.none === 1
}
