// The colour of a level (rule level). Who stands on which is decided by the settlement that counts their messages: money/settlement/store.ts.
import { listOf } from '../../../contract/ground/settings.ts'

const FALLBACK = '#2C2C2C'
/** rank counts from 0; beyond the list's end the last colour repeats. */
export const colorOfRank = (colors: string, rank: number): string => {
  const list = listOf(colors)
  return list[Math.min(Math.max(rank, 0), list.length - 1)] ?? FALLBACK
}
