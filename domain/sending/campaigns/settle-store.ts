// What settled messages change in their campaigns (rules campaigns, campaign-once), in the transaction of their settlement and before it releases
// their people's rows.
import { type SQL, sql } from 'drizzle-orm'
import type { FailReason } from '../../../contract/sending/last-run.ts'
import { PERSON_STATES } from '../../../contract/sending/reports.ts'
import type { SettledResult, SettlementBatch } from '../../../contract/money/settlement.ts'
import { CAMPAIGN_ROWS_DAYS } from '../../../contract/ground/campaign-days.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/ground/time.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'

/**
 * Of people `p` and their rows `q`: has none, and no launch will come to count it. A rolling campaign of a restored database has not met them yet (rule
 * campaign-rolling), or their row is somebody else's by now.
 */
const UNCOUNTED = sql`
  (
    q.number_id is null
    and campaigns.state <> 'draft'
    and not (campaigns.state = 'launching' and p.id > campaigns.launched_to and p.id <= campaigns.through_id)
  )
`
/** Of `campaigns`: whose row is in a file was counted before it went there, and a second row would stand between its files (rule campaign-report). */
const listed = (now: number): SQL => sql`coalesce(campaigns.ended_at, ${now}) >= ${now - CAMPAIGN_ROWS_DAYS * DAY_MS}`
type OfCampaign = SettledResult & { campaign: number }
type Outcome = SettledResult['to']
const moved = (r: SettledResult, of: Outcome): number => (r.to === of ? 1 : 0) - (r.from === of ? 1 : 0)
const countsOf = (results: readonly OfCampaign[]) => {
  const sum = (of: (r: OfCampaign) => number): number => results.reduce((all, r) => all + of(r), 0)
  return {
    success: sum((r) => moved(r, 'success')),
    fail: sum((r) => moved(r, 'fail')),
    unknown: sum((r) => moved(r, 'unknown')),
    costSen: sum((r) => moved(r, 'success') * r.priceSen),
  }
}
/** By their reason; one that was called failed and arrived is taken from the reason that it was counted under. */
const failuresOf = (results: readonly OfCampaign[]): Partial<Record<FailReason, number>> => {
  const failures: Partial<Record<FailReason, number>> = {}
  for (const r of results) if (r.reason) failures[r.reason] = (failures[r.reason] ?? 0) + moved(r, 'fail')
  return failures
}
const groups = (results: readonly OfCampaign[], by: (r: OfCampaign) => string): OfCampaign[][] => [
  ...Map.groupBy(results, by).values(),
]

/** None where no message was of a campaign. */
export const campaignStatements = (db: Db, batches: readonly SettlementBatch[], now: number): Statement[] => {
  const results = batches.flatMap((b) => b.results).filter((r): r is OfCampaign => r.campaign !== undefined)
  if (results.length === 0) return []
  // the last of a person is what became of them
  const people = groups(results, (r) => `${r.campaign} ${r.numberId}`).flatMap((all) => {
    const last = all.at(-1)
    if (!last) return []
    const { campaign, numberId, templateId, attemptedAt, to } = last
    return [{ campaign, numberId, templateId, at: attemptedAt, state: PERSON_STATES.indexOf(to) }]
  })
  const changes = groups(results, (r) => String(r.campaign)).map((all) => ({
    id: all[0]?.campaign,
    ...countsOf(all),
    failures: failuresOf(all),
  }))
  const hours = groups(results, (r) => `${r.campaign} ${Math.floor(r.attemptedAt / HOUR_MS)} ${r.templateId}`).map(
    (all) => ({
      id: all[0]?.campaign,
      hour: Math.floor((all[0]?.attemptedAt ?? 0) / HOUR_MS) * HOUR_MS,
      templateId: all[0]?.templateId ?? '',
      ...countsOf(all),
    }),
  )
  const told = sql`json_each(${JSON.stringify(people)}) j`
  const theirs = sql`q.campaign_id = j.value ->> 'campaign' and q.number_id = j.value ->> 'numberId'`
  const hasList = listed(now)
  // a launch that a restored database goes on with has no row yet of who was written to: they count as well
  const those = (which: SQL) => sql`
    (
      select count(*)
      from ${told}
      cross join phone_numbers p on p.id = j.value ->> 'numberId'
      left join campaign_people q on ${theirs}
      where j.value ->> 'campaign' = campaigns.id and (q.number_id is not null or ${hasList}) and ${which}
    )
  `
  const first = (states: string) => those(sql`coalesce(q.state, 0) in (${sql.raw(states)})`)
  return [
    // A campaign that was never launched here and has results is of a backup from before its launch: launched again, it would send twice.
    db.run(sql`
      update campaigns
      set
        people = people + ${those(UNCOUNTED)},
        claimed = claimed + ${first('0')},
        settled = settled + ${first('0, 1')},
        success = success + (c.value ->> 'success'),
        fail = fail + (c.value ->> 'fail'),
        unknown = unknown + (c.value ->> 'unknown'),
        failures = (
          select json_group_object(reason, n)
          from (
            select key as reason, sum(value) as n
            from (
              select key, value from json_each(campaigns.failures)
              union all
              select key, value from json_each(c.value, '$.failures')
            )
            group by key
            -- one that arrived after all may have failed before reasons were counted
            having sum(value) > 0
          )
        ),
        cost_sen = cost_sen + (c.value ->> 'costSen'),
        why = iif(state = 'draft', 'restored', why),
        ended_at = iif(state = 'draft', ${now}, ended_at),
        state = iif(state = 'draft', 'cancelled', state)
      from json_each(${JSON.stringify(changes)}) c
      where campaigns.id = c.value ->> 'id'
    `),
    // Of a campaign that a restored database has not written down yet, too: its launch goes on, and passes over who has a row.
    db.run(sql`
      insert into campaign_people (campaign_id, number_id, state, at, variant)
      select
        j.value ->> 'campaign',
        j.value ->> 'numberId',
        j.value ->> 'state',
        j.value ->> 'at',
        (
          select x.variant
          from campaign_templates x
          where x.campaign_id = j.value ->> 'campaign' and x.template_id = j.value ->> 'templateId'
        )
      from ${told}
      where exists (
          select 1
          from campaigns
          where id = j.value ->> 'campaign' and (${hasList} or exists (select 1 from campaign_people q where ${theirs}))
        )
        and exists (select 1 from phone_numbers where id = j.value ->> 'numberId')
      on conflict (campaign_id, number_id) do update set
        state = excluded.state, at = excluded.at, variant = excluded.variant
    `),
    db.run(sql`
      insert into campaign_hours (campaign_id, hour, template_id, success, fail, unknown)
      select
        value ->> 'id', value ->> 'hour', value ->> 'templateId', value ->> 'success', value ->> 'fail', value ->> 'unknown'
      from json_each(${JSON.stringify(hours)})
      where exists (select 1 from campaigns where id = value ->> 'id')
      on conflict (campaign_id, hour, template_id) do update set
        success = success + excluded.success, fail = fail + excluded.fail, unknown = unknown + excluded.unknown
    `),
  ]
}

