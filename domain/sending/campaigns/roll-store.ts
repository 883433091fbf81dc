// Rolling campaigns: every hour their segment is walked through anew, in steps as at the launch (rule campaign-rolling).
import { sql } from 'drizzle-orm'
import { HOUR_MS } from '../../../contract/ground/time.ts'
import type { Rule } from '../../../contract/recipients/segments.ts'
import { type Db, runNamed } from '../../ground/db/connection.ts'
import { refuseUnless } from '../../ground/db/refusal-store.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { isRuleGone, refuseGone } from '../../recipients/segments/store.ts'
import { eachCampaign, stepOf, type Walk } from './launch-store.ts'

const ruleOf = ({ rule }: Walk): Rule | null => (rule === null ? null : (JSON.parse(rule) as Rule))

/** Whoever fits and has no row waits from now on; of those who wait whoever fits no more has none. */
const rollStep = async (db: Db, walk: Walk, now: number): Promise<void> => {
  const { id, launched_to: after, through_id: through } = walk
  // who joins stands behind those who have waited
  const { fitting, rows, reached, isLast, counted, written } = stepOf(db, walk, now, now)
  const rule = ruleOf(walk)
  await runNamed(db, {
    mine: refuseUnless(
      db,
      'status_moved',
      sql`exists (select 1 from campaigns where id = ${id} and state = 'running' and rolling = 1 and launched_to = ${after})`,
    ),
    isAsked: rule === null ? [] : refuseGone(db, rule, now),
    before: db.run(sql`update campaigns set ${counted('-')} where id = ${id}`),
    written,
    left: db.run(sql`
      delete from campaign_people as q where ${rows} and q.state = 0 and q.number_id not in (${fitting})
    `),
    moved: db.run(sql`
      update campaigns
      set ${counted('+')}, launched_to = iif(${isLast}, ${through}, ${reached})
      where id = ${id}
    `),
  })
}
const walkOn = async (db: Db, id: number, now: number, hasTime: () => boolean): Promise<void> => {
  for (;;) {
    const [walk] = await db.all<Walk>(sql`
      select id, rule, zone_field, launched_to, through_id
      from campaigns
      where id = ${id} and state = 'running' and rolling = 1 and launched_to < through_id
    `)
    if (!walk || !hasTime()) return
    try {
      await rollStep(db, walk, now)
    } catch (error) {
      if (refusalOf(error) !== 'status_moved') throw error
      const rule = ruleOf(walk)
      // without a label whoever was left out by it would join: it goes on with the people that it has
      if (rule !== null && (await isRuleGone(db, rule, now)))
        await db.run(sql`update campaigns set rolling = 2 where id = ${id} and rolling = 1`)
    }
  }
}
/** Begins what is due and goes on with what has begun, while there is time. */
export const rollCampaigns = async (db: Db, now: number, hasTime: () => boolean): Promise<void> => {
  await db.run(sql`
    update campaigns
    set launched_to = 0, through_id = coalesce((select max(id) from phone_numbers), 0), rolled_at = ${now}
    where state = 'running'
      and rolling = 1
      and launched_to >= through_id
      and coalesce(rolled_at, launched_at) <= ${now - HOUR_MS}
  `)
  const open = await db.all<{ id: number }>(
    sql`select id from campaigns where state = 'running' and rolling = 1 and launched_to < through_id order by rolled_at, id`,
  )
  await eachCampaign(open, (id) => walkOn(db, id, now, hasTime))
}
