// What was counted, also to Analytics Engine where there is one: for questions over months, and for charts without a Prometheus.
import { allSeries, type Counts } from '../tally/rules.ts'

/** As much of Analytics Engine as is used. */
type Dataset = { writeDataPoint: (point: { indexes: string[]; blobs: string[]; doubles: number[] }) => void }
/** The platform takes so many of one invocation; counts are written before there are as many. */
const POINTS_MAX = 250

/** A point for each series: the metric as its index, labels and part as blobs, the value as its one double. Never throws. */
export const writePoints = (dataset: Dataset | undefined, counts: Counts): void => {
  if (!dataset) return
  for (const { name, labels, part, value } of allSeries(counts).slice(0, POINTS_MAX)) {
    const said = typeof part === 'object' ? `le=${part.le}` : part
    const blobs = [said, ...Object.entries(labels).map(([label, one]) => `${label}=${one}`)]
    dataset.writeDataPoint({ indexes: [name], blobs, doubles: [value] })
  }
}
