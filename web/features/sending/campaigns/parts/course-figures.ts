// Figures of a campaign's templates and hours, as they are shown before and after they are known. Pure.
import type { CampaignHour } from '../../../../../contract/sending/campaigns.ts'

export const OUTCOMES = ['success', 'fail', 'unknown'] as const
export const REACHED = [...OUTCOMES, 'delivered', 'read', 'answered'] as const
type Figure = (typeof REACHED)[number]

export const sumOf = (hours: readonly CampaignHour[], of: Figure, where: (hour: CampaignHour) => boolean): number =>
  hours.filter(where).reduce((all, hour) => all + hour[of], 0)
/** @param hours undefined: not known yet @returns null: so is this, which is no zero */
export const ofTemplate = (hours: readonly CampaignHour[] | undefined, template: string, of: Figure): number | null =>
  hours === undefined ? null : sumOf(hours, of, (hour) => hour.template_id === template)
