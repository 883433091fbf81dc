// When a person was sent their message, or may be.
import type { CampaignPerson } from '../../../contract/sending/campaigns.ts'
import { campaignTexts as texts } from '../../texts/indonesian.ts'
import { formatMoment } from '../format/format.ts'

export const personTime = ({ state, at }: Pick<CampaignPerson, 'state' | 'at'>): string => {
  if (at === null || state === 'held') return '–'
  if (state !== 'waiting') return formatMoment(at)
  return Date.parse(at) > Date.now() ? texts.from(formatMoment(at)) : '–'
}
