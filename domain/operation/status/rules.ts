// Spans of time in points, what was kept of each promise in them, and what members are told of troubles. Pure; times in epoch ms.
import type { ObjectsOfRelease } from '../../../contract/operation/runner-hello.ts'
import {
  LONGEST_S,
  type Kept,
  type Promised,
  PROMISES,
  type ServiceState,
  type Span,
} from '../../../contract/operation/status.ts'
import { DAY_MS, HOUR_MS, JAKARTA_OFFSET_MS, jakartaMidnight, MINUTE_MS } from '../../../contract/ground/time.ts'
import type { TroubleKind } from '../../../contract/operation/troubles.ts'
import { type Counts, Tally } from '../../ground/tally/rules.ts'
import { type Slos, slosOf, TARGETS } from '../../ground/metrics/slo-rules.ts'

/** Points begin where the clock of Jakarta says a whole one: a point is `stepMs` long. */
export type Points = { from: number; stepMs: number; length: number }
const QUARTER_MS = 15 * MINUTE_MS
const OF_DAY = (24 * HOUR_MS) / QUARTER_MS
const OF_MONTH = 30
export const pointsOfDay = (now: number): Points => ({
  from: now - (now % QUARTER_MS) - (OF_DAY - 1) * QUARTER_MS,
  stepMs: QUARTER_MS,
  length: OF_DAY,
})
export const pointsOfMonth = (now: number): Points => ({
  from: jakartaMidnight(now) - (OF_MONTH - 1) * DAY_MS,
  stepMs: DAY_MS,
  length: OF_MONTH,
})
/** What is subtracted from a time so that a whole point is a multiple of `stepMs`. */
export const OFFSET_MS = JAKARTA_OFFSET_MS

/** How many accounts' objects are of each release, of what their runners say; null: no runner answered. */
export const objectsOf = (runners: readonly { objects?: ObjectsOfRelease[] }[] | null): ObjectsOfRelease[] => {
  const all = Map.groupBy(runners?.flatMap(({ objects }) => objects ?? []) ?? [], ({ version }) => version)
  return [...all].map(([version, said]) => ({
    version,
    accounts: said.reduce((sum, { accounts }) => sum + accounts, 0),
  }))
}

export const AIMS: Record<Promised, number> = {
  api: TARGETS.api,
  ledger: TARGETS.ledgerP99,
  silence: TARGETS.silence,
  sessions: TARGETS.sessions,
  books: TARGETS.differences,
}
/** JSON has no infinity. */
const seconds = (value: number | null): number | null => (value === null ? null : Math.min(value, LONGEST_S))
const keptOf = ({ api, ledger, silence, sessions, ledgerDifference }: Slos): Record<Promised, Kept> => ({
  api: { value: api.share, met: api.met, count: api.count },
  ledger: { value: seconds(ledger.p99), met: ledger.met, count: ledger.count },
  silence: { value: seconds(silence.longest), met: silence.met, count: silence.count },
  sessions: { value: sessions.share, met: sessions.met, count: sessions.count },
  books: {
    value: ledgerDifference.count === 0 ? null : ledgerDifference.differences,
    met: ledgerDifference.met,
    count: ledgerDifference.count,
  },
})

/** (rule promises) @param counted what was counted in each point that has anything, by when it begins */
export const spanOf = ({ from, stepMs, length }: Points, counted: ReadonlyMap<number, Counts>): Span => {
  const at = Array.from({ length }, (_, index) => from + index * stepMs)
  const all = new Tally()
  for (const counts of counted.values()) all.merge(counts)
  const points = at.map((begins) => keptOf(slosOf(counted.get(begins) ?? {})))
  const valuesOf = (promised: Promised): (number | null)[] => points.map((point) => point[promised].value)
  return {
    promises: keptOf(slosOf(all.take())),
    at,
    series: Object.fromEntries(PROMISES.map((promised) => [promised, valuesOf(promised)])) as Span['series'],
  }
}

/** What each trouble means for members (rule service-line); one that is not here is none that they could notice. */
const MEANS: Partial<Record<TroubleKind, Exclude<ServiceState, 'well'>>> = {
  no_runner: 'sending',
  accounts_without_runner: 'sending',
  sending_stalled: 'sending',
  misconfigured: 'sending',
  version_refused: 'sending',
  sessions_unreadable: 'sending',
  settlement_waits: 'earnings',
  queue_waits: 'earnings',
}
export const SERVICE_KINDS = Object.keys(MEANS) as TroubleKind[]
/** That nothing is sent matters most: where it is both, the earnings are not there to come late. */
export const serviceOf = (open: readonly { kind: TroubleKind; subject: string }[]): ServiceState => {
  const means = open
    // an import that waits keeps no member from anything
    .filter(({ kind, subject }) => kind !== 'queue_waits' || subject === 'settlements')
    .map(({ kind }) => MEANS[kind])
  if (means.includes('sending')) return 'sending'
  return means.includes('earnings') ? 'earnings' : 'well'
}
