// What each release answered, for a deployment in steps (decision record 0078). It stands in the buckets alone: nobody scrapes it, and in the
// sums each release would stay for ever.
import type { Counts } from '../tally/rules.ts'

const PREFIX = 'release|'
/** As SQL's `like`. */
export const OF_RELEASES = `${PREFIX}%`

/** One answer. A fault is a 5xx. */
export const answerOf = (release: string, isFault: boolean): Counts => ({
  [`${PREFIX}${release}|answers`]: 1,
  ...(isFault ? { [`${PREFIX}${release}|faults`]: 1 } : {}),
})

/** Of all buckets that begin at `?1` (epoch ms) or later: rows `key`, `n`. */
export const RELEASES_SQL = `
  select j.key as key, sum(j.value) as n
  from measures m, json_each(iif(json_valid(m.counts), m.counts, '{}')) j
  where m.at >= cast(?1 as integer) and j.key like '${OF_RELEASES}'
  group by j.key`
/** @param rows as RELEASES_SQL answers them */
export const answeredBy = (rows: readonly { key: string; n: number }[], release: string) => {
  const of = (what: 'answers' | 'faults'): number =>
    rows.find(({ key }) => key === `${PREFIX}${release}|${what}`)?.n ?? 0
  return { answers: of('answers'), faults: of('faults') }
}
