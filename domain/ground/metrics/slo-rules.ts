// What the service promises of itself, and what it kept of that in a span of time. Pure.
import { ABOVE, METRICS, type MetricName, type NameOf } from '../../../contract/operation/metrics.ts'
import { allSeries, type Counts, type Series } from '../tally/rules.ts'

/** Shares of one, and seconds. */
export const TARGETS = { api: 0.999, ledgerP99: 90, silence: 5, sessions: 0.99, differences: 0 } as const

/** What the promises are judged by. */
export const PROMISED_METRICS = [
  'wa_api_answers_total',
  'wa_ack_to_ledger_seconds',
  'wa_opt_out_to_silence_seconds',
  'wa_session_samples_total',
  'wa_reconciliations_total',
] as const satisfies readonly MetricName[]

/** How often each bound was the first that was not passed, from the lowest on; the last is what passed all of them. */
type Buckets = readonly { upTo: number; count: number }[]
const bucketsOf = (series: readonly Series[], name: NameOf<'histogram'>): Buckets => {
  const bounds: readonly number[] = METRICS[name].bounds
  return [...bounds.map(String), ABOVE].map((le) => ({
    upTo: le === ABOVE ? Number.POSITIVE_INFINITY : Number(le),
    count: series.reduce((sum, one) => {
      const mine = one.name === name && typeof one.part === 'object' && one.part.le === le
      return sum + (mine ? one.value : 0)
    }, 0),
  }))
}
const countOf = (buckets: Buckets): number => buckets.reduce((sum, { count }) => sum + count, 0)

/**
 * The value that this share of all was at most; between two bounds as if what lies there were spread evenly. Above the last bound: that bound,
 * so it is at least as long. null: nothing was counted.
 */
export const quantile = (buckets: Buckets, share: number): number | null => {
  const all = countOf(buckets)
  if (all === 0) return null
  const rank = share * all
  let below = 0
  let from = 0
  for (const { upTo, count } of buckets) {
    if (count > 0 && below + count >= rank)
      return upTo === Number.POSITIVE_INFINITY ? from : from + (upTo - from) * ((rank - below) / count)
    below += count
    from = upTo
  }
  return from
}

/** count: how many it was measured on; 0: nothing was, and nothing can be said. */
type Kept = { count: number; met: boolean | null }
/** longest: the bound that the slowest did not pass. */
type Times = Kept & { p50: number | null; p99: number | null; longest: number | null; within: number | null }
export type Slos = {
  /** share: answers that were no fault of the service. */
  api: Kept & { share: number | null }
  /** Seconds from the ack to the ledger; within: the share of messages that took at most 90. */
  ledger: Times
  /** Seconds from the stop to silence; within: the share of stops that took at most 5. */
  silence: Times
  /** share: of the sessions that are wanted, those that stand. */
  sessions: Kept & { share: number | null }
  /** differences: hourly comparisons of ledger and balances that found one. */
  ledgerDifference: Kept & { differences: number }
}

const judged = (count: number, met: boolean): Kept => ({ count, met: count === 0 ? null : met })
const timesOf = (
  buckets: Buckets,
  limit: number,
  isMet: (times: { p99: number; within: number }) => boolean,
): Times => {
  const count = countOf(buckets)
  const p99 = quantile(buckets, 0.99)
  const within = count === 0 ? null : countOf(buckets.filter(({ upTo }) => upTo <= limit)) / count
  const met = p99 !== null && within !== null && isMet({ p99, within })
  return { ...judged(count, met), p50: quantile(buckets, 0.5), p99, longest: quantile(buckets, 1), within }
}

export const slosOf = (counts: Counts): Slos => {
  const series = allSeries(counts)
  const sum = (name: Series['name'], label: string, values: readonly string[] | null): number =>
    series.reduce((total, one) => {
      const mine = one.name === name && (values === null || values.includes(one.labels[label] ?? ''))
      return total + (mine ? one.value : 0)
    }, 0)
  const answers = sum('wa_api_answers_total', 'status', null)
  const good = answers - sum('wa_api_answers_total', 'status', ['5xx'])
  const wanted = sum('wa_session_samples_total', 'of', ['wanted'])
  const connected = sum('wa_session_samples_total', 'of', ['connected'])
  const compared = sum('wa_reconciliations_total', 'result', null)
  const differences = sum('wa_reconciliations_total', 'result', ['unequal'])
  const share = (part: number, all: number): number | null => (all === 0 ? null : part / all)
  return {
    api: { ...judged(answers, good >= answers * TARGETS.api), share: share(good, answers) },
    ledger: timesOf(
      bucketsOf(series, 'wa_ack_to_ledger_seconds'),
      TARGETS.ledgerP99,
      ({ p99 }) => p99 < TARGETS.ledgerP99,
    ),
    silence: timesOf(bucketsOf(series, 'wa_opt_out_to_silence_seconds'), TARGETS.silence, ({ within }) => within === 1),
    sessions: { ...judged(wanted, connected >= wanted * TARGETS.sessions), share: share(connected, wanted) },
    ledgerDifference: { ...judged(compared, differences === TARGETS.differences), differences },
  }
}
