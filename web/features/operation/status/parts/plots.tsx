// Each promise over the last 24 hours or 30 days, with its figure for that time as headline (loaded when shown).
import { useMemo, useState } from 'react'
import { type Promised, PROMISES, type Status } from '../../../../../contract/operation/status.ts'
import { statusTexts as texts } from '../../../../texts/indonesian.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { ChartTable } from '../../../../ui/chart-table.tsx'
import { Chart, HEIGHT_PX } from '../../../../ui/chart.tsx'
import { aimLineOf, isEmpty, pointsOf, RANGES, type Range, scaleOf } from '../plots.ts'
import { formatKept } from '../words.ts'
import { StateBadge } from './state-badge.tsx'

function Plot({ promised, range, status }: { promised: Promised; range: Range; status: Status }) {
  const span = status[range]
  const title = texts.names[promised]
  const aim = status.aims[promised]
  const points = useMemo(() => pointsOf(range, span.at), [range, span.at])
  const lines = useMemo(
    () => [{ label: title, values: span.series[promised], color: '--accent' }],
    [title, span, promised],
  )
  const format = (value: number | null): string => (value === null ? texts.gap : formatKept(promised, value))
  const { value, met } = span.promises[promised]
  return (
    <Card aria-label={texts.plotOf(title)} className="min-w-0 p-4 last:md:col-span-2 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="text-[13px] text-ink-2">{title}</h3>
        <StateBadge met={met} />
      </div>
      <p className="mb-3 flex flex-wrap items-baseline gap-x-2">
        <span className="text-base font-semibold tabular-nums">
          {value === null ? '–' : formatKept(promised, value)}
        </span>
        <span className="text-[13px] text-ink-2">{texts.aims[promised](formatKept(promised, aim))}</span>
      </p>
      {isEmpty(span, promised) ? (
        <p className="grid place-items-center px-4 text-center text-ink-2" style={{ minHeight: HEIGHT_PX }}>
          {texts.plotEmpty[promised]}
        </p>
      ) : (
        <>
          <Chart
            points={points}
            lines={lines}
            format={format}
            label={texts.plotLabel(title, texts[range])}
            tell={texts.plotPoint}
            scale={scaleOf(promised, aim)}
            {...aimLineOf(promised, aim)}
          />
          <ChartTable
            title={title}
            summary={texts.asTable}
            head={texts.time}
            names={points.names}
            lines={lines}
            format={format}
          />
        </>
      )}
    </Card>
  )
}

export default function Plots({ status }: { status: Status }) {
  const [range, setRange] = useState<Range>('day')
  return (
    <section aria-labelledby="plots">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="plots" className="text-base font-semibold">
          {texts.plots}
        </h2>
        <div className="flex gap-1.5">
          {RANGES.map((one) => (
            <Button
              key={one}
              size="sm"
              variant={range === one ? 'primary' : 'secondary'}
              aria-pressed={range === one}
              onClick={() => setRange(one)}
            >
              {texts[one]}
            </Button>
          ))}
        </div>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        {PROMISES.map((promised) => (
          // another range is another drawing: the points stand at other places
          <Plot key={`${promised} ${range}`} promised={promised} range={range} status={status} />
        ))}
      </div>
    </section>
  )
}
