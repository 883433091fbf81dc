// Chooses the next step of a blast (rule end-of-blast) from everything it depends on. Pure: the object carries the step out
// and asks for the next.
import { DAY_MS } from '../../../contract/ground/time.ts'
import { capWait, claimSize, type Interval, windowWait } from '../../../domain/sending/blast/rules.ts'
import type { Run, WaitReason } from '../document/document.ts'
import { REFRESH_MS, refreshMs } from './wait-rules.ts'

export type LoopView = {
  run: Run | null
  /** An admin paused this account. */
  held: boolean
  /** The place or the account's owner is paused, as far as this account has heard. */
  placePaused: boolean
  connected: boolean
  restrictedUntil: number | null
  /** It rests by itself until then (epoch ms); null: it does not. */
  restUntil: number | null
  /** A message is out and not answered yet. */
  inFlight: boolean
  /** Claimed numbers not attempted yet. */
  buffered: number
  sentToday: number
  sentYesterday: number
  /** This account's delay (ms) where all accounts would otherwise start in the same second. */
  placeMs: number
  /** No message of this account leaves before (epoch ms). */
  nextSendAt: number
  /** The rules that the last claim brought; null: a claim must load them. */
  rules: {
    interval: Interval
    window: { start: string; end: string }
    dailyCap: number
    templates: number
    at: number
  } | null
  now: number
}
export type Step =
  | { kind: 'idle' }
  | { kind: 'await-result' }
  | { kind: 'end'; why: 'stopped' | 'finished' | 'no-template' | 'fault' }
  | { kind: 'claim'; want: number; count: boolean }
  | { kind: 'wait'; reason: WaitReason; until: number | null }
  /** Paused by an admin. lookAt: when the place's switch is asked for again (epoch ms); null: an event ends it. */
  | { kind: 'held'; lookAt: number | null }
  | { kind: 'send' }

export const nextStep = (view: LoopView): Step => {
  const { run, rules, now } = view
  if (!run) return { kind: 'idle' }
  // a stop lets the message in flight finish, and claims nothing more
  if (view.inFlight) return { kind: 'await-result' }
  if (run.stopRequested) return { kind: 'end', why: 'stopped' }
  if (run.fault !== null) return { kind: 'end', why: 'fault' }
  if (view.held) return { kind: 'held', lookAt: null }
  if (view.placePaused) return whilePaused(run, rules, now)
  if (!view.connected) return { kind: 'wait', reason: 'connection', until: null }
  if (view.restrictedUntil !== null && view.restrictedUntil > now)
    return { kind: 'wait', reason: 'restricted', until: view.restrictedUntil }
  if (run.refusedUntil > now) return { kind: 'wait', reason: 'refused', until: run.refusedUntil }
  if (run.claimNotBefore > now) return { kind: 'wait', reason: 'overload', until: run.claimNotBefore }
  // a claim of 0 numbers loads the rules; nothing is sent before
  if (!rules) return { kind: 'claim', want: 0, count: true }
  const wait = (reason: WaitReason, until: number): Step =>
    now - rules.at >= refreshMs(until - now)
      ? { kind: 'claim', want: 0, count: false }
      : { kind: 'wait', reason, until }
  if (view.restUntil !== null && view.restUntil > now) return wait('rest', view.restUntil)
  const mayBegin = (at: number) =>
    windowWait(rules.window, { now: at, startedAt: run.startedAt, placeMs: view.placeMs })
  const opensAt = mayBegin(now)
  if (opensAt !== null) return wait('window', opensAt)
  const used = { today: view.sentToday, yesterday: view.sentYesterday, cap: rules.dailyCap }
  const capUntil = capWait(used, now, view.placeMs)
  // the new day may begin while the window is closed: the wait ends when the next message can really leave
  if (capUntil !== null) return wait('daily_cap', mayBegin(capUntil) ?? capUntil)
  // after window and cap: a message that the window's end made late is explained by the window
  const { lateUntil = 0 } = run
  if (lateUntil > now) return { kind: 'wait', reason: 'late', until: lateUntil }
  const leftToday = rules.dailyCap - view.sentToday
  if (rules.templates === 0) return { kind: 'end', why: 'no-template' }
  if (view.buffered === 0) {
    if (run.exhausted) return { kind: 'end', why: 'finished' }
    if (run.emptyUntil !== null && run.emptyUntil > now) {
      return run.emptyUntil - now > DAY_MS ? { kind: 'end', why: 'finished' } : wait('cooldown', run.emptyUntil)
    }
    // what it claimed before this wait went back; until the wait is over there is nothing more to ask
    if (view.nextSendAt > now && run.gaveBackUntil === view.nextSendAt)
      return { kind: 'wait', reason: 'interval', until: view.nextSendAt }
    return { kind: 'claim', want: claimSize(rules.interval, leftToday), count: false }
  }
  if (view.nextSendAt > now) return { kind: 'wait', reason: 'interval', until: view.nextSendAt }
  return { kind: 'send' }
}

/** Nothing leaves. The call that turns the switch tells this account; should that get lost, it asks again now and then. */
const whilePaused = (run: Run, rules: LoopView['rules'], now: number): Step => {
  if (run.claimNotBefore > now) return { kind: 'held', lookAt: run.claimNotBefore }
  if (!rules || now - rules.at >= REFRESH_MS) return { kind: 'claim', want: 0, count: !rules }
  return { kind: 'held', lookAt: rules.at + REFRESH_MS }
}
