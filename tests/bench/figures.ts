// Medians of rounds, and how a figure is told: ours, the other's, their ratio, the aim, whether it is met.
export type Spread = { median: number; min: number; max: number }
export type Figure = {
  unit: string
  ours: number
  other: number | null
  ratio: number | null
  aim: string | null
  met: boolean | null
  rounds: { ours: Spread; other: Spread | null }
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000
export const spread = (values: readonly number[]): Spread => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const median =
    sorted.length % 2 === 1
      ? (sorted[Math.floor(middle)] ?? 0)
      : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
  return { median: round(median), min: round(sorted[0] ?? 0), max: round(sorted.at(-1) ?? 0) }
}

/** The value that so much of them (0–1) do not exceed. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? 0

/** own: the value itself is judged, also where there is another to compare it to. */
export type Aim = (({ atLeast: number } | { atMost: number }) & { own?: true }) | null
/** @param other what it is compared to, round by round; null when there is nothing. */
export const figure = (unit: string, ours: readonly number[], other: readonly number[] | null, aim: Aim): Figure => {
  const mine = spread(ours)
  const theirs = other === null ? null : spread(other)
  const ratio = theirs === null || theirs.median === 0 ? null : round(mine.median / theirs.median)
  const byRatio = ratio !== null && !aim?.own
  const judged = byRatio ? ratio : mine.median
  const sign = aim === null ? '' : 'atLeast' in aim ? '≥' : '≤'
  const limit = aim === null ? 0 : 'atLeast' in aim ? aim.atLeast : aim.atMost
  return {
    unit,
    ours: mine.median,
    other: theirs?.median ?? null,
    ratio,
    aim: aim === null ? null : `${sign} ${limit}${byRatio ? ' ×' : ''}`,
    met: aim === null ? null : sign === '≥' ? judged >= limit : judged <= limit,
    rounds: { ours: mine, other: theirs },
  }
}
