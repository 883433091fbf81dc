// Why a finished campaign has people who never got it: what it was given was used up (rule campaign-budget). Free of zod. Pure.
import type { CampaignRow } from './campaigns.ts'

type Ended = Pick<CampaignRow, 'state' | 'waiting' | 'success' | 'fail' | 'unknown' | 'budget'> & {
  /** When it was to end and when it has, epoch ms; null: no end was given, or it has not. */
  endAt: number | null
  endedAt: number | null
  /** It might cost no more than so much. */
  isCostLimited: boolean
}
export type LeftWhy = 'time' | 'messages' | 'rupiah'
/** null: nobody is left, or it is not finished. */
export const leftWhyOf = (campaign: Ended): LeftWhy | null => {
  const { state, waiting, success, fail, unknown, budget, endAt, endedAt, isCostLimited } = campaign
  if (state !== 'finished' || waiting === 0) return null
  if (endAt !== null && endedAt !== null && endedAt >= endAt) return 'time'
  if (budget !== null && (success + fail + unknown >= budget || !isCostLimited)) return 'messages'
  return isCostLimited ? 'rupiah' : null
}
