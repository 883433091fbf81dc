// One chart on uPlot, drawn anew when the theme or the width changes; the table beside it is its other reading.
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useDark } from '../../../lib/browser/theme.ts'
import { dashboardTexts } from '../../../texts/indonesian.ts'

export type Line = { label: string; values: number[]; color: string }
type Props = { days: readonly string[]; lines: readonly Line[]; format: (value: number) => string; label: string }

const HEIGHT_PX = 220
/** 15 rb, 1,2 jt: short enough for an axis. */
const short = new Intl.NumberFormat('id-ID', { notation: 'compact', maximumFractionDigits: 1 })
/** Whole steps alone: half an account is none. */
const WHOLE_STEPS = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat()
const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

const options = ({ days, lines, format }: Props, width: number): UPlot.Options => {
  const ink = token('--ink-3')
  const grid = { stroke: token('--line'), width: 1 }
  const latest = days.length - 1
  const shown = (day: string | undefined): string => (day ? `${day.slice(8)}/${day.slice(5, 7)}` : '')
  return {
    width,
    height: HEIGHT_PX,
    scales: { x: { time: false }, y: { range: (_, __, most) => [0, Math.max(1, most * 1.1)] } },
    cursor: { y: false, drag: { x: false, y: false } },
    // no day is pointed at: the latest one is told
    hooks: { setLegend: [(plot) => plot.legend.idx ?? plot.setLegend({ idx: latest }, false)] },
    axes: [
      {
        stroke: ink,
        grid: { show: false },
        ticks: grid,
        space: 48,
        incrs: [1, 2, 5, 7, 10],
        values: (_, splits) => splits.map((at) => shown(days[at])),
      },
      {
        stroke: ink,
        grid,
        ticks: grid,
        size: 56,
        incrs: WHOLE_STEPS,
        values: (_, splits) => splits.map((at) => short.format(at)),
      },
    ],
    series: [
      { label: dashboardTexts.day, value: (_, at) => shown(days[at]) || '–' },
      ...lines.map(({ label, color }) => ({
        label,
        stroke: token(color),
        fill: `${token(color)}1a`,
        width: 2,
        points: { size: 6 },
        value: (_: UPlot, value: number | null) => (value === null ? '–' : format(value)),
      })),
    ],
  }
}

export function Chart(props: Props) {
  const { days, lines, label } = props
  const place = useRef<HTMLDivElement>(null)
  const dark = useDark()
  useEffect(() => {
    const box = place.current
    if (!box) return undefined
    const data: UPlot.AlignedData = [days.map((_, index) => index), ...lines.map(({ values }) => values)]
    const plot = new UPlot(options(props, box.clientWidth), data, box)
    plot.setLegend({ idx: days.length - 1 })
    const watching = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: HEIGHT_PX }))
    watching.observe(box)
    return () => {
      watching.disconnect()
      plot.destroy()
    }
    // The figures and the theme decide; the other props follow from them.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [days, lines, dark])
  return <div ref={place} role="img" aria-label={label} className="min-w-0 overflow-hidden text-ink-2" />
}
