// Campaigns in SQL (rule campaigns): their list, one of them, and what people do with it.
import { type SQL, sql } from 'drizzle-orm'
import type { Rule } from '../../../contract/recipients/segments.ts'
import { momentAt, momentOf } from '../../../contract/ground/moments.ts'
import { type CampaignBody, type CampaignRow, clockOf, minutesOf } from '../../../contract/sending/campaigns.ts'
import { type Rupiah, rupiahToSen, senToRupiah } from '../../../contract/ground/money.ts'
import { iso } from '../../../contract/ground/time.ts'
import { type Db, runNamed, type Statement } from '../../ground/db/connection.ts'
import { refuseIf, refuseUnless } from '../../ground/db/refusal-store.ts'
import { offsetOf, type Page } from '../../ground/db/page-rules.ts'
import type { Row } from '../../ground/db/rows.ts'
import { refuseGone } from '../../recipients/segments/store.ts'
import { byName } from '../../recipients/suppressions/store.ts'
import { daysOf, maskOf } from './rules.ts'
import type { campaigns } from './table.ts'

type Stored = Row<typeof campaigns> & {
  created_by_name: string | null
  segment_shown: string | null
  price_asked: Rupiah | null
  templates: string
}
type StoredVariant = { id: string; name: string; weight: number; ready: 0 | 1 }
export const NAME_OF_TEMPLATE = sql`coalesce(nullif(t.name, ''), substr(t.text_wa, 1, 40), x.template_id)`
/** Of campaigns as c: the price about which a question waits (rule campaign-price). */
const PRICE_ASKED = sql`
  (select p.amount from approvals p where p.kind = 'price' and p.subject = cast(c.id as text) and p.status = 'waiting')
`
const SELECTED = sql`
  c.*,
  ${byName(sql`c.created_by`)} as created_by_name,
  ${PRICE_ASKED} as price_asked,
  coalesce(c.segment_name, (select s.name from segments s where s.id = c.segment_id)) as segment_shown,
  (
    select json_group_array(json_object('id', x.template_id, 'name', x.name, 'weight', x.weight, 'ready', x.ready))
    from (
      select x.template_id, x.weight, ${NAME_OF_TEMPLATE} as name, coalesce(t.status = 'active', 0) as ready
      from campaign_templates x
      left join templates t on t.id = x.template_id
      where x.campaign_id = c.id and x.weight > 0
      order by x.variant
    ) x
  ) as templates
`
export const present = (row: Stored): CampaignRow => ({
  id: row.id,
  name: row.name,
  state: row.state,
  why: row.why,
  why_count: row.why_count,
  why_of: row.why_of,
  segment_id: row.segment_id,
  segment_name: row.segment_shown,
  audience: row.rolling === 1 ? 'rolling' : 'frozen',
  rolled_at: iso(row.rolled_at),
  audience_lost: row.rolling === 2,
  templates: (JSON.parse(row.templates) as StoredVariant[]).map(({ ready, ...rest }) => ({
    ...rest,
    ready: ready === 1,
  })),
  start_at: iso(row.start_at),
  end_at: iso(row.end_at),
  days: daysOf(row.days),
  from: clockOf(row.from_min),
  until: clockOf(row.until_min),
  zone_field: row.zone_field,
  budget: row.budget,
  budget_rupiah: row.budget_sen === null ? null : senToRupiah(row.budget_sen),
  pace: row.even === 1 ? 'even' : 'fast',
  price: row.price_sen === null ? null : senToRupiah(row.price_sen),
  price_asked: row.price_asked,
  priority: row.priority,
  people: row.people,
  waiting: Math.max(0, row.people - row.claimed - row.dropped - row.gone),
  held: row.claimed - row.settled,
  success: row.success,
  fail: row.fail,
  // a release of before settled the first outcome without a word of the campaign
  unknown: Math.max(0, row.unknown),
  failures: JSON.parse(row.failures) as CampaignRow['failures'],
  delivered: row.delivered,
  read: row.read,
  answered: row.answered,
  dropped: row.dropped,
  gone: row.gone,
  cost: senToRupiah(row.cost_sen),
  created_by_name: row.created_by_name,
  created_at: new Date(row.created_at).toISOString(),
  launched_at: iso(row.launched_at),
  ended_at: iso(row.ended_at),
  archived: row.archived_at !== null,
})

