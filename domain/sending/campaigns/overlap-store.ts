// Before a launch: who of a rule's people waits in other campaigns, and who rests now because of a message of one (rule campaign-overlap). By the
// steps of a segment's count: each looks at the rows of its own range of ids, in so many campaigns at most.
import { type SQL, sql } from 'drizzle-orm'
import { HOUR_MS, iso } from '../../../contract/ground/time.ts'
import { OVERLAPS_LOOKED_AT, type Overlap, type Rule } from '../../../contract/recipients/segments.ts'
import type { Db } from '../../ground/db/connection.ts'
import { COOLDOWN_H } from '../../ground/settings/cooldown-store.ts'
import { sendable } from '../../recipients/phone-numbers/list-store.ts'
import { ruleSql } from '../../recipients/segments/rule-store.ts'
import { inStep } from '../../recipients/segments/store.ts'
import { aheadOf } from './zone-store.ts'

type Stored = Omit<Overlap, 'free_at' | 'zones' | 'campaigns' | 'is_all'> & {
  wita: number
  wit: number
  free_at: number | null
  campaigns: string
  candidates: number
}
/** Who may still get it: those that have not ended, newest first; then those whose people may rest still. */
const candidates = (rested: SQL): SQL => sql`
  select id, name, ended_at is null as is_open
  from campaigns
  where state in ('launching', 'running', 'paused') or ended_at > ${rested}
  order by is_open desc, id desc
`
/** The people of one step, as `countStep` has them. zone: key of the field that says their zone; null: none has one. */
export const overlapStep = async (
  db: Db,
  { rule, after, rows, zone }: { rule: Rule; after: number; rows: number; zone: string | null },
  now: number,
): Promise<Overlap> => {
  const rest = sql`${COOLDOWN_H} * ${HOUR_MS}`
  const rested = sql`${now} - ${rest}`
  const [row] = await db.all<Stored>(sql`
    with
      people as materialized (
        select p.id, p.last_attempt_at as attempted, p.last_attempt_at > ${rested} as rests, ${aheadOf(zone, sql`p.id`)} as ahead
        from ${inStep(after, rows)}
        where ${ruleSql(rule, { now, after, rows })} and ${sendable(now)}
      ),
      looked as materialized (${candidates(rested)} limit ${OVERLAPS_LOOKED_AT}),
      met as materialized (
        select
          k.id as campaign,
          k.name,
          q.number_id,
          k.is_open and q.state in (0, 1) as waits,
          q.state in (2, 3, 4) and h.rests and q.at = h.attempted as rests
        from looked k
        cross join campaign_people q on q.campaign_id = k.id
          and q.number_id > ${after}
          and q.number_id <= (select max(id) from people)
        cross join people h on h.id = q.number_id
      ),
      by_campaign as materialized (
        select campaign, name, sum(waits) as waiting, sum(rests) as resting
        from met
        group by campaign
      )
    select
      (select count(distinct number_id) from met where waits) as waiting,
      (select count(distinct number_id) from met where rests) as resting,
      (select max(attempted) + ${rest} from people where rests) as free_at,
      (select count(*) from people where ahead = 1) as wita,
      (select count(*) from people where ahead = 2) as wit,
      (
        select json_group_array(json_object('id', campaign, 'name', name, 'waiting', waiting, 'resting', resting))
        from by_campaign
        where waiting + resting > 0
      ) as campaigns,
      (select count(*) from (${candidates(rested)} limit ${OVERLAPS_LOOKED_AT + 1})) as candidates
  `)
  return {
    waiting: row?.waiting ?? 0,
    resting: row?.resting ?? 0,
    free_at: iso(row?.free_at ?? null),
    zones: [row?.wita ?? 0, row?.wit ?? 0],
    campaigns: JSON.parse(row?.campaigns ?? '[]') as Overlap['campaigns'],
    is_all: (row?.candidates ?? 0) <= OVERLAPS_LOOKED_AT,
  }
}
