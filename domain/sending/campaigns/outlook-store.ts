// How fast and how dear a campaign's messages are, as far as that is known (rule campaign-estimate).
import { sql } from 'drizzle-orm'
import { minutesBetween, type OpenHours, openHours, peopleByZone } from '../../../contract/sending/campaign-hours.ts'
import type { CampaignOutlook } from '../../../contract/sending/campaign-outlook.ts'
import type { CampaignRow } from '../../../contract/sending/campaigns.ts'
import { senToRupiah } from '../../../contract/ground/money.ts'
import type { Settings } from '../../../contract/ground/settings.ts'
import { DAY_MS, HOUR_MS, iso, jakartaDay, jakartaMidnight, MINUTE_MS } from '../../../contract/ground/time.ts'
import { type Db, runNamed } from '../../ground/db/connection.ts'
import { sentByHour } from '../../ground/metrics/store.ts'
import { parseSettings } from '../../ground/settings/rules.ts'
import { selectSettings } from '../../ground/settings/store.ts'
import { joinedByZone } from './rules.ts'
import { present, selectCampaign } from './store.ts'
import { restSince, type ZoneWaits, zoneWaits } from './zone-store.ts'

const LOOKED_BACK_H = 3
const WEEK_DAYS = 7
/** Fewer say nothing of how fast it goes, or what one costs. */
const ENOUGH = 10
/** So few say nothing of when a place is fast. */
const ENOUGH_OF_HOURS = 200
const ALWAYS = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', until: '24:00' }

/** own: of the campaign, by the last hours (epoch ms). income: sen of the place's successes. people: about how many wait in each zone; one without zones has none. */
type Sent = {
  own: readonly { hour: number; n: number }[]
  waits: readonly ZoneWaits[]
  people: readonly number[]
  place: number
  success: number
  income: number
  byHour: readonly { hour: number; n: number }[]
}
/** Of each hour of the day, how many times the mean of those in which the place sends; null: too little was sent to say. */
const sharesOf = (byHour: Sent['byHour'], { parts }: OpenHours): number[] | null => {
  const total = byHour.reduce((sum, { n }) => sum + n, 0)
  if (total < ENOUGH_OF_HOURS) return null
  const open = Array.from({ length: 24 }, (_, hour) =>
    parts.reduce(
      (sum, [from, until]) => sum + Math.max(0, Math.min(until, (hour + 1) * 60) - Math.max(from, hour * 60)),
      0,
    ),
  )
  const perMinute = total / open.reduce((sum, minutes) => sum + minutes, 0)
  return open.map((minutes, hour) =>
    minutes === 0 ? 0 : (byHour.find((one) => one.hour === hour)?.n ?? 0) / minutes / perMinute,
  )
}
const isoFree = (free: number | null, now: number): string | null => (free === null || free <= now ? null : iso(free))
const outlookOf = (campaign: CampaignRow, sent: Sent, settings: Settings, now: number): CampaignOutlook => {
  const { own, place, success, income, waits, people, byHour } = sent
  const window = { start: settings.send_window_start, end: settings.send_window_end }
  const began = Math.max(
    hoursSince(now),
    Date.parse(campaign.launched_at ?? new Date(now).toISOString()),
    Date.parse(campaign.start_at ?? new Date(0).toISOString()),
  )
  // the hours of a zone in which nobody waits any more do not say how fast it goes
  const waiting = [...people.keys()].filter((ahead) => people[ahead] !== 0)
  const hours = (waiting.length === 0 ? [0] : waiting).map((ahead) => openHours(campaign, window, ahead))
  const ofIts = minutesBetween(hours, began, now)
  const sentThen = own
    .filter(({ hour }) => minutesBetween(hours, Math.max(began, hour), Math.min(now, hour + HOUR_MS)) > 0)
    .reduce((sum, { n }) => sum + n, 0)
  const today = jakartaMidnight(now)
  const always = openHours(ALWAYS, window)
  const ofPlace = WEEK_DAYS * minutesBetween([always], today, today + DAY_MS)
  // levels have prices of their own, so what was paid says more than the setting
  const usual = success >= ENOUGH && income > 0 ? senToRupiah(income / success) : settings.price
  const shares = sharesOf(byHour, always)
  const isLong = ofIts >= ENOUGH
  return {
    // its last hours were as fast as those hours are
    per_minute:
      isLong && sentThen >= ENOUGH
        ? sentThen / minutesBetween(hours, began, now, shares)
        : place >= ENOUGH && ofPlace > 0
          ? place / ofPlace
          : null,
    per_hour: isLong ? (sentThen / ofIts) * (HOUR_MS / MINUTE_MS) : null,
    by_hour: shares,
    price: campaign.success >= ENOUGH ? campaign.cost / campaign.success : Math.max(campaign.price ?? 0, usual),
    window,
    free_at: isoFree(Math.max(0, ...waits.map(({ free }) => free ?? 0)), now),
    zones: people.map((n, ahead) => ({ people: n, free_at: isoFree(waits[ahead]?.free ?? null, now) })),
  }
}
const hoursSince = (now: number): number => (Math.floor(now / HOUR_MS) - LOOKED_BACK_H + 1) * HOUR_MS

/** One round trip. null: there is none. */
export const campaignWithOutlook = async (
  db: Db,
  id: number,
  now: number,
): Promise<(CampaignRow & { outlook: CampaignOutlook }) | null> => {
  const { campaign, own, place, waits, byHour, settings } = await runNamed(db, {
    campaign: selectCampaign(db, id),
    own: db.all<{ hour: number; n: number }>(sql`
      select hour, sum(success + fail + unknown) as n
      from campaign_hours
      where campaign_id = ${id} and hour >= ${hoursSince(now)}
      group by hour
    `),
    // days that have ended: today's says how far today is
    place: db.all<{ n: number; success: number; income: number }>(sql`
      select coalesce(sum(success + fail), 0) as n, coalesce(sum(success), 0) as success, coalesce(sum(income_sen), 0) as income
      from daily_stats
      where user_id = '' and day >= ${jakartaDay(now - WEEK_DAYS * DAY_MS)} and day < ${jakartaDay(now)}
    `),
    waits: db.all<{ zones: string; rest: string }>(sql`
      select ${zoneWaits(sql`c.id`, sql`c.zone_field is not null`)} as zones, ${restSince(sql`c.id`)} as rest
      from campaigns c
      where c.id = ${id}
    `),
    byHour: sentByHour(db, now),
    settings: selectSettings(db),
  })
  const [stored] = campaign
  if (!stored) return null
  const row = present(stored)
  const { n = 0, success = 0, income = 0 } = place[0] ?? {}
  const rest = JSON.parse(waits[0]?.rest ?? '[]') as number[]
  const zones = (JSON.parse(waits[0]?.zones ?? '[]') as ZoneWaits[]).map(({ counted, free }, ahead) => ({
    counted,
    free: Math.max(free ?? 0, rest[ahead] ?? 0),
  }))
  const people = peopleByZone(
    row.waiting,
    zones.map(({ counted }) => counted),
    joinedByZone(stored),
  ).map(Math.round)
  const sent = { own, place: n, success, income, waits: zones, people: row.zone_field === null ? [] : people, byHour }
  return { ...row, outlook: outlookOf(row, sent, parseSettings(settings), now) }
}
