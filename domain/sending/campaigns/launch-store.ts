// Writes down the recipients of a campaign that was launched, in steps, and ends what is over (rules campaigns, campaign-once). A step is one
// transaction that names where the one before ended: of two that run at once, one changes nothing.
import { COOLDOWN_H } from '../../ground/settings/cooldown-store.ts'
import { sql } from 'drizzle-orm'
import { HOUR_MS } from '../../../contract/ground/time.ts'
import type { Rule } from '../../../contract/recipients/segments.ts'
import { type Db, runNamed } from '../../ground/db/connection.ts'
import { refuseUnless } from '../../ground/db/refusal-store.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { sendable } from '../../recipients/phone-numbers/list-store.ts'
import { ruleSql } from '../../recipients/segments/rule-store.ts'
import { inStep } from '../../recipients/segments/store.ts'
import { COST_USED_UP } from './spend-store.ts'
import { joinedPass } from './join-store.ts'
import { aheadIn, aheadOf, laneOf } from './zone-store.ts'

/** Rows of the list that a step looks at. */
const LAUNCH_STEP = 8_192
/** A campaign, and how far it has come. */
export type Walk = {
  id: number
  rule: string | null
  zone_field: string | null
  launched_to: number
  through_id: number
}

/**
 * Of the next step of a walk, as SQL. found: how many of it have a row. written: whoever fits has one.
 * @param from when who rests after nothing may be sent to (epoch ms); 0: from the launch on, which takes no byte
 */
export const stepOf = (
  db: Db,
  { id, rule, zone_field: zone, launched_to: after, through_id: through }: Walk,
  now: number,
  from: number,
) => {
  const step = sql`(select * from ${inStep(after, LAUNCH_STEP)} where p.id <= ${through}) p`
  const fits = rule === null ? sql`true` : ruleSql(JSON.parse(rule) as Rule, { now, after, rows: LAUNCH_STEP })
  const reached = sql`coalesce((select max(p.id) from ${step}), ${through})`
  const rested = sql`p.last_attempt_at + ${COOLDOWN_H} * ${HOUR_MS}`
  const rows = sql`q.campaign_id = ${id} and q.number_id > ${after} and q.number_id <= ${reached}`
  return {
    fitting: sql`select p.id from ${step} where ${fits}`,
    rows,
    reached,
    isLast: sql`(select count(*) from ${step}) < ${LAUNCH_STEP}`,
    found: sql`(select count(*) from campaign_people q where ${rows})`,
    /** For an update of the campaign: as many more, or fewer, in all and of each zone. */
    counted: (sign: '+' | '-') => sql`
      (people, people_wita, people_wit) = (
        select
          people ${sql.raw(sign)} count(*),
          people_wita ${sql.raw(sign)} count(*) filter (where ${aheadIn(sql`q.at`)} = 1),
          people_wit ${sql.raw(sign)} count(*) filter (where ${aheadIn(sql`q.at`)} = 2)
        from campaign_people q
        where ${rows}
      )
    `,
    // who rests after another message may be sent to when that is over: they are not looked at before
    written: db.run(sql`
      insert or ignore into campaign_people (campaign_id, number_id, state, at)
      select ${id}, p.id, 0, iif(${rested} > ${now}, ${rested}, ${from}) + ${laneOf(aheadOf(zone, sql`p.id`))}
      from ${step}
      where ${fits} and ${sendable(now)}
    `),
  }
}

/** @returns the state that it has now; `launching`: there is more */
const launchStep = async (db: Db, walk: Walk, now: number) => {
  const { id, launched_to: after } = walk
  const { reached, isLast, found, counted, written } = stepOf(db, walk, now, 0)
  const { moved } = await runNamed(db, {
    mine: refuseUnless(
      db,
      'status_moved',
      sql`exists (select 1 from campaigns where id = ${id} and state = 'launching' and launched_to = ${after})`,
    ),
    written,
    moved: db.all<{ state: string }>(sql`
      update campaigns
      set
        ${counted('+')},
        launched_to = ${reached},
        why = iif(${isLast} and people + ${found} = 0 and rolling = 0, 'nobody', why),
        pass = ${joinedPass(now)},
        state = case
          when not (${isLast}) then 'launching'
          when people + ${found} = 0 and rolling = 0 then 'draft'
          else 'running'
        end
      where id = ${id}
      returning state
    `),
  })
  return moved[0]?.state
}
/** Goes on with one campaign that was launched, while there is time. */
export const continueLaunch = async (db: Db, id: number, now: number, hasTime: () => boolean): Promise<void> => {
  for (;;) {
    const [next] = await db.all<Walk>(sql`
      select id, rule, zone_field, launched_to, through_id from campaigns where state = 'launching' and id = ${id}
    `)
    if (!next || !hasTime()) return
    try {
      await launchStep(db, next, now)
    } catch (error) {
      // somebody else went on with it
      if (refusalOf(error) !== 'status_moved') throw error
    }
  }
}
/** One that fails keeps no other. */
export const eachCampaign = async (
  open: readonly { id: number }[],
  act: (id: number) => Promise<void>,
): Promise<void> => {
  const failures: unknown[] = []
  for (const { id } of open) await act(id).catch((error: unknown) => void failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'the people of some campaigns could not be written down')
}
export const continueLaunches = async (db: Db, now: number, hasTime: () => boolean): Promise<void> =>
  eachCampaign(
    await db.all<{ id: number }>(sql`select id from campaigns where state = 'launching' order by launched_at, id`),
    (id) => continueLaunch(db, id, now, hasTime),
  )

/** Whose last person is done and nobody joins, whose end has come, or whose budget is used up: when nobody is held any more. */
export const endCampaigns = async (db: Db, now: number): Promise<void> => {
  await db.run(sql`
    update campaigns
    set state = 'finished', ended_at = ${now}
    where state = 'running'
      and claimed = settled
      and (
        (settled + dropped + gone >= people and rolling <> 1)
        or coalesce(end_at, ${now + 1}) <= ${now}
        or (budget is not null and settled >= budget)
        or ${COST_USED_UP}
      )
  `)
}
