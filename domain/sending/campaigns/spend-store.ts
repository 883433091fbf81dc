// What a campaign may spend, in rupiah and in ten minutes, as a claim asks it (rules campaign-budget, campaign-pace); and the pace that spreads it.
import { type SQL, sql } from 'drizzle-orm'
import { openHours, peopleByZone } from '../../../contract/sending/campaign-hours.ts'
import { clockOf } from '../../../contract/sending/campaigns.ts'
import { DEFAULT_SETTINGS } from '../../../contract/ground/settings.ts'
import { rupiahToSen } from '../../../contract/ground/money.ts'
import { MINUTE_MS } from '../../../contract/ground/time.ts'
import type { Db } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import { readSettings } from '../../ground/settings/store.ts'
import { evenPace } from './pace-rules.ts'
import { daysOf, joinedByZone } from './rules.ts'
import type { campaigns } from './table.ts'
import { type ZoneWaits, zoneWaits } from './zone-store.ts'

const SLOT_MINUTES = 10
const slotOf = (now: number): number => Math.floor(now / (SLOT_MINUTES * MINUTE_MS))
const SEN = sql.raw(String(rupiahToSen(1)))
const SETTING_PRICE = sql`
  coalesce((select cast(value as integer) from settings where key = 'price'), ${DEFAULT_SETTINGS.price})
`
/** Sen that a message of campaigns as c costs when this person's accounts send it (rule price). */
const priceFor = (userId: string): SQL => sql`
  max(
    coalesce(c.price_sen, 0),
    (
      select coalesce(u.blast_fee, l.blast_fee, ${SETTING_PRICE}) * ${SEN}
      from users u
      left join levels l on l.id = u.level_id
      where u.id = ${userId}
    )
  )
`
/**
 * Of campaigns as c: sen that are spent, or may be: whoever is held or not certain counts at the highest price of any claim. Also whose row went
 * while they were held: of them nothing is known but that they were claimed, and what they cost comes with the outcome.
 */
const bound = (price: SQL): SQL => sql`
  (c.cost_sen + max(c.claimed - c.success - c.fail, 0) * max(c.dearest_sen, ${price}))
`
/** Of campaigns as c: how many may be claimed for it at this price and now; without limits what is wanted. */
export const roomOf = ({ userId, now, want }: { userId: string; now: number; want: number }): SQL => {
  const price = priceFor(userId)
  return sql`
    min(
      ${want},
      coalesce(c.budget - c.claimed, ${want}),
      iif(c.budget_sen is null, ${want}, coalesce((c.budget_sen - ${bound(price)}) / ${price}, ${want})),
      iif(c.even = 0, ${want}, coalesce(c.per_slot, 0) - iif(c.slot = ${slotOf(now)}, c.slot_claimed, 0))
    )
  `
}
/** For the update that counts a claim of so many people. */
export const claimedSets = ({ userId, now }: { userId: string; now: number }, claimed: SQL): SQL => sql`
  dearest_sen = max(dearest_sen, ${priceFor(userId)}),
  slot_claimed = iif(slot = ${slotOf(now)}, slot_claimed, 0) + ${claimed},
  slot = ${slotOf(now)}
`
/** Sen that are left of its rupiah, whatever those that are held will cost; null: it has no limit. */
const LEFT = sql`(budget_sen - cost_sen - max(unknown, 0) * dearest_sen)`
/** Of campaigns as c: what is left pays for a message of this person. */
export const paysFor = (userId: string): SQL => sql`coalesce(${LEFT} >= max(1, ${priceFor(userId)}), true)`
/** Not even the cheapest message is left of its rupiah. */
export const COST_USED_UP = sql`
  (
    budget_sen is not null
    and ${LEFT} < max(
      1,
      coalesce(price_sen, 0),
      min(
        ${SETTING_PRICE} * ${SEN},
        coalesce((select min(blast_fee) from levels), ${SETTING_PRICE}) * ${SEN},
        coalesce((select min(blast_fee) from users), ${SETTING_PRICE}) * ${SEN}
      )
    )
  )
`

type Paced = Row<
  typeof campaigns,
  | 'id'
  | 'start_at'
  | 'end_at'
  | 'days'
  | 'from_min'
  | 'until_min'
  | 'zone_field'
  | 'people'
  | 'people_wita'
  | 'people_wit'
  | 'budget'
  | 'claimed'
  | 'success'
  | 'fail'
  | 'cost_sen'
  | 'budget_sen'
  | 'dearest_sen'
  | 'price_sen'
> & { left: number; zones: string }
/** How many more its rupiah pay for, at the highest price of any claim so far, or the place's. */
const payable = (row: Paced, priceSen: number): number => {
  const dearest = Math.max(row.dearest_sen || priceSen, row.price_sen ?? 0)
  if (row.budget_sen === null || dearest === 0) return Infinity
  const open = Math.max(0, row.claimed - row.success - row.fail)
  return Math.max(0, Math.floor((row.budget_sen - row.cost_sen) / dearest) - open)
}
/** Who waits by the hours of their zone. */
const zonesOf = (row: Paced, window: { start: string; end: string }) => {
  const clocks = { days: daysOf(row.days), from: clockOf(row.from_min), until: clockOf(row.until_min) }
  const counted = (JSON.parse(row.zones) as ZoneWaits[]).map((zone) => zone.counted)
  const people = row.zone_field === null ? [row.left] : peopleByZone(row.left, counted, joinedByZone(row))
  return people.map((left, ahead) => ({ hours: openHours(clocks, window, ahead), people: left }))
}
/** Once in ten minutes, for those that are spread evenly: what is left, over the ten minutes that are left. */
export const setPaces = async (db: Db, now: number): Promise<void> => {
  const slot = slotOf(now)
  const rows = await db.all<Paced>(sql`
    select
      id, start_at, end_at, days, from_min, until_min, zone_field, people, people_wita, people_wit, budget, claimed, success, fail, cost_sen,
      budget_sen, dearest_sen, price_sen, people - claimed - dropped - gone as left,
      ${zoneWaits(sql`campaigns.id`, sql`campaigns.zone_field is not null`)} as zones
    from campaigns
    where state = 'running' and even = 1 and (per_slot is null or paced_slot <> ${slot})
  `)
  if (rows.length === 0) return
  const { send_window_start: start, send_window_end: end, price } = await readSettings(db)
  const paces = rows.map((row) => {
    const inBudget = row.budget === null ? Infinity : row.budget - row.claimed
    const left = Math.min(row.left, inBudget, payable(row, rupiahToSen(price)))
    const times = { from: Math.max(now, row.start_at ?? 0), until: row.end_at ?? now }
    return {
      id: row.id,
      per: Math.max(1, Math.ceil(evenPace(zonesOf(row, { start, end }), left, times, SLOT_MINUTES))),
    }
  })
  await db.run(sql`
    update campaigns
    set per_slot = j.value ->> 'per', paced_slot = ${slot}
    from json_each(${JSON.stringify(paces)}) j
    where campaigns.id = j.value ->> 'id'
  `)
}
