// Metrics as text: OpenMetrics 1.0, and the older form of Prometheus for who does not ask for it. Pure.
import { ABOVE, METRICS, type Metric, type MetricName } from './metrics.ts'

/** A value; of a histogram the counts of its buckets, each of what is above the bound before, and the sum. */
export type Sample = {
  name: MetricName
  labels: Readonly<Record<string, string>>
  value: number | { counts: Readonly<Record<string, number>>; sum: number }
}
export const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8'
const PROMETHEUS = 'text/plain; version=0.0.4; charset=utf-8'
/** Units that a name ends with; the text says them beside it. */
const UNITS = ['seconds', 'bytes'] as const

const escaped = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
const series = (name: string, labels: Readonly<Record<string, string>>, value: number): string => {
  const list = Object.entries(labels).map(([label, said]) => `${label}="${escaped(said)}"`)
  return `${name}${list.length > 0 ? `{${list.join(',')}}` : ''} ${value}`
}
/** Le in the form that OpenMetrics wants of whole bounds: with a decimal point. */
const leOf = (bound: number): string => (Number.isInteger(bound) ? bound.toFixed(1) : String(bound))

const linesOf = ({ name, labels, value }: Sample): string[] => {
  if (typeof value === 'number') return [series(name, labels, value)]
  const { bounds = [] }: Metric = METRICS[name]
  let count = 0
  const buckets = [...bounds.map((bound) => [String(bound), leOf(bound)] as const), [ABOVE, ABOVE] as const].map(
    ([key, le]) => {
      count += value.counts[key] ?? 0
      return series(`${name}_bucket`, { ...labels, le }, count)
    },
  )
  return [...buckets, series(`${name}_sum`, labels, value.sum), series(`${name}_count`, labels, count)]
}

/** @param accept the header of who asks */
export const metricsText = (samples: readonly Sample[], accept: string): { type: string; text: string } => {
  const open = accept.includes('application/openmetrics-text')
  const lines: string[] = []
  for (const name of Object.keys(METRICS) as MetricName[]) {
    const mine = samples.filter((sample) => sample.name === name)
    if (mine.length === 0) continue
    const { kind, help }: Metric = METRICS[name]
    const family = open && kind === 'counter' ? name.replace(/_total$/, '') : name
    const unit = UNITS.find((one) => family.endsWith(`_${one}`))
    lines.push(`# TYPE ${family} ${kind}`)
    if (open && unit) lines.push(`# UNIT ${family} ${unit}`)
    lines.push(`# HELP ${family} ${help}`, ...mine.flatMap(linesOf))
  }
  const end = open ? ['# EOF', ''] : ['']
  return { type: open ? OPEN_METRICS : PROMETHEUS, text: [...lines, ...end].join('\n') }
}
