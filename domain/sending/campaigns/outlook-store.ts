// How fast and how dear a campaign's messages are, as far as that is known (rule campaign-estimate).
import { sql } from 'drizzle-orm'
import { minutesBetween, openHours } from '../../../contract/sending/campaign-estimate.ts'
import type { CampaignOutlook, CampaignRow } from '../../../contract/sending/campaigns.ts'
import type { Settings } from '../../../contract/ground/settings.ts'
import { DAY_MS, HOUR_MS, jakartaDay, jakartaMidnight } from '../../../contract/ground/time.ts'
import { type Db, runNamed } from '../../ground/db/connection.ts'
import { parseSettings } from '../../ground/settings/rules.ts'
import { selectSettings } from '../../ground/settings/store.ts'
import { present, selectCampaign } from './store.ts'

const LOOKED_BACK_H = 3
const WEEK_DAYS = 7
/** Fewer say nothing of how fast it goes, or what one costs. */
const ENOUGH = 10
const ALWAYS = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', until: '24:00' }

type Sent = { own: number; place: number }
const outlookOf = (campaign: CampaignRow, { own, place }: Sent, settings: Settings, now: number): CampaignOutlook => {
  const window = { start: settings.send_window_start, end: settings.send_window_end }
  const began = Math.max(
    hoursSince(now),
    Date.parse(campaign.launched_at ?? new Date(now).toISOString()),
    Date.parse(campaign.start_at ?? new Date(0).toISOString()),
  )
  const ofIts = minutesBetween(openHours(campaign, window), began, now)
  const today = jakartaMidnight(now)
  const ofPlace = WEEK_DAYS * minutesBetween(openHours(ALWAYS, window), today, today + DAY_MS)
  const isKnown = own >= ENOUGH && ofIts >= ENOUGH
  return {
    per_minute: isKnown ? own / ofIts : place >= ENOUGH && ofPlace > 0 ? place / ofPlace : null,
    price:
      campaign.success >= ENOUGH ? campaign.cost / campaign.success : Math.max(campaign.price ?? 0, settings.price),
    window,
  }
}
const hoursSince = (now: number): number => (Math.floor(now / HOUR_MS) - LOOKED_BACK_H + 1) * HOUR_MS

/** One round trip. null: there is none. */
export const campaignWithOutlook = async (
  db: Db,
  id: number,
  now: number,
): Promise<(CampaignRow & { outlook: CampaignOutlook }) | null> => {
  const { campaign, own, place, settings } = await runNamed(db, {
    campaign: selectCampaign(db, id),
    own: db.all<{ n: number }>(sql`
      select coalesce(sum(success + fail + unknown), 0) as n
      from campaign_hours
      where campaign_id = ${id} and hour >= ${hoursSince(now)}
    `),
    // days that have ended: today's says how far today is
    place: db.all<{ n: number }>(sql`
      select coalesce(sum(success + fail), 0) as n
      from daily_stats
      where user_id = '' and day >= ${jakartaDay(now - WEEK_DAYS * DAY_MS)} and day < ${jakartaDay(now)}
    `),
    settings: selectSettings(db),
  })
  const row = campaign.map(present)[0]
  if (!row) return null
  const sent = { own: own[0]?.n ?? 0, place: place[0]?.n ?? 0 }
  return { ...row, outlook: outlookOf(row, sent, parseSettings(settings), now) }
}
