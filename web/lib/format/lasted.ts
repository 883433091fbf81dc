// How long something took or has lasted.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/ground/time.ts'
import { statusTexts as texts } from '../../texts/indonesian.ts'
import { formatNumber } from './format.ts'

/** 2 hari 3 jam, 2 jam 10 menit, 5 menit. */
export const formatLasted = (ms: number): string => {
  const whole = (size: number): number => Math.floor(ms / size)
  const two = (one: string, other: number, word: (count: string) => string): string =>
    other === 0 ? one : `${one} ${word(formatNumber(other))}`
  if (ms < MINUTE_MS) return texts.underMinute
  if (ms < HOUR_MS) return texts.minutes(formatNumber(whole(MINUTE_MS)))
  if (ms < DAY_MS) return two(texts.hours(formatNumber(whole(HOUR_MS))), whole(MINUTE_MS) % 60, texts.minutes)
  return two(texts.days(formatNumber(whole(DAY_MS))), whole(HOUR_MS) % 24, texts.hours)
}
