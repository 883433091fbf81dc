// What accounts have to say, in words: one message, however many tell something at once.
import { formatNumber } from '../../../lib/format/format.ts'
import { fromServer, whatsappTexts as texts } from '../../../texts/indonesian.ts'
import { sumsOf, whyEnded } from './last-run-words.ts'
import type { News } from './news-rules.ts'

export type Told = { tone: 'success' | 'info' | 'error'; text: string }
/** A blast that sent nothing is no success: it says why instead. */
const told = (news: News): Told => {
  if (news.kind === 'failed') return { tone: 'error', text: fromServer(news.why) || texts.blastError }
  const name = news.name ?? texts.anAccount
  const why = whyNothing(news)
  return why === null
    ? { tone: 'success', text: texts.finished(name, news.lastRun ? sumsOf(news.lastRun) : '') }
    : { tone: 'info', text: texts.cannotSend(name, why) }
}
const whyNothing = ({ lastRun }: Extract<News, { kind: 'finished' }>): string | null =>
  lastRun?.sent === 0 ? whyEnded(lastRun) : null

const countBy = (reasons: readonly string[]): string[] => {
  const counts = new Map<string, number>()
  for (const why of reasons) counts.set(why, (counts.get(why) ?? 0) + 1)
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([why, count]) => texts.many.reason(formatNumber(count), why))
}
/** What came within a moment as one message; null: nothing did. Each row says its own in full. */
export const toldAtOnce = (news: readonly News[]): Told | null => {
  const [first, ...more] = news
  if (!first) return null
  if (more.length === 0) return told(first)
  const ended = news.filter((one) => one.kind === 'finished')
  const sent = ended.filter((one) => whyNothing(one) === null)
  const failed = news.flatMap((one) => (one.kind === 'failed' ? [fromServer(one.why) || texts.blastError] : []))
  const nothing = ended.flatMap((one) => whyNothing(one) ?? [])
  const parts = [
    ...(sent.length > 0 ? [texts.many.finished(formatNumber(sent.length))] : []),
    ...countBy([...failed, ...nothing]),
  ]
  return { tone: failed.length > 0 ? 'error' : nothing.length > 0 ? 'info' : 'success', text: parts.join(' ') }
}
