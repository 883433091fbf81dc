// Who got what of a campaign, and what came of it by hours, in SQL (rule campaigns).
import { type SQL, sql } from 'drizzle-orm'
import { bitOf, type Came, cameIn } from '../../../contract/ground/came.ts'
import { COUNT_MAX } from '../../../contract/ground/count-max.ts'
import { type CampaignHour, type CampaignPerson, type CampaignStops } from '../../../contract/sending/campaigns.ts'
import { type CampaignPersonState, PERSON_STATES } from '../../../contract/sending/reports.ts'
import { iso } from '../../../contract/ground/time.ts'
import { type Db, runNamed } from '../../ground/db/connection.ts'
import { offsetOf, type Page } from '../../ground/db/page-rules.ts'
import { stopsAfter } from './judge-store.ts'
import type { Reported } from './report-files.ts'
import { NAME_OF_TEMPLATE } from './store.ts'
import { momentIn } from './zone-store.ts'

type StoredPerson = {
  id: number
  number: string
  name: string
  state: number
  /** null: of one that was never launched. */
  at: number | null
  /** Of the campaign. */
  ended_at: number | null
  template_name: string | null
  came: number
}
const WAITING = 0
const wordOf = ({ state, ended_at: endedAt }: Pick<StoredPerson, 'state' | 'ended_at'>): CampaignPersonState =>
  state === WAITING && endedAt !== null ? 'unsent' : (PERSON_STATES[state] ?? 'waiting')
export const placeOf = ({ at, came, ...row }: Pick<StoredPerson, 'state' | 'at' | 'came' | 'ended_at'>) => {
  const state = wordOf(row)
  return { state, at: state === 'unsent' ? null : iso(at), came: cameIn(came) }
}
const personOf = ({ state, at, came, ended_at, ...row }: StoredPerson): CampaignPerson => ({
  ...row,
  ...placeOf({ state, at, came, ended_at }),
})
/** Which of its people. */
export type Wanted = { id: number; state?: CampaignPersonState | undefined; came?: Came | undefined }
/** As a row or a file says it. */
export const storedState = (state: CampaignPersonState): number =>
  state === 'unsent' ? WAITING : PERSON_STATES.indexOf(state)
const HAS_ENDED = sql`exists (select 1 from campaigns c where c.id = q.campaign_id and c.ended_at is not null)`
const people = ({ id, state, came }: Wanted): SQL => sql`
  from campaign_people q
  where q.campaign_id = ${id}
    ${state === undefined ? sql`` : sql`and q.state = ${storedState(state)}`}
    ${state === 'unsent' ? sql`and ${HAS_ENDED}` : sql``}
    ${came === undefined ? sql`` : sql`and q.came & ${bitOf(came)}`}
`
/** @param row of `campaign_people` */
const templateOf = (row: SQL): SQL => sql`
  select ${NAME_OF_TEMPLATE}
  from campaign_templates x
  left join templates t on t.id = x.template_id
  where x.campaign_id = ${row}.campaign_id and x.variant = ${row}.variant
`
/** Who rests after nothing may be sent to from the launch on, in the hours of their zone. @param row of `campaign_people` @param launchedAt an expression */
const atOf = (row: SQL, launchedAt: SQL): SQL =>
  sql`coalesce(nullif(${momentIn(sql`${row}.at`)}, 0), ${launchedAt}) as at`
const LAUNCHED_AT = sql`(select c.launched_at from campaigns c where c.id = k.campaign_id)`
const ENDED_AT = sql`(select c.ended_at from campaigns c where c.id = k.campaign_id)`
const SHOWN = sql`
  select
    p.id, p.number, p.name, k.state, ${atOf(sql`k`, LAUNCHED_AT)}, ${ENDED_AT} as ended_at, (${templateOf(sql`k`)}) as template_name, k.came
`
/** By the order of the list of recipients, oldest first. */
export const peoplePage = async (
  db: Db,
  { limit, page, ...wanted }: Page & Wanted,
): Promise<{ rows: CampaignPerson[]; total: number }> => {
  const { rows, count } = await runNamed(db, {
    rows: db.all<StoredPerson>(sql`
      ${SHOWN}
      from (select q.* ${people(wanted)} order by q.number_id limit ${limit} offset ${offsetOf({ limit, page })}) k
      cross join phone_numbers p on p.id = k.number_id
    `),
    count: db.all<{ n: number }>(sql`select count(*) as n from (select 1 ${people(wanted)} limit ${COUNT_MAX})`),
  })
  return { rows: rows.map(personOf), total: count[0]?.n ?? 0 }
}
/** For a file: the next so many, by id. */
export const peopleAfter = async (
  db: Db,
  { after, limit, ...wanted }: Wanted & { after: number; limit: number },
): Promise<CampaignPerson[]> => {
  const rows = await db.all<StoredPerson>(sql`
    ${SHOWN}
    from (select q.* ${people(wanted)} and q.number_id > ${after} order by q.number_id limit ${limit}) k
    cross join phone_numbers p on p.id = k.number_id
  `)
  return rows.map(personOf)
}
/** The newest campaigns are looked at, one key each: a number is in some of them, and the list of all grows for ever. */
const LOOKED_AT = 200
const IN_A_CAMPAIGN_SHOWN = 20
export type InCampaign = Pick<CampaignPerson, 'state' | 'at' | 'template_name' | 'came'> & {
  id: number
  name: string
}
/** The campaigns that a number is or was in, newest first, while its row is there. */
export const campaignsOfNumber = async (db: Db, numberId: number): Promise<InCampaign[]> =>
  (
    await db.all<StoredPerson>(sql`
      select k.id, k.name, k.ended_at, q.state, ${atOf(sql`q`, sql`k.launched_at`)}, q.came, (${templateOf(sql`q`)}) as template_name
      from (
        select id, name, created_at, launched_at, ended_at from campaigns where state <> 'draft' order by created_at desc, id desc limit ${LOOKED_AT}
      ) k
      cross join campaign_people q on q.campaign_id = k.id and q.number_id = ${numberId}
      order by k.created_at desc, k.id desc
      limit ${IN_A_CAMPAIGN_SHOWN}
    `)
  ).map(({ id, name, template_name, ...row }) => ({ id, name, template_name, ...placeOf(row) }))
