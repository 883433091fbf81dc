// When a trouble begins, when it has lasted long enough to be told, and when it is over (rule troubles). Pure; times in ms.
import { type BackOff, flooredBackOffMs } from '../../../contract/ground/back-off.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/ground/time.ts'
import type { TroubleFigures, TroubleKind } from '../../../contract/operation/troubles.ts'

/** bad: begins a trouble or keeps it. between: keeps an open one and begins none, so that a figure at its limit does not flap. */
export type Finding = { kind: TroubleKind; subject: string; level: 'bad' | 'between'; figures: TroubleFigures }
/** judged: the kinds that this look could say something about; all others stay as they were. */
export type Look = { judged: readonly TroubleKind[]; findings: readonly Finding[] }
export type OpenTrouble = {
  id: number
  kind: TroubleKind
  subject: string
  since: number
  seenAt: number
  toldAt: number | null
}

/** tellAfterMs: one that is over before is told to nobody. endAfterMs: it is over once it was not found for so long. */
type Lasting = { tellAfterMs: number; endAfterMs: number }
const AT_ONCE: Lasting = { tellAfterMs: 0, endAfterMs: 0 }
/** Found by two looks, and then missed by two: looks are five minutes apart, and a cron may be some seconds late. */
const TWO_LOOKS: Lasting = { tellAfterMs: 4 * MINUTE_MS, endAfterMs: 9 * MINUTE_MS }
const QUARTER: Lasting = { tellAfterMs: 14 * MINUTE_MS, endAfterMs: 9 * MINUTE_MS }
/** The same of looks that are an hour apart. */
const TWO_HOURLY: Lasting = { tellAfterMs: 50 * MINUTE_MS, endAfterMs: 0 }
const LASTING: Record<TroubleKind, Lasting> = {
  no_runner: TWO_LOOKS,
  accounts_without_runner: QUARTER,
  sending_stalled: TWO_LOOKS,
  settlement_waits: AT_ONCE,
  opt_outs_wait: AT_ONCE,
  queue_waits: TWO_LOOKS,
  dead_letters: AT_ONCE,
  work_waits: TWO_LOOKS,
  backup_old: AT_ONCE,
  second_place: AT_ONCE,
  drill_old: AT_ONCE,
  cron_fails: TWO_LOOKS,
  misconfigured: AT_ONCE,
  version_refused: AT_ONCE,
  sessions_unreadable: AT_ONCE,
  runner_clock: TWO_LOOKS,
  proxies_none_free: QUARTER,
  ledger_differs: AT_ONCE,
  record_differs: AT_ONCE,
  leases_without_owner: TWO_HOURLY,
  templates_fail: AT_ONCE,
  templates_paused: AT_ONCE,
  proxies_fail: AT_ONCE,
  vault_key_missing: AT_ONCE,
  database_large: AT_ONCE,
  pay_high: { tellAfterMs: 0, endAfterMs: DAY_MS },
  mail_fails: AT_ONCE,
  containers_fail: TWO_LOOKS,
  budget_burns: { tellAfterMs: 0, endAfterMs: 9 * MINUTE_MS },
}

export type Change = {
  started: (Finding & { told: boolean })[]
  /** Open ones that were found again. */
  seen: { id: number; figures: TroubleFigures }[]
  /** Ids of those that have lasted long enough now. */
  told: number[]
  ended: number[]
  /** Over before they were told to anybody. */
  dropped: number[]
}
const keyOf = ({ kind, subject }: { kind: string; subject: string }): string => `${kind} ${subject}`

/** What a look changes about the open troubles. */
export const changeOf = (open: readonly OpenTrouble[], { judged, findings }: Look, now: number): Change => {
  const change: Change = { started: [], seen: [], told: [], ended: [], dropped: [] }
  const known = new Map(open.map((trouble) => [keyOf(trouble), trouble]))
  const found = new Set(findings.map(keyOf))
  for (const finding of findings) {
    const trouble = known.get(keyOf(finding))
    if (trouble) change.seen.push({ id: trouble.id, figures: finding.figures })
    else if (finding.level === 'bad') change.started.push({ ...finding, told: LASTING[finding.kind].tellAfterMs === 0 })
    if (trouble?.toldAt === null && finding.level === 'bad')
      if (now - trouble.since >= LASTING[trouble.kind].tellAfterMs) change.told.push(trouble.id)
  }
  for (const trouble of open) {
    if (found.has(keyOf(trouble)) || !judged.includes(trouble.kind)) continue
    if (trouble.toldAt === null) change.dropped.push(trouble.id)
    else if (now - trouble.seenAt >= LASTING[trouble.kind].endAfterMs) change.ended.push(trouble.id)
  }
  return change
}

/** @param limits a value above `start` is bad, one above `end` between */
export const levelOf = (value: number, limits: { start: number; end: number }): Finding['level'] | null => {
  if (value > limits.start) return 'bad'
  return value > limits.end ? 'between' : null
}

const ALERT_BACK_OFF: BackOff = { baseMs: MINUTE_MS, capMs: HOUR_MS }
/** After this an alert is given up: the person who reads it then learns nothing new. */
const ALERT_LIFE_MS = 3 * DAY_MS
/** When an alert that was not taken is tried again, epoch ms; null: it is given up. @param tries made so far */
export const nextAlertTry = (
  { createdAt, tries }: { createdAt: number; tries: number },
  now: number,
  random: number,
): number | null => {
  const next = now + flooredBackOffMs(tries, ALERT_BACK_OFF, random)
  return next - createdAt > ALERT_LIFE_MS ? null : next
}
