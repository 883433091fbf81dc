// When a campaign is sent, in words.
import type { CampaignRow } from '../../../contract/sending/campaigns.ts'
import { campaignTexts as texts } from '../../texts/indonesian.ts'
import { formatMoment } from '../format/format.ts'

type Times = Pick<CampaignRow, 'end_at' | 'days' | 'from' | 'until'> &
  Partial<Pick<CampaignRow, 'start_at' | 'zone_field'>>
/** Setiap hari, 08:00–20:00, mulai 1 Des 2026 08.00. */
export const scheduleOf = ({ start_at = null, end_at, days, from, until, zone_field: zone = null }: Times): string => {
  const named = days.map((day) => texts.weekdays[day as keyof typeof texts.weekdays]).join(' ')
  return [
    days.length === 7 ? texts.everyDay : named,
    from === '00:00' && until === '24:00' ? texts.wholeDay : texts.between(from, until),
    ...(zone === null ? [] : [texts.theirZone]),
    ...(start_at === null ? [] : [texts.starts(formatMoment(start_at))]),
    ...(end_at === null ? [] : [texts.ends(formatMoment(end_at))]),
  ].join(', ')
}