/** A campaign that was launched, and where a person stands in it by their row. state null: they have none, or it is in a file. */
type PlaceIn = { campaign_id: number; name: string; ended_at: number | null; person: number } & (
  | (Pick<StoredPerson, 'state' | 'at' | 'came' | 'template_name'> & { state: number })
  | { state: null }
)
/** By the ids of campaigns; none: nobody in the list has this number. */
export const placesAfter = (
  db: Db,
  { number, after, limit }: { number: string; after: number; limit: number },
): Promise<PlaceIn[]> =>
  db.all<PlaceIn>(sql`
    select c.id as campaign_id, c.name, c.ended_at, p.id as person, q.state, ${atOf(sql`q`, sql`c.launched_at`)}, q.came, (${templateOf(sql`q`)}) as template_name
    from phone_numbers p
    cross join (
      select id, name, launched_at, ended_at from campaigns where id > ${after} and state <> 'draft' order by id limit ${limit}
    ) c
    left join campaign_people q on q.campaign_id = c.id and q.number_id = p.id
    where p.number = ${number}
    order by c.id
  `)
/**
 * Those who are recipients still, of what a file says of them (rule campaign-report). A row that was given another number is another person's, of
 * whom the file says nothing.
 */
export const peopleOf = async (db: Db, id: number, filed: readonly Reported[]): Promise<CampaignPerson[]> => {
  const rows = await db.all<StoredPerson>(sql`
    ${SHOWN}
    from (
      select
        ${id} as campaign_id,
        value ->> 'number_id' as number_id,
        value ->> 'state' as state,
        value ->> 'at' as at,
        value ->> 'variant' as variant,
        value ->> 'came' as came
      from json_each(${JSON.stringify(filed)})
    ) k
    cross join phone_numbers p on p.id = k.number_id
    where not exists (
      select 1
      from audit_log a
      where a.target = cast(p.id as text)
        and a.action = 'phonenumber.update'
        and a.at > (select ended_at from campaigns where id = k.campaign_id)
        and a.after ->> 'number' <> a.before ->> 'number'
    )
    order by p.id
  `)
  return rows.map(personOf)
}
/** hours: oldest first. */
export const cameOf = async (db: Db, id: number): Promise<{ hours: CampaignHour[]; stops: CampaignStops | null }> => {
  const { rows, stops } = await runNamed(db, {
    rows: db.all<Omit<CampaignHour, 'hour'> & { hour: number }>(sql`
      select hour, template_id, success, fail, unknown, delivered, read, answered
      from campaign_hours
      where campaign_id = ${id}
      order by hour, template_id
    `),
    stops: stopsAfter(db, id),
  })
  return { hours: rows.map((row) => ({ ...row, hour: new Date(row.hour).toISOString() })), stops: stops[0] ?? null }
}

/** Accounts that hold people of it. */
export const holdersOf = async (db: Db, id: number): Promise<string[]> =>
  (
    await db.all<{ id: string }>(sql`
      select distinct in_use_by as id from phone_numbers where in_use = 1 and in_use_by is not null and in_use_campaign = ${id}
    `)
  ).map((row) => row.id)
/** Campaigns that do not run and of which somebody is held still. */
export const heldAtRest = (db: Db): Promise<{ id: number }[]> =>
  db.all<{ id: number }>(sql`select id from campaigns where state in ('paused', 'cancelled') and claimed > settled`)
