// How fast and how dear a campaign's messages are, as far as that is known (rule campaign-estimate).
import { sql } from 'drizzle-orm'
import {
  messagesBetween,
  minutesBetween,
  type OpenHours,
  openHours,
} from '../../../contract/sending/campaign-estimate.ts'
import type { CampaignOutlook, CampaignRow } from '../../../contract/sending/campaigns.ts'
import { senToRupiah } from '../../../contract/ground/money.ts'
import type { Settings } from '../../../contract/ground/settings.ts'
import { DAY_MS, HOUR_MS, jakartaDay, jakartaMidnight } from '../../../contract/ground/time.ts'
import { type Db, runNamed } from '../../ground/db/connection.ts'
import { sentByHour } from '../../ground/metrics/store.ts'
import { parseSettings } from '../../ground/settings/rules.ts'
import { selectSettings } from '../../ground/settings/store.ts'
import { present, selectCampaign } from './store.ts'
import { laneOf, momentIn } from './zone-store.ts'

const LOOKED_BACK_H = 3
const WEEK_DAYS = 7
/** Fewer say nothing of how fast it goes, or what one costs. */
const ENOUGH = 10
/** So few say nothing of when a place is fast. */
const ENOUGH_OF_HOURS = 200
const ALWAYS = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', until: '24:00' }

/** income: sen of the place's successes. free: epoch ms. */
type Sent = {
  own: number
  place: number
  success: number
  income: number
  free: number | null
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
const outlookOf = (campaign: CampaignRow, sent: Sent, settings: Settings, now: number): CampaignOutlook => {
  const { own, place, success, income, free, byHour } = sent
  const window = { start: settings.send_window_start, end: settings.send_window_end }
  const began = Math.max(
    hoursSince(now),
    Date.parse(campaign.launched_at ?? new Date(now).toISOString()),
    Date.parse(campaign.start_at ?? new Date(0).toISOString()),
  )
  const ofIts = minutesBetween(openHours(campaign, window), began, now)
  const today = jakartaMidnight(now)
  const ofPlace = WEEK_DAYS * minutesBetween(openHours(ALWAYS, window), today, today + DAY_MS)
  // levels have prices of their own, so what was paid says more than the setting
  const usual = success >= ENOUGH && income > 0 ? senToRupiah(income / success) : settings.price
  const shares = sharesOf(byHour, openHours(ALWAYS, window))
  // its last hours were as fast as those hours are
  const ofThose =
    ofIts > 0 ? messagesBetween(openHours(campaign, window), began, now, { perMinute: 1, byHour: shares }) : 0
  const isKnown = own >= ENOUGH && ofIts >= ENOUGH
  return {
    per_minute: isKnown ? own / ofThose : place >= ENOUGH && ofPlace > 0 ? place / ofPlace : null,
    by_hour: shares,
    price: campaign.success >= ENOUGH ? campaign.cost / campaign.success : Math.max(campaign.price ?? 0, usual),
    window,
    free_at: free === null || free <= now ? null : new Date(free).toISOString(),
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
    own: db.all<{ n: number }>(sql`
      select coalesce(sum(success + fail + unknown), 0) as n
      from campaign_hours
      where campaign_id = ${id} and hour >= ${hoursSince(now)}
    `),
    // days that have ended: today's says how far today is
    place: db.all<{ n: number; success: number; income: number }>(sql`
      select coalesce(sum(success + fail), 0) as n, coalesce(sum(success), 0) as success, coalesce(sum(income_sen), 0) as income
      from daily_stats
      where user_id = '' and day >= ${jakartaDay(now - WEEK_DAYS * DAY_MS)} and day < ${jakartaDay(now)}
    `),
    waits: db.all<{ free: number | null }>(sql`
      select max(${momentIn(sql`z.last`)}) as free
      from (
        select (
          select max(q.at)
          from campaign_people q indexed by campaign_people_due
          where q.campaign_id = ${id} and q.state = 0 and q.at >= ${laneOf(sql`j.value`)} and q.at < ${laneOf(sql`j.value + 1`)}
        ) as last
        from json_each('[0,1,2]') j
      ) z
    `),
    byHour: sentByHour(db, now),
    settings: selectSettings(db),
  })
  const row = campaign.map(present)[0]
  if (!row) return null
  const { n = 0, success = 0, income = 0 } = place[0] ?? {}
  const sent = { own: own[0]?.n ?? 0, place: n, success, income, free: waits[0]?.free ?? null, byHour }
  return { ...row, outlook: outlookOf(row, sent, parseSettings(settings), now) }
}
