// What the office reads of an account's standing: one sentence, since when, what it waits for, what helps. Pure but for the clock.
import type { AccountStanding } from '../../../contract/sending/account-check.ts'
import { accountCheckTexts as texts, fromServer } from '../../texts/indonesian.ts'
import type { Tone } from '../../ui/badge.tsx'
import { serverNow } from '../api/server-clock.ts'
import { formatMoment, formatWhen } from '../format/format.ts'
import { formatLasted } from '../format/lasted.ts'
import { isLongWait, waitsUntil } from '../format/wait-text.ts'

const FINE: readonly string[] = [
  'sends',
  'stopping',
  'blaster',
  'checks',
  'linking',
] satisfies AccountStanding['standing'][]
const RESTS: readonly string[] = [
  'waits',
  'reconnecting',
  'finished',
  'stopped',
  'not_started',
  'not_for_blast',
] satisfies AccountStanding['standing'][]
export const toneOf = ({ standing }: AccountStanding): Exclude<Tone, 'neutral' | 'accent'> =>
  FINE.includes(standing) ? 'success' : RESTS.includes(standing) ? 'info' : 'warning'

/** A newer server may know a standing that this page does not: then its word stands there (rule newer-words). */
const sentence = ({ standing, wait, until }: AccountStanding, now: number): string => {
  const says = (texts.says as Partial<Record<string, string>>)[standing] ?? standing
  if (standing !== 'waits' || !isLongWait(wait)) return `${says}.`
  const waits = waitsUntil[wait]?.(until === null ? '' : formatWhen(until, now))
  return waits ? `${says}: ${waits}` : `${says}.`
}
/** When nothing else says until when: tries are made again then, all else ends. */
const untilOf = ({ standing, until }: AccountStanding, now: number): string[] => {
  if (until === null || standing === 'waits') return []
  const isTry = standing === 'reconnecting' || standing === 'no_runner' || standing === 'unreadable'
  return [isTry ? texts.again(formatWhen(until, now)) : texts.until(formatMoment(until))]
}
export type StandingWords = { sentence: string; facts: string[]; help: string }
export const wordsOf = (standing: AccountStanding, now: number = serverNow()): StandingWords => {
  const { since, by, reason, code, strikes, campaign } = standing
  const isCut = standing.standing === 'banned' || standing.standing === 'messages_deleted'
  return {
    sentence: sentence(standing, now),
    facts: [
      since === null
        ? texts.sinceUnknown
        : texts.since(formatMoment(since), formatLasted(Math.max(0, now - Date.parse(since)))),
      ...untilOf(standing, now),
      ...(campaign ? [texts.campaign(campaign)] : []),
      ...(by === null ? [] : [texts.by(by)]),
      ...(reason === null || reason === '' ? [] : [texts.reason(fromServer(reason))]),
      ...(code === null ? [] : [texts.code(code)]),
      ...(isCut || strikes > 0 ? [texts.strikes(strikes)] : []),
    ],
    help: (texts.helps as Partial<Record<string, string>>)[standing.standing] ?? '',
  }
}
