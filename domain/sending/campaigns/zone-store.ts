// In which zone a campaign's person lives (rule campaign-zone): their clock is so many hours ahead of Jakarta's. Whoever waits has it in their
// moment, so that the people of a zone stand together in the index of those who wait, and whose zone is closed is not read.
import { type SQL, sql } from 'drizzle-orm'
import { ZONE_COUNTED } from '../../../contract/sending/campaign-hours.ts'
import { HOUR_MS } from '../../../contract/ground/time.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refuseIf } from '../../ground/db/refusal-store.ts'
import { COOLDOWN_H } from '../../ground/settings/cooldown-store.ts'

/** Added to the moment for each hour. No moment is as late: this is the year 33658. */
const LANE_MS = '1000000000000000'
const LANE = sql.raw(LANE_MS)
/** As people write it: small, without spaces, UTC and GMT alike. Everything else is Jakarta's. */
const WITA = ['wita', 'utc+8', 'utc+08', 'utc+08:00', '+8', '+08', '+08:00', 'asia/makassar', 'asia/ujung_pandang']
const WIT = ['wit', 'utc+9', 'utc+09', 'utc+09:00', '+9', '+09', '+09:00', 'asia/jayapura']
const among = (names: readonly string[]): SQL => sql.raw(`(${names.map((name) => `'${name}'`).join(', ')})`)

/** Hours ahead of Jakarta, by a field of recipients. @param key null: everybody has Jakarta's clock @param id of a recipient */
export const aheadOf = (key: string | null, id: SQL): SQL => {
  if (key === null) return sql`0`
  const field = sql`(select f.fields ->> ${`$.${key}`} from phone_fields f where f.number_id = ${id})`
  const kept = sql`replace(replace(lower(${field}), ' ', ''), 'gmt', 'utc')`
  return sql`case when ${kept} in ${among(WITA)} then 1 when ${kept} in ${among(WIT)} then 2 else 0 end`
}
/** The first `at` of a zone's people. @param ahead hours */
export const laneOf = (ahead: SQL): SQL => sql`(${ahead}) * ${LANE}`
/** The zone in an `at`, as hours. */
export const aheadIn = (at: SQL): SQL => sql`${at} / ${LANE}`
/** The moment in an `at`, epoch ms. */
export const momentIn = (at: SQL): SQL => sql`${at} % ${LANE}`
/** Who waits in each zone, from WIB on. counted: how many, ZONE_COUNTED at most; free: when the last of them has rested, epoch ms. */
export type ZoneWaits = { counted: number; free: number | null }
/** Who waits in the zone j.value. @param campaign its id */
const inZone = (campaign: SQL): SQL => sql`
  from campaign_people q indexed by campaign_people_due
  where q.campaign_id = ${campaign} and q.state = 0 and q.at >= ${laneOf(sql`j.value`)} and q.at < ${laneOf(sql`j.value + 1`)}
`
/** JSON of these; an expression. One without zones counts nobody. @param campaign its id @param isZoned whether it has zones */
export const zoneWaits = (campaign: SQL, isZoned: SQL): SQL => {
  const those = inZone(campaign)
  return sql`(
    select json_group_array(json_object(
      'counted', iif(${isZoned}, (select count(*) from (select 1 ${those} limit ${ZONE_COUNTED})), 0),
      'free', ${momentIn(sql`(select max(q.at) ${those})`)}
    ))
    from json_each('[0,1,2]') j
  )`
}
/** So many of each zone are looked at. */
const LOOKED_AT = 100
/**
 * JSON: of each zone when the last of those who are due next has rested (epoch ms; 0: nobody rests), where another message reached them since they were
 * written down: a claim says so in their rows, and none looks at a campaign that is paused, closed, or has had its share. An expression.
 * @param campaign its id
 */
export const restSince = (campaign: SQL): SQL => sql`(
  select json_group_array((
    select coalesce(max(p.last_attempt_at) + ${COOLDOWN_H} * ${HOUR_MS}, 0)
    from (select q.number_id ${inZone(campaign)} order by q.at limit ${LOOKED_AT}) d
    cross join phone_numbers p on p.id = d.number_id
  ))
  from json_each('[0,1,2]') j
)`
/** For the batch of a launch, after which nobody deletes its field: fails it (status_moved) where that went since it was judged. */
export const refuseZoneGone = (db: Db, id: number): Statement =>
  refuseIf(
    db,
    'status_moved',
    sql`exists (
      select 1
      from campaigns
      where id = ${id}
        and zone_field is not null
        and zone_field not in (select key from recipient_fields where deleted_at is null)
    )`,
  )
