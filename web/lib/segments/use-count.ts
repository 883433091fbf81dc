// Counts the people of a rule step by step, for as long as it is shown. Until the last step the sums are what there is at least.
import { useEffect, useState } from 'react'
import type { Group, Overlap, SegmentCount } from '../../../contract/recipients/segments.ts'
import { call, errorText } from '../api/http.ts'
import { segmentTexts as texts } from '../../texts/indonesian.ts'
import { countLost } from './count-lost.ts'

export type Count = Omit<SegmentCount, 'next'> & {
  isExact: boolean
  failure: string | null
}
const SAMPLES = 10
const NOTHING: Count = {
  people: 0,
  sendable: 0,
  resting: 0,
  sample: [],
  without: {},
  overlap: null,
  looked: 0,
  all: 0,
  isExact: false,
  failure: null,
}
const later = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a)
const overlaps = (a: Overlap | null, b: Overlap | null): Overlap | null => {
  if (!a || !b) return b
  const campaigns = [...Map.groupBy([...a.campaigns, ...b.campaigns], ({ id }) => id).values()].flatMap((of) => {
    const [first] = of
    const sum = (what: 'waiting' | 'resting'): number => of.reduce((all, one) => all + one[what], 0)
    return first ? [{ ...first, waiting: sum('waiting'), resting: sum('resting') }] : []
  })
  return {
    waiting: a.waiting + b.waiting,
    resting: a.resting + b.resting,
    free_at: later(a.free_at, b.free_at),
    zones: a.zones && b.zones && [a.zones[0] + b.zones[0], a.zones[1] + b.zones[1]],
    campaigns,
    is_all: a.is_all && b.is_all,
  }
}
const added = (count: Count, step: SegmentCount): Count => ({
  people: count.people + step.people,
  sendable: count.sendable + step.sendable,
  resting: count.resting + step.resting,
  sample: [...count.sample, ...step.sample].slice(0, SAMPLES),
  without: Object.fromEntries(Object.entries(step.without).map(([key, n]) => [key, (count.without[key] ?? 0) + n])),
  overlap: overlaps(count.overlap, step.overlap),
  looked: count.looked + step.looked,
  all: step.all,
  isExact: step.next === null,
  failure: null,
})
/** While somebody types. */
const PAUSE_MS = 500

type Asked = {
  /** Keys of fields of which it is counted who has none (rule recipient-fields). */
  fields?: readonly string[]
  /** Whether it is asked what other campaigns have to do with them (rule campaign-overlap). */
  overlap?: boolean
  /** Key of the field that says their zone, which is counted with that. */
  zone?: string | null
}
/** @param rule null: it is not whole yet, and nothing is counted */
export const useCount = (rule: Group | null, { fields = [], overlap = false, zone = null }: Asked = {}): Count => {
  const [state, setState] = useState<{ of: string; count: Count }>({ of: '', count: NOTHING })
  const text = rule === null ? '' : JSON.stringify(rule)
  const keys = fields.join(',')
  const of = `${keys} ${overlap} ${zone} ${text}`
  useEffect(() => {
    if (text === '') return
    const ended = new AbortController()
    const { signal } = ended
    const go = async (): Promise<void> => {
      let count = NOTHING
      try {
        for (let after: number | null = 0; after !== null && !signal.aborted; ) {
          const query = {
            rule: text,
            after,
            fields: keys,
            ...(overlap ? { overlap: '1' } : {}),
            ...(zone === null ? {} : { zone }),
          }
          const step: SegmentCount = await call(
            'GET /admin/segment/count',
            { query },
            { signal, fallback: texts.countFailed },
          )
          count = added(count, step)
          after = step.next
          if (!signal.aborted) setState({ of, count })
        }
      } catch (error) {
        if (!signal.aborted) setState({ of, count: { ...count, failure: countLost(error) ?? errorText(error) } })
      }
    }
    const timer = setTimeout(() => void go(), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      ended.abort()
    }
  }, [text, keys, overlap, zone, of])
  return state.of === of ? state.count : NOTHING
}
