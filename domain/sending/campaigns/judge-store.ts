// Whether a campaign stops by itself: of those it was sent to since it was launched, or let go on, too many got nothing, stopped or say that they never
// agreed (rule campaign-stops). The cron asks every minute.
import { type SQL, sql } from 'drizzle-orm'
import { MINUTE_MS } from '../../../contract/ground/time.ts'
import type { CampaignRow, CampaignStops } from '../../../contract/sending/campaigns.ts'
import { type Db, runNamed } from '../../ground/db/connection.ts'
import { parseSettings } from '../../ground/settings/rules.ts'
import { selectSettings } from '../../ground/settings/store.ts'
import { ENOUGH, type Judged, tooMany } from './judge-rules.ts'

/** Of one that sends for long it is asked every five minutes: from the stops since, which are many then. */
const LONG = 5_000
const EVERY_MS = 5 * MINUTE_MS
const OWN = sql`s.via not in ('admin', 'import')`
const DISPUTES = sql`s.via = 'dispute'`
/** Of campaigns as c: who got it since then, and stopped afterwards. From the stops: of the campaign's people there may be a million. */
const stopsOf = (how: SQL, since = sql`c.judged_from`): SQL => sql`
  (
    select count(*)
    from suppressions s indexed by suppressions_created
    cross join phone_numbers p on p.number = s.number
    cross join campaign_people q on q.campaign_id = c.id and q.number_id = p.id
    where s.created_at >= ${since}
      and ${how}
      and q.state = 2
      and q.at >= ${since}
      and s.created_at >= q.at
  )
`
/** Of one campaign, since its launch; no row: its people are in files. @param id or an expression */
export const stopsAfter = (db: Db, id: number | SQL) =>
  db.all<CampaignStops>(sql`
    select ${stopsOf(OWN, sql`c.launched_at`)} as stopped, ${stopsOf(DISPUTES, sql`c.launched_at`)} as disputed
    from campaigns c
    where c.id = ${id} and exists (select 1 from campaign_people q where q.campaign_id = c.id)
  `)
/** @returns how many were stopped */
export const judgeCampaigns = async (db: Db, now: number): Promise<number> => {
  const isTurn = Math.floor(now / MINUTE_MS) % Math.floor(EVERY_MS / MINUTE_MS) === 0
  const since = sql`(c.success - c.judged_success + c.fail - c.judged_fail)`
  const { judged, settings } = await runNamed(db, {
    judged: db.all<Judged & { id: number }>(sql`
      select
        c.id,
        c.success - c.judged_success as success,
        c.fail - c.judged_fail as fails,
        ${stopsOf(OWN)} as stops,
        ${stopsOf(DISPUTES)} as disputes
      from campaigns c
      where c.state = 'running' and ${since} >= ${ENOUGH} and ${isTurn ? sql`true` : sql`${since} < ${LONG}`}
    `),
    settings: selectSettings(db),
  })
  const { rate_stops_percent: stopsPercent } = parseSettings(settings)
  const found = judged.flatMap(({ id, ...one }) => {
    const why = tooMany(one, stopsPercent)
    return why ? [{ id, ...why }] : []
  })
  if (found.length === 0) return 0
  const stopped = await db.all(sql`
    update campaigns
    set
      state = 'paused',
      why = j.value ->> 'why',
      why_at = ${now},
      why_count = j.value ->> 'count',
      why_of = j.value ->> 'of'
    from json_each(${JSON.stringify(found satisfies { id: number; why: CampaignRow['why'] }[])}) j
    where campaigns.id = j.value ->> 'id' and campaigns.state = 'running'
    returning campaigns.id
  `)
  return stopped.length
}
