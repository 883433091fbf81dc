// What became of a member's own messages, beside everybody's (rule rates).
import { useQuery } from '@tanstack/react-query'
import { percentOf } from '../../../../../contract/ground/percent.ts'
import type { RateFigures } from '../../../../../contract/sending/rates.ts'
import { call } from '../../../../lib/api/http.ts'
import { keys } from '../../../../lib/api/query-keys.ts'
import { formatPercent } from '../../../../lib/format/format.ts'
import { rateTexts as texts } from '../../../../texts/indonesian.ts'

const FACTS: [string, (rates: RateFigures) => number][] = [
  [texts.columns.stopped, ({ stopped }) => stopped],
  [texts.columns.disputed, ({ disputed }) => disputed],
  [texts.columns.undelivered, ({ sent, delivered }) => sent - delivered],
  [texts.columns.answered, ({ answered }) => answered],
]
const percent = (rates: RateFigures, countOf: (rates: RateFigures) => number): string =>
  formatPercent(rates.sent === 0 ? 0 : percentOf(countOf(rates), rates.sent))

export default function OwnRates({ userId }: { userId: string }) {
  const { data } = useQuery({
    queryKey: keys.sums('rates', userId),
    queryFn: ({ signal }) => call('GET /user/rates', {}, { signal }),
  })
  if (!data || data.own.sent === 0) return null
  const { own, place } = data
  return (
    <section aria-label={texts.ownTitle} className="mt-4 rounded-lg border border-line bg-surface px-4 py-3">
      <h2 className="text-sm font-semibold">{texts.ownTitle}</h2>
      <p className="text-[13px] text-ink-2">{texts.ownLead}</p>
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2 tabular-nums sm:grid-cols-4">
        {FACTS.map(([label, countOf]) => (
          <div key={label}>
            <dt className="text-xs text-ink-2">{label}</dt>
            <dd>{texts.own(percent(own, countOf), percent(place, countOf))}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
