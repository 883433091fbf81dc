// The last 7 or 30 days from the daily statistics, each chart with its table (loaded when shown).
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { HOME_DAYS } from '../../../../contract/ranges.ts'
import type { DayRow } from '../../../../contract/stats.ts'
import { formatDay, formatNumber, formatRupiah } from '../../../lib/format/format.ts'
import { keys } from '../../../lib/api/query-keys.ts'
import { errorText, call } from '../../../lib/api/http.ts'
import { dashboardTexts as texts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { fillDays } from '../daily.ts'
import { Chart, type Line } from './chart.tsx'

/** The dashboard's own call brings the first. */
const RANGES = [HOME_DAYS, 30] as const
const FRESH_MS = 60_000
/** Of a Jakarta day, the last that was answered: numbers from the last visit end with theirs. */
const noonOf = (day = ''): number => Date.parse(`${day}T12:00:00+07:00`)
type Plan = { title: string; lines: Line[]; format: (value: number) => string }

function Figures({ days, plan }: { days: string[]; plan: Plan }) {
  return (
    <details className="mt-3">
      <summary className="inline-flex min-h-8 items-center rounded text-[13px] text-ink-2 underline underline-offset-2">
        {texts.asTable}
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section aria-label={plan.title} tabIndex={0} className="mt-2 max-h-64 overflow-auto">
        <table className="w-full text-left text-[13px]">
          <caption className="sr-only">{plan.title}</caption>
          <thead>
            <tr>
              <th scope="col" className="py-1 pr-3 font-medium text-ink-2">
                {texts.day}
              </th>
              {plan.lines.map(({ label }) => (
                <th key={label} scope="col" className="py-1 pr-3 text-right font-medium text-ink-2">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, index) => (
              <tr key={day} className="border-t border-line">
                <th scope="row" className="py-1 pr-3 font-normal whitespace-nowrap">
                  {formatDay(day)}
                </th>
                {plan.lines.map(({ label, values }) => (
                  <td key={label} className="py-1 pr-3 text-right tabular-nums">
                    {plan.format(values[index] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

const plansOf = (filled: ReturnType<typeof fillDays>): Plan[] => {
  const { success, fail, income, withdrawals, connected } = filled
  const money = (title: string, values: number[], color: string): Plan => ({
    title,
    lines: [{ label: title, values, color }],
    format: formatRupiah,
  })
  return [
    {
      title: texts.chartBlasts,
      format: formatNumber,
      lines: [
        { label: texts.successShort, values: success, color: '--accent' },
        { label: texts.failShort, values: fail, color: '--danger' },
      ],
    },
    money(texts.chartIncome, income, '--accent'),
    money(texts.chartWithdraw, withdrawals, '--info-text'),
    {
      title: texts.chartConnected,
      format: formatNumber,
      lines: [{ label: texts.chartConnected, values: connected, color: '--accent' }],
    },
  ]
}

type Props = {
  /** null: everybody's. */
  userId: string | null
  home: UseQueryResult<{ days: DayRow[] }>
}

export default function Charts({ userId, home }: Props) {
  const [range, setRange] = useState<(typeof RANGES)[number]>(HOME_DAYS)
  const daysQuery = useQuery({
    queryKey: keys.sums('days', userId, range),
    queryFn: ({ signal }) => call('GET /admin/stats/daily', { query: { days: range, user_id: userId } }, { signal }),
    enabled: range !== HOME_DAYS,
    staleTime: FRESH_MS,
  })
  const found = range === HOME_DAYS ? home : daysQuery
  // the first range stands until the other has come
  const days = (range === HOME_DAYS ? undefined : daysQuery.data?.list) ?? home.data?.days
  const filled = useMemo(() => days && fillDays(days, days.length, noonOf(days.at(-1)?.day)), [days])
  const plans = useMemo(() => (filled ? plansOf(filled) : []), [filled])
  return (
    <section aria-label={texts.charts} className="mt-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base font-semibold">{texts.charts}</h2>
        <div className="flex gap-1.5">
          {RANGES.map((days) => (
            <Button
              key={days}
              size="sm"
              variant={range === days ? 'primary' : 'secondary'}
              aria-pressed={range === days}
              onClick={() => setRange(days)}
            >
              {texts.lastDays(days)}
            </Button>
          ))}
        </div>
      </div>
      {!filled && found.isPending && <Skeleton className="h-80 w-full rounded-2xl" />}
      {found.isError && !found.data && <Alert tone="danger">{errorText(found.error)}</Alert>}
      {filled && (
        <div className="grid gap-4 md:grid-cols-2">
          {plans.map((plan) => (
            <Card key={plan.title} className="min-w-0 p-5">
              <h3 className="mb-3 font-medium">{plan.title}</h3>
              <Chart
                days={filled.days}
                lines={plan.lines}
                format={plan.format}
                label={texts.chartLabel(plan.title, range)}
              />
              <Figures days={filled.days} plan={plan} />
            </Card>
          ))}
        </div>
      )}
    </section>
  )
}
