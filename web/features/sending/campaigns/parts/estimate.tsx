// How fast a campaign goes, when it will have ended and what it will have cost, by what is known now (rule campaign-estimate).
import {
  actualPace,
  estimateOfCampaign,
  type Reached,
  shortOfCampaign,
} from '../../../../../contract/sending/campaign-estimate.ts'
import { serverNow } from '../../../../lib/api/server-clock.ts'
import { DAY_MS, MINUTE_MS } from '../../../../../contract/ground/time.ts'
import { formatClock, formatMoment, formatNumber, formatRupiah } from '../../../../lib/format/format.ts'
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

export function Estimate({ campaign, reached = null }: { campaign: Campaign; reached?: Reached | null }) {
  const { state, audience } = campaign
  if (state !== 'running' && state !== 'paused' && reached === null) return null
  const asked = { now: serverNow(), reached }
  const known = estimateOfCampaign(campaign, asked)
  const short = shortOfCampaign(campaign, asked)
  const pace = actualPace(campaign)
  const say = audience === 'rolling' ? texts.estimateRolling : texts.estimate
  return (
    <>
      <p className="text-ink-2">{known ? say(whenOf(known.endAt), formatRupiah(known.cost)) : texts.noEstimate}</p>
      {pace !== null && (
        <p className="text-ink-2 tabular-nums">
          {pace === 0 ? texts.actualPaceNone : texts.actualPace(formatNumber(pace))}
        </p>
      )}
      {short && (
        <p className="mt-1 text-warning-text">
          {texts.estimateOnly(formatNumber(short.messages), formatNumber(short.waiting))}
        </p>
      )}
    </>
  )
}