export const campaignPage = async (
  db: Db,
  page: Page & { search?: string | undefined; archived: boolean },
): Promise<{ rows: CampaignRow[]; total: number }> => {
  const away = page.archived ? sql`c.archived_at is not null` : sql`c.archived_at is null`
  const found = sql`${away} and instr(lower(c.name), lower(${page.search ?? ''})) > 0`
  const { rows, count } = await runNamed(db, {
    rows: db.all<Stored>(sql`
      select ${SELECTED}
      from campaigns c
      where ${found}
      order by c.created_at desc, c.id desc
      limit ${page.limit}
      offset ${offsetOf(page)}
    `),
    count: db.all<{ n: number }>(sql`select count(*) as n from campaigns c where ${found}`),
  })
  return { rows: rows.map(present), total: count[0]?.n ?? 0 }
}
export const selectCampaign = (db: Db, id: number) =>
  db.all<Stored>(sql`select ${SELECTED} from campaigns c where c.id = ${id}`)
export const campaignById = async (db: Db, id: number): Promise<CampaignRow | null> =>
  (await selectCampaign(db, id)).map(present)[0] ?? null
const formMoment = (text: string | null): string => (text === null ? '' : momentOf(Date.parse(text)))
/** As a form has it, which is what an edit of a campaign read. */
export const campaignRead = (row: CampaignRow): CampaignBody => ({
  name: row.name,
  segment_id: row.segment_id,
  audience: row.audience,
  templates: row.templates.map(({ id, weight }) => ({ id, weight })),
  start_at: formMoment(row.start_at),
  end_at: formMoment(row.end_at),
  days: row.days,
  from: row.from,
  until: row.until,
  zone_field: row.zone_field,
  budget: row.budget,
  budget_rupiah: row.budget_rupiah,
  pace: row.pace,
  price: row.price,
  priority: row.priority,
})

const momentOrNull = (text: string): number | null => (text === '' ? null : momentAt(text))
const valuesOf = (v: CampaignBody) => ({
  startAt: momentOrNull(v.start_at),
  endAt: momentOrNull(v.end_at),
  days: maskOf(v.days),
  fromMin: minutesOf(v.from),
  untilMin: minutesOf(v.until),
  priceSen: v.price === null ? null : rupiahToSen(v.price),
  budgetSen: v.budget_rupiah === null ? null : rupiahToSen(v.budget_rupiah),
  even: v.pace === 'even' ? 1 : 0,
  rolling: v.audience === 'rolling' ? 1 : 0,
})
/** In their order, which the choice goes by. One that is taken out keeps its row without weight: who got it is told by its variant. */
const setTemplates = (db: Db, of: number, { templates }: Pick<CampaignBody, 'templates'>): Statement[] => [
  db.run(sql`update campaign_templates set weight = 0 where campaign_id = ${of}`),
  db.run(sql`
    insert into campaign_templates (campaign_id, template_id, variant, weight)
    select
      ${of},
      value ->> 'id',
      key + coalesce((select max(variant) + 1 from campaign_templates where campaign_id = ${of}), 0),
      value ->> 'weight'
    from json_each(${JSON.stringify(templates)})
    where true
    on conflict (campaign_id, template_id) do update set weight = excluded.weight
  `),
]
/** The second of its making, or the next one that is free: none is given twice, also after a restore. */
export const freeCampaignId = async (db: Db, now: number): Promise<number> => {
  const [row] = await db.all<{ last: number }>(sql`select coalesce(max(id), 0) as last from campaigns`)
  return Math.max(Math.floor(now / 1_000), (row?.last ?? 0) + 1)
}
/** copiedFrom: null: it is no copy. */
type Made = { by: string; copiedFrom: number | null; now: number }
export const insertCampaign = (db: Db, id: number, v: CampaignBody, { by, copiedFrom, now }: Made): Statement[] => {
  const { startAt, endAt, days, fromMin, untilMin, priceSen, budgetSen, even, rolling } = valuesOf(v)
  return [
    db.run(sql`
      insert into campaigns (
        id, name, state, segment_id, start_at, end_at, days, from_min, until_min, zone_field, budget, budget_sen, even, rolling, price_sen,
        priority, created_by, changed_by, created_at, copied_from
      )
      values (
        ${id}, ${v.name}, 'draft', ${v.segment_id}, ${startAt}, ${endAt}, ${days}, ${fromMin}, ${untilMin}, ${v.zone_field}, ${v.budget},
        ${budgetSen}, ${even}, ${rolling}, ${priceSen}, ${v.priority}, ${by}, ${by}, ${now},
        (select id from campaigns where id = ${copiedFrom})
      )
    `),
    ...setTemplates(db, id, v),
  ]
}
/** For a batch: fails it (edited) unless the campaign is what the edit read. */
export const refuseUnlessSame = (db: Db, id: number, read: CampaignBody): Statement => {
  const { startAt, endAt, days, fromMin, untilMin, priceSen, budgetSen, even, rolling } = valuesOf(read)
  const templates = JSON.stringify(read.templates.map((one) => [one.id, one.weight]))
  return refuseUnless(
    db,
    'edited',
    sql`exists (
      select 1
      from campaigns
      where id = ${id} and name is ${read.name} and segment_id is ${read.segment_id} and start_at is ${startAt}
        and end_at is ${endAt} and days is ${days} and from_min is ${fromMin} and until_min is ${untilMin} and zone_field is ${read.zone_field}
        and budget is ${read.budget} and budget_sen is ${budgetSen} and even = ${even} and (rolling = 1) = ${rolling} and price_sen is ${priceSen} and priority is ${read.priority}
        and (
          select json_group_array(json_array(template_id, weight))
          from (select * from campaign_templates where campaign_id = ${id} and weight > 0 order by variant)
        ) is ${templates}
    )`,
  )
}

