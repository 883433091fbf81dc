// Adds up what is counted before it is written, as one flat object: each series has a key, and a histogram one for each bound it
// reached and one for the sum. Merging two such objects is adding the values of equal keys, in whatever order. Pure.
import { ABOVE, type LabelsOf, METRICS, type MetricName, type NameOf } from '../../../contract/operation/metrics.ts'

export type Counts = Record<string, number>
type Labels = Readonly<Record<string, string>>

/** `name|label=value…`; no name and no value has one of these signs. */
const keyOf = (name: MetricName, labels: Labels): string => {
  let key: string = name
  for (const label of Object.keys(labels)) key += `|${label}=${labels[label]}`
  return key
}

export class Tally {
  #counts: Counts = {}
  #urgent = false

  add<N extends NameOf<'counter' | 'gauge'>>(name: N, labels: LabelsOf<N>, by = 1): void {
    this.#add(keyOf(name, labels), by)
  }
  /** Seconds; a clock that went back counts as 0. */
  observe<N extends NameOf<'histogram'>>(name: N, labels: LabelsOf<N>, value: number): void {
    const bounds: readonly number[] = METRICS[name].bounds
    const seen = Math.max(0, value)
    const bound = bounds.find((one) => seen <= one) ?? ABOVE
    const key = keyOf(name, labels)
    this.#add(`${key}|le=${bound}`, 1)
    // whole milliseconds: a shorter row
    this.#add(`${key}|sum`, Math.round(seen * 1_000) / 1_000)
  }
  merge(counts: Counts): void {
    for (const [key, value] of Object.entries(counts)) this.#add(key, value)
  }
  /** A promise rests on what was just counted, and an isolate may end before its next writing: the next row takes it along. */
  hurry(): void {
    this.#urgent = true
  }
  get isUrgent(): boolean {
    return this.#urgent
  }
  get isEmpty(): boolean {
    return Object.keys(this.#counts).length === 0
  }
  /** What was counted so far; counting starts over. */
  take(): Counts {
    const counts = this.#counts
    this.#counts = {}
    this.#urgent = false
    return counts
  }

  #add(key: string, by: number): void {
    this.#counts[key] = (this.#counts[key] ?? 0) + by
  }
}

/** One series of a metric, as its key says it. le: the bound of this bucket, which counts only what is above the bound before. */
export type Series = { name: MetricName; labels: Labels; part: { le: string } | 'sum' | 'value'; value: number }
const isName = (name: string): name is MetricName => Object.hasOwn(METRICS, name)
/** null: a metric that this version does not know, written by another one. */
const seriesOf = (key: string, value: number): Series | null => {
  const [name = '', ...rest] = key.split('|')
  if (!isName(name)) return null
  const labels: Record<string, string> = {}
  let part: Series['part'] = 'value'
  for (const one of rest) {
    const [label = '', said = ''] = one.split('=')
    if (one === 'sum') part = 'sum'
    else if (label === 'le') part = { le: said }
    else labels[label] = said
  }
  return { name, labels, part, value }
}
export const allSeries = (counts: Counts): Series[] =>
  Object.entries(counts).flatMap(([key, value]) => seriesOf(key, value) ?? [])