/**
 * The object of this account is lost: whom it had claimed for a campaign may have been written to, so nobody of them is claimed for it again.
 * Goes before the statement that releases their rows.
 */
export const unknownInCampaigns = (
  db: Db,
  accountId: string,
  claimed: readonly { campaign: number; id: number }[],
  now: number,
): Statement[] => {
  const theirs = sql`
    (
      select h.campaign, h.number_id
      from (
        select value ->> 'campaign' as campaign, value ->> 'id' as number_id from json_each(${JSON.stringify(claimed)})
        union
        select in_use_campaign, id
        from phone_numbers
        where in_use = 1 and in_use_by = ${accountId} and in_use_campaign is not null
      ) h
      cross join campaigns on campaigns.id = h.campaign
      where ${listed(now)}
        or exists (select 1 from campaign_people q where q.campaign_id = h.campaign and q.number_id = h.number_id)
    )
  `
  const open = sql`
    ${theirs} j
    cross join phone_numbers p on p.id = j.number_id
    left join campaign_people q on q.campaign_id = j.campaign and q.number_id = j.number_id
  `
  return [
    db.run(sql`
      update campaigns
      set
        people = people + (select count(*) from ${open} where j.campaign = campaigns.id and ${UNCOUNTED}),
        claimed = claimed + (select count(*) from ${open} where j.campaign = campaigns.id and coalesce(q.state, 0) = 0),
        settled = settled + (select count(*) from ${open} where j.campaign = campaigns.id and coalesce(q.state, 0) in (0, 1)),
        why = iif(state = 'draft', 'restored', why),
        ended_at = iif(state = 'draft', ${now}, ended_at),
        state = iif(state = 'draft', 'cancelled', state)
      where id in (select campaign from ${theirs})
    `),
    // of a campaign that the backup has not launched yet, or not to its end, too
    db.run(sql`
      insert into campaign_people (campaign_id, number_id, state, at)
      select j.campaign, j.number_id, 4, ${now}
      from ${theirs} j
      cross join phone_numbers p on p.id = j.number_id
      where true
      on conflict (campaign_id, number_id) do update set state = 4, at = excluded.at where state in (0, 1)
    `),
  ]
}

/**
 * After a restoration, whose tables were read at different moments: nobody is in a campaign who is in no list, or would stand before the others for
 * ever; who is held by nobody waits; and the counts are those of the rows. What was settled or claimed since comes afterwards.
 */
export const recountCampaigns = (db: Db): Statement[] => {
  const rows = (states: string) =>
    sql`(select count(*) from campaign_people q where q.campaign_id = campaigns.id and q.state in (${sql.raw(states)}))`
  return [
    db.run(sql`delete from campaign_people where not exists (select 1 from phone_numbers p where p.id = number_id)`),
    db.run(sql`
      update campaign_people
      set state = 0
      where state = 1
        and not exists (
          select 1 from phone_numbers p where p.id = number_id and p.in_use = 1 and p.in_use_campaign = campaign_id
        )
    `),
    db.run(sql`
      update campaigns
      set
        -- of who was written to and has no row any more the counter alone knows
        claimed = max(settled, ${rows('2, 3, 4')}) + ${rows('1')},
        settled = max(settled, ${rows('2, 3, 4')}),
        dropped = ${rows('5')},
        -- a rolling one has gone on while its people were read; those of a launch are counted by its steps
        people = iif(state = 'launching', people, max(people, max(settled, ${rows('2, 3, 4')}) + ${rows('0, 1, 5')})),
        gone = max(0, people - max(settled, ${rows('2, 3, 4')}) - ${rows('0, 1, 5')})
      where state in ('launching', 'running', 'paused')
    `),
  ]
}
