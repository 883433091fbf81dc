// What a person's message of a campaign came to, in words: what was read was delivered, too.
import type { CampaignPerson } from '../../../contract/sending/campaigns.ts'
import { campaignTexts as texts } from '../../texts/indonesian.ts'

export const personCame = ({ came }: Pick<CampaignPerson, 'came'>): string => {
  const said = came.filter((one) => one !== 'delivered' || !came.includes('read'))
  return said.map((one) => texts.funnel[one]).join(' · ') || '–'
}
