// What came of a campaign: by template, and by hour as a chart and a table.
import { useQuery } from '@tanstack/react-query'
import { call, errorText } from '../../../../lib/api/http.ts'
import { keys } from '../../../../lib/api/query-keys.ts'
import { formatClock, formatMoment, formatNumber } from '../../../../lib/format/format.ts'
import { campaignTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Card, CardHead } from '../../../../ui/card.tsx'
import { ChartTable } from '../../../../ui/chart-table.tsx'
import { Chart } from '../../../../ui/chart.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { type Campaign, isReachTold, moves } from '../api.ts'
import { OUTCOMES, ofTemplate, REACHED, sumOf } from './course-figures.ts'

const LOOK_MS = 15_000
const COLORS = { success: '--accent', fail: '--danger', unknown: '--ink-3' } as const
const format = (value: number | null): string => (value === null ? '–' : formatNumber(value))

export default function Course({ campaign }: { campaign: Campaign }) {
  const { id, templates } = campaign
  const isLive = moves(campaign)
  // at rest every later figure of the campaign brings these anew, too: its last messages are settled after its end
  const since = isLive ? 'live' : REACHED.map((of) => campaign[of]).join()
  const { data, error } = useQuery({
    queryKey: keys.sums('campaigns', 'hours', id, since),
    queryFn: ({ signal }) =>
      call('GET /admin/campaign/hours', { query: { id } }, { signal, fallback: texts.oneFailed }),
    // of this campaign alone
    placeholderData: (before, query) => (query?.queryKey[3] === id ? before : undefined),
    refetchInterval: isLive ? LOOK_MS : false,
  })
  const hours = data?.hours ?? []
  const names = [...new Set(hours.map(({ hour }) => hour))]
  const lines = OUTCOMES.map((of) => ({
    label: texts.funnel[of],
    color: COLORS[of],
    values: names.map((name) => sumOf(hours, of, ({ hour }) => hour === name)),
  }))
  const figure = (value: number | null): string => (value === null ? (error ? '–' : '…') : formatNumber(value))
  const labels = names.map((name) => formatMoment(name))
  return (
    <>
      <Card className="min-w-0" aria-label={texts.byTemplate}>
        <CardHead>{texts.byTemplate}</CardHead>
        <ul className="divide-y divide-line px-4">
          {templates.map(({ id: template, name, weight, ready }) => (
            <li key={template} className="flex min-w-0 flex-col gap-1 py-2.5">
              <span className="flex min-w-0 items-baseline justify-between gap-3">
                <span className="min-w-0 truncate">{name}</span>
                <span className="shrink-0 text-[13px] text-ink-3">
                  {texts.weightOf(formatNumber(weight))}
                  {!ready && ` · ${texts.templateOff}`}
                </span>
              </span>
              <span className="flex flex-wrap gap-x-3 text-[13px] text-ink-2 tabular-nums">
                {(isReachTold(campaign) ? REACHED : OUTCOMES).map((of) => (
                  <span key={of}>
                    {texts.funnel[of]} {figure(ofTemplate(data?.hours, template, of))}
                  </span>
                ))}
              </span>
            </li>
          ))}
        </ul>
        {isLive && (
          <p className="border-t border-line px-4 py-2.5 text-[13px] text-ink-2">
            {texts.renewed(formatNumber(LOOK_MS / 1_000))}
          </p>
        )}
        {data?.stops && (
          <p className="border-t border-line px-4 py-2.5 text-[13px] text-ink-2">
            {texts.stops(formatNumber(data.stops.stopped), formatNumber(data.stops.disputed))}
          </p>
        )}
      </Card>
      <Card className="min-w-0 p-4" aria-label={texts.byHour}>
        <h2 className="mb-2 font-semibold">{texts.byHour}</h2>
        {error && <Alert tone="danger">{errorText(error)}</Alert>}
        {!data && !error && <Skeleton className="h-50 w-full" />}
        {data && names.length === 0 && <p className="text-ink-2">{texts.noHours}</p>}
        {names.length > 0 && (
          <>
            <Chart
              points={{ names: labels, tick: (at) => formatClock(names[at] ?? '') }}
              lines={lines}
              format={format}
              label={texts.byHour}
              tell={texts.chartTell}
            />
            <ChartTable
              title={texts.byHour}
              summary={texts.asTable}
              head={texts.hour}
              names={labels}
              lines={lines}
              format={format}
            />
          </>
        )}
      </Card>
    </>
  )
}
