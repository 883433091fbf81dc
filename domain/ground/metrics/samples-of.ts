// From what was counted to samples of the metrics' text. Counters of one label say 0 for values that were never counted, so that the
// first one is seen as a rise. Pure.
import { METRICS, type Metric, type MetricName } from '../../../contract/operation/metrics.ts'
import type { Sample } from '../../../contract/operation/open-metrics.ts'
import { allSeries, type Counts, type Series } from '../tally/rules.ts'

type Labels = Sample['labels']
const sameAs = (labels: Labels) => (one: Series) => JSON.stringify(one.labels) === JSON.stringify(labels)

const labelsOf = ({ kind, labels }: Metric, counted: readonly Series[]): Labels[] => {
  const found = [...new Map(counted.map((one) => [JSON.stringify(one.labels), one.labels])).values()]
  const [first, ...others] = Object.entries(labels)
  if (kind === 'histogram' && !first) return [{}]
  if (kind !== 'counter' || !first || others.length > 0) return found
  const [label, values] = first
  return typeof values === 'string' ? found : values.map((value) => ({ [label]: value }))
}
const sampleOf = (name: MetricName, labels: Labels, series: readonly Series[]): Sample => {
  const mine = series.filter(sameAs(labels))
  const valueOf = (part: Series['part']): number => mine.find((one) => one.part === part)?.value ?? 0
  if ((METRICS[name] as Metric).kind !== 'histogram') return { name, labels, value: valueOf('value') }
  const buckets = mine.flatMap(({ part, value }) => (typeof part === 'object' ? [[part.le, value] as const] : []))
  return { name, labels, value: { counts: Object.fromEntries(buckets), sum: valueOf('sum') } }
}

/** Of every metric that is kept. */
export const samplesOf = (counts: Counts): Sample[] => {
  const all = allSeries(counts)
  return (Object.keys(METRICS) as MetricName[])
    .filter((name) => (METRICS[name] as Metric).from === 'kept')
    .flatMap((name) => {
      const series = all.filter((one) => one.name === name)
      return labelsOf(METRICS[name], series).map((labels) => sampleOf(name, labels, series))
    })
}
