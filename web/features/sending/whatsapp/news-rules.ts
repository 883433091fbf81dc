// What events of accounts are worth saying beside the page, and in which one sentence where many come at once. Pure.
import { accountName } from '../../../../contract/sending/account-name.ts'
import type { BrowserEvent } from '../../../../contract/operation/events.ts'
import type { LastRun } from '../../../../contract/sending/last-run.ts'
import type { Account } from '../../../../contract/sending/whatsapp.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { fromServer, whatsappTexts as texts } from '../../../texts/indonesian.ts'
import { sumsOf, whyEnded } from './last-run-words.ts'

/** why: in words, empty where nobody said. name: the account's; null: it has none, and its id says nothing to anybody. */
export type News = { kind: 'failed'; why: string } | { kind: 'finished'; name: string | null; lastRun: LastRun | null }
type Named = Pick<Account, 'nickname' | 'pushname' | 'phonenumber'>

/** @param row the account, where the page shows it: its events do not carry its name */
export const newsOf = ({ event, payload }: BrowserEvent, row: Named | undefined): News | null => {
  // A job's events are told by its own list.
  if (payload.jobId !== undefined) return null
  switch (event) {
    case 'error_blast':
      return { kind: 'failed', why: payload.sendError }
    // why an account came to rest, when there is more to say than its state
    case 'connection.update':
      return payload.msg ? { kind: 'failed', why: payload.msg } : null
    case 'finished':
      return {
        kind: 'finished',
        name: row ? (accountName(row) ?? row.phonenumber) : null,
        lastRun: payload.last_run ?? null,
      }
    default:
      return null
  }
}

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
