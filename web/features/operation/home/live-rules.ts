// Moves a member's home by events, and puts what they told over an answer of the server. Pure. Results are settled up to a minute
// after their event: an answer in between lacks them, and figures would jump back and forth without this.
import { jakartaDay } from '../../../../contract/ground/time.ts'
import type { EventPayload } from '../../../../contract/operation/events.ts'
import type { AccountToday, MemberHome } from '../../../../contract/operation/home.ts'
import { onDay } from './on-day-rules.ts'

type Counts = { success: number; fail: number }
export type Live = {
  /** The counters of each account as its last event told them. */
  seen: ReadonlyMap<string, Counts>
  /** Counted by events, and not by the last answer yet. */
  ahead: Counts
  /** The sums of the last answer; null: there was none. */
  settled: Counts | null
  /** When an event counted last, epoch ms. */
  countedAt: number
}
const NOTHING: Counts = { success: 0, fail: 0 }
export const STILL: Live = { seen: new Map(), ahead: NOTHING, settled: null, countedAt: 0 }
/** By then every result is settled (`settle_after_s` is a minute), and the server alone is right. */
export const SETTLED_MS = 70_000

/**
 * One move for the card, the chart and its table: they cannot tell different sums.
 * @param at when they were counted: what is ahead of an answer stays with its day when that answer is of the next one
 */
const moved = (home: MemberHome, by: Counts, at: number): MemberHome => {
  if (by.success === 0 && by.fail === 0) return home
  const [here, day] = [onDay(home, at), jakartaDay(at)]
  return {
    ...here,
    total: { successCount: here.total.successCount + by.success, failCount: here.total.failCount + by.fail },
    days: here.days.map((one) =>
      one.day === day ? { ...one, success: one.success + by.success, fail: one.fail + by.fail } : one,
    ),
  }
}

const grown = (now: number | undefined, before: number | undefined, first: number): number =>
  now === undefined ? 0 : before === undefined ? first : Math.max(0, now - before)

/** An account is counted from its first event on: that one adds one, later ones what its absolute counters grew by. */
export const afterCount = (
  home: MemberHome,
  live: Live,
  event: 'count_success' | 'count_fail',
  payload: EventPayload,
  now: number,
): { home: MemberHome; live: Live } => {
  const before = live.seen.get(payload.deviceId)
  const by = {
    success: grown(payload.count_success, before?.success, event === 'count_success' ? 1 : 0),
    fail: grown(payload.count_fail, before?.fail, event === 'count_fail' ? 1 : 0),
  }
  const after = {
    success: payload.count_success ?? before?.success ?? 0,
    fail: payload.count_fail ?? before?.fail ?? 0,
  }
  return {
    home: moved(home, by, now),
    live: {
      seen: new Map(live.seen).set(payload.deviceId, after),
      ahead: { success: live.ahead.success + by.success, fail: live.ahead.fail + by.fail },
      settled: live.settled,
      countedAt: now,
    },
  }
}

const changeAccount = (home: MemberHome, id: string | undefined, change: Partial<AccountToday>): MemberHome => {
  const list = home.sentToday.list.map((account) => (account.id === id ? { ...account, ...change } : account))
  return { ...home, sentToday: { ...home.sentToday, list } }
}
/** An account sends: what it has sent today is absolute. */
export const afterSent = (
  home: MemberHome,
  { whatsappId, sent_today: sent }: EventPayload,
  now: number,
): MemberHome => {
  if (sent === undefined) return home
  return changeAccount(onDay(home, now), whatsappId, { sent, status: 'sending', wait: null })
}
/** An account waits: for more than the pause between two messages it says what for, and until when. */
export const afterWait = (
  home: MemberHome,
  { whatsappId, waitTime = 0, waitReason }: EventPayload,
  now: number,
): MemberHome => {
  const until = new Date(now + waitTime * 1_000).toISOString()
  const wait = waitReason && waitReason !== 'interval' ? { reason: waitReason, until } : null
  return changeAccount(home, whatsappId, { wait })
}

/** Balance and today's income are absolute; the chart's day has the same income. */
export const afterBalance = (home: MemberHome, payload: EventPayload, now: number): MemberHome => {
  const here = { ...onDay(home, now), balance: payload.balance ?? home.balance }
  const income = payload.todayIncome
  if (income === undefined) return here
  const today = here.days.length - 1
  return { ...here, todayIncome: income, days: here.days.map((one, at) => (at === today ? { ...one, income } : one)) }
}

/** An answer of the server with what events have counted beyond it. */
export const afterAnswer = (home: MemberHome, live: Live, now: number): { home: MemberHome; live: Live } => {
  const settled = { success: home.total.successCount, fail: home.total.failCount }
  const isSettled = now - live.countedAt > SETTLED_MS || live.settled === null
  const left = (of: keyof Counts): number =>
    isSettled ? 0 : Math.max(0, live.ahead[of] - Math.max(0, settled[of] - (live.settled?.[of] ?? 0)))
  const ahead = { success: left('success'), fail: left('fail') }
  return { home: moved(home, ahead, live.countedAt), live: { ...live, ahead, settled } }
}