export const isIn = (id: number, states: SQL): SQL =>
  sql`exists (select 1 from campaigns where id = ${id} and state in (${states}))`
/** The batch fails (status_moved) unless it is still in the state by which the edit was judged. */
export const updateCampaign = (
  db: Db,
  id: number,
  v: CampaignBody,
  { state, by }: { state: 'draft' | 'paused'; by: string },
): Statement[] => {
  const { startAt, endAt, days, fromMin, untilMin, priceSen, budgetSen, even, rolling } = valuesOf(v)
  return [
    refuseUnless(db, 'status_moved', isIn(id, sql`${state}`)),
    db.run(sql`
      update campaigns
      set
        name = ${v.name}, segment_id = ${v.segment_id}, start_at = ${startAt}, end_at = ${endAt}, days = ${days},
        from_min = ${fromMin}, until_min = ${untilMin}, zone_field = ${v.zone_field}, budget = ${v.budget}, budget_sen = ${budgetSen},
        even = ${even}, rolling = iif(rolling = 2 and ${rolling} = 0, 2, ${rolling}), per_slot = null, changed_by = ${by}, price_sen = ${priceSen}, priority = ${v.priority}
      where id = ${id}
    `),
    // nobody got any of a draft's: they are numbered anew, as its form showed who gets which
    ...(state === 'draft' ? [db.run(sql`delete from campaign_templates where campaign_id = ${id}`)] : []),
    ...setTemplates(db, id, v),
  ]
}
/** For the batch of a launch or of going on: fails it (status_moved) where somebody has asked for another price meanwhile. */
export const refuseAsked = (db: Db, id: number): Statement =>
  refuseIf(
    db,
    'status_moved',
    sql`exists (select 1 from campaigns c where c.id = ${id} and ${PRICE_ASKED} is not null)`,
  )
/**
 * The launch writes down recipients whose rows are there now: who is added later is in none of its steps. The batch fails (status_moved) where something that
 * the rule asks for is gone; from then on nobody deletes a tag of it until the launch is over, or the end of a rolling one.
 */
export const beginLaunch = (
  db: Db,
  id: number,
  { segmentName, rule, by, now }: { segmentName: string | null; rule: string | null; by: string; now: number },
): Statement[] => [
  refuseUnless(db, 'status_moved', isIn(id, sql`'draft'`)),
  refuseAsked(db, id),
  ...(rule === null ? [] : [refuseGone(db, JSON.parse(rule) as Rule, now)]),
  db.run(sql`
    update campaigns
    set
      state = 'launching', why = null, changed_by = null, segment_name = ${segmentName}, rule = ${rule}, launched_at = ${now}, judged_from = ${now},
      launched_by = ${by}, told_at = null, launched_to = 0, came_known = 1,
      people = 0, people_wita = 0, people_wit = 0, through_id = coalesce((select max(id) from phone_numbers), 0)
    where id = ${id}
  `),
]
