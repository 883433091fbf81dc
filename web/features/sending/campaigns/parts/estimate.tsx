// When a campaign will have ended and what it will have cost, by what is known now (rule campaign-estimate).
import { estimateOfCampaign, type Reached } from '../../../../../contract/sending/campaign-estimate.ts'
import { serverNow } from '../../../../lib/api/server-clock.ts'
import { DAY_MS, MINUTE_MS } from '../../../../../contract/ground/time.ts'
import { formatClock, formatMoment, formatRupiah } from '../../../../lib/format/format.ts'
import { campaignTexts as texts, formatTexts } from '../../../../texts/indonesian.ts'
import type { Campaign } from '../api.ts'

const weekday = /* @__PURE__ */ new Intl.DateTimeFormat(formatTexts.dates, {
  timeZone: 'Asia/Jakarta',
  weekday: 'long',
})
const ROUND_MS = 30 * MINUTE_MS
/** Selasa 14.00, or the date where the weekday would say another one. */
const whenOf = (ms: number): string => {
  const near = new Date(Math.ceil(ms / ROUND_MS) * ROUND_MS)
  const iso = near.toISOString()
  return ms < serverNow() + 6 * DAY_MS ? `${weekday.format(near)} ${formatClock(iso)}` : formatMoment(iso)
}
/** It has not ended: there is something to say. */
export const isOpen = ({ state }: Pick<Campaign, 'state'>): boolean => state !== 'finished' && state !== 'cancelled'

export function Estimate({ campaign, reached = null }: { campaign: Campaign; reached?: Reached | null }) {
  const { state, audience } = campaign
  if (state !== 'running' && state !== 'paused' && reached === null) return null
  const known = estimateOfCampaign(campaign, { now: serverNow(), reached })
  const say = audience === 'rolling' ? texts.estimateRolling : texts.estimate
  return <p className="text-ink-2">{known ? say(whenOf(known.endAt), formatRupiah(known.cost)) : texts.noEstimate}</p>
}
