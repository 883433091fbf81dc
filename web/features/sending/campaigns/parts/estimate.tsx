// When a campaign will have ended and what it will have cost, by what is known now (rule campaign-estimate).
import { estimateOf, openHours } from '../../../../../contract/sending/campaign-estimate.ts'
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
const at = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))
/** It has not ended: there is something to say. */
export const isOpen = ({ state }: Pick<Campaign, 'state'>): boolean => state !== 'finished' && state !== 'cancelled'

/** @param people who would be sent to, of one that is not launched; absent: nobody has counted them */
export function Estimate({ campaign, people }: { campaign: Campaign; people?: number | undefined }) {
  const { state, waiting, held, budget, budget_rupiah, cost, outlook, pace } = campaign
  const isCounted = state === 'running' || state === 'paused'
  const left = isCounted ? waiting + held : (people ?? null)
  const sent = campaign.people - waiting - held - campaign.dropped - campaign.gone
  const known = estimateOf({
    hours: openHours(campaign, outlook.window),
    now: serverNow(),
    startAt: at(campaign.start_at),
    endAt: at(campaign.end_at),
    isEven: pace === 'even',
    waiting: left,
    messagesLeft: budget === null ? null : Math.max(0, budget - sent),
    cost,
    mostCost: budget_rupiah,
    perMinute: outlook.per_minute,
    price: outlook.price,
  })
  if (left === null) return null
  const say = campaign.audience === 'rolling' ? texts.estimateRolling : texts.estimate
  return <p className="text-ink-2">{known ? say(whenOf(known.endAt), formatRupiah(known.cost)) : texts.noEstimate}</p>
}
