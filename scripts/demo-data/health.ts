// What the demo place counted of its promises in the last 30 days, and two troubles that are over: /status has something to show. Made of
// the moment alone, without chance.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/ground/time.ts'
import { type Counts, Tally } from '../../domain/ground/tally/rules.ts'
import type { Row } from './rows.ts'

const FINE_MS = 5 * MINUTE_MS
/** What is older is kept by the hour (domain/ground/metrics/store.ts). */
const FINE_DAYS = 2
const DAYS = 29
/** Messages are sent for twelve hours of each day, counted back from now, so that every moment gives the same figures. */
const SENDS_H = [2, 14] as const
const BAD_DAYS = [4, 9, 17] as const

/** Goes up and down between 0 and 1. @param ageMs how long ago */
const wave = (ageMs: number): number => (Math.sin(ageMs / (3.7 * HOUR_MS)) + Math.sin(ageMs / (29 * HOUR_MS)) + 2) / 4
const times = (counts: Counts, by: number): Counts =>
  Object.fromEntries(Object.entries(counts).map(([key, value]) => [key, value * by]))

/** @param slots how many times five minutes */
const countsOf = (ageMs: number, slots: number): string => {
  const tally = new Tally()
  const height = wave(ageMs)
  const hour = Math.floor(ageMs / HOUR_MS) % 24
  const day = Math.floor(ageMs / DAY_MS)
  const isBad = BAD_DAYS.some((one) => one === day) && hour === 5
  tally.add('wa_api_answers_total', { status: '2xx' }, Math.round((20 + 60 * height) * slots))
  if (isBad) tally.add('wa_api_answers_total', { status: '5xx' }, 3)
  tally.add('wa_session_samples_total', { of: 'wanted' }, 40 * slots)
  tally.add('wa_session_samples_total', { of: 'connected' }, (isBad ? 36 : 40) * slots)
  if (hour >= SENDS_H[0] && hour < SENDS_H[1]) {
    const sent = new Tally()
    for (let message = 0; message < 20; message++)
      sent.observe('wa_ack_to_ledger_seconds', {}, 8 + 30 * height + message + (isBad ? 60 : 0))
    tally.merge(times(sent.take(), 2 * slots))
    if (height > 0.5) tally.observe('wa_opt_out_to_silence_seconds', {}, height)
  }
  if (slots > 1 || ageMs % HOUR_MS < FINE_MS) tally.add('wa_reconciliations_total', { result: 'equal' })
  return JSON.stringify(tally.take())
}

export const measureRows = (now: number): Row[] => {
  const fineSince = now - FINE_DAYS * DAY_MS - ((now - FINE_DAYS * DAY_MS) % HOUR_MS)
  const first = now - DAYS * DAY_MS - ((now - DAYS * DAY_MS) % HOUR_MS)
  const rows: Row[] = []
  for (let at = first; at < fineSince; at += HOUR_MS) rows.push({ at, counts: countsOf(now - at, HOUR_MS / FINE_MS) })
  for (let at = fineSince; at < now - 2 * FINE_MS; at += FINE_MS) rows.push({ at, counts: countsOf(now - at, 1) })
  return rows
}

export const endedTroubles = (now: number): Row[] => {
  const ended = (kind: string, subject: string, daysAgo: number, lastedMs: number, figures: object): Row => {
    const since = now - daysAgo * DAY_MS
    const end = since + lastedMs
    return { kind, subject, since, seen_at: end, told_at: since, ended_at: end, figures: JSON.stringify(figures) }
  }
  return [
    ended('proxies_none_free', '', 12, 3 * HOUR_MS, { proxies: 2 }),
    ended('queue_waits', 'settlements', 5, 25 * MINUTE_MS, { messages: 18, minutes: 20 }),
  ]
}
