// The last 7 or 30 days from the daily statistics, each chart with its total and its table (loaded when shown).
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { HOME_DAYS } from '../../../../../contract/ground/ranges.ts'
import type { DayRow } from '../../../../../contract/money/stats.ts'
import { keys } from '../../../../lib/api/query-keys.ts'
import { errorText, call } from '../../../../lib/api/http.ts'
import { formatDay } from '../../../../lib/format/format.ts'
import { dashboardTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Card } from '../../../../ui/card.tsx'
import { ChartTable } from '../../../../ui/chart-table.tsx'
import { Chart, HEIGHT_PX, type Points } from '../../../../ui/chart.tsx'
import { FilterChips } from '../../../../ui/filter-chips.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { fillDays, latest } from '../daily.ts'
import { adminPlans, memberPlans } from '../plans.ts'

/** The dashboard's own call brings the first. */
const RANGES = [HOME_DAYS, 30] as const
const FRESH_MS = 60_000
/** Of a Jakarta day, the last that was answered: numbers from the last visit end with theirs. */
const noonOf = (day = ''): number => Date.parse(`${day}T12:00:00+07:00`)

const pointsOf = (days: readonly string[]): Points => ({
  names: days.map(formatDay),
  tick: (at) => {
    const day = days[at]
    return day ? `${day.slice(8)}/${day.slice(5, 7)}` : ''
  },
})

type Props = {
  /** null: everybody's. */
  whose: string | null
  home: UseQueryResult<{ days: DayRow[] }>
}

export default function Charts({ whose, home }: Props) {
  const [range, setRange] = useState<(typeof RANGES)[number]>(HOME_DAYS)
  const longer = useQuery({
    queryKey: keys.sums('days', whose, range),
    queryFn: ({ signal }) => call('GET /admin/stats/daily', { query: { days: range, user_id: whose } }, { signal }),
    enabled: range !== HOME_DAYS,
    staleTime: FRESH_MS,
  })
  const found = range === HOME_DAYS ? home : longer
  const [short, long] = [home.data?.days, range === HOME_DAYS ? undefined : longer.data?.list]
  const filled = useMemo(() => {
    // The first range stands until the other has come; its days are the home's own, which events move.
    const days = long && short ? latest(long, short) : short
    // after midnight the two together have a day more
    return days && fillDays(days, Math.min(days.length, range), noonOf(days.at(-1)?.day))
  }, [short, long, range])
  const points = useMemo(() => pointsOf(filled?.days ?? []), [filled])
  const plans = useMemo(() => (filled ? (whose === null ? adminPlans : memberPlans)(filled) : []), [filled, whose])
  return (
    <section aria-label={texts.charts} className="mt-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold">{texts.charts}</h2>
        <FilterChips
          label={texts.charts}
          now={String(range)}
          choices={RANGES.map((days) => ({ value: String(days), label: texts.lastDays(days) }))}
          onChoose={(value) => setRange(RANGES.find((days) => String(days) === value) ?? HOME_DAYS)}
        />
      </div>
      {!filled && found.isPending && <Skeleton className="h-80 w-full rounded-2xl" />}
      {found.isError && !found.data && <Alert tone="danger">{errorText(found.error)}</Alert>}
      {filled && (
        <div className="grid gap-4 md:grid-cols-2">
          {plans.map((plan) => (
            <Card key={plan.title} aria-label={plan.title} edge className="min-w-0 px-4 py-3">
              <h3 className="text-[13px] text-ink-2">{plan.title}</h3>
              <p data-testid="chart-total" className="mb-3 h-6 text-base font-semibold tabular-nums">
                {plan.headline}
              </p>
              {plan.headline === null ? (
                <p className="grid place-items-center px-4 text-center text-ink-2" style={{ minHeight: HEIGHT_PX }}>
                  {plan.empty(filled.days.length)}
                </p>
              ) : (
                <>
                  <Chart
                    points={points}
                    lines={plan.lines}
                    format={(value) => plan.format(value ?? 0)}
                    label={texts.chartLabel(plan.title, filled.days.length)}
                    tell={texts.chartDay}
                    isLastOpen
                  />
                  <ChartTable
                    title={plan.title}
                    summary={texts.asTable}
                    head={texts.day}
                    names={points.names}
                    lines={plan.lines}
                    format={(value) => plan.format(value ?? 0)}
                    rupiah={plan.isMoney ?? false}
                  />
                </>
              )}
            </Card>
          ))}
        </div>
      )}
    </section>
  )
}
