// What a person's message came to, in words: what was read was delivered, too.
import type { ReportedPerson } from '../../../contract/sending/reports.ts'
import { campaignTexts as texts } from '../../texts/indonesian.ts'

export const personCame = ({ came }: { came: Readonly<ReportedPerson['came']> }): string => {
  const said = came.filter((one) => one !== 'delivered' || !came.includes('read'))
  return said.map((one) => texts.funnel[one]).join(' · ') || '–'
}
