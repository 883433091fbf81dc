// One chart on uPlot, drawn again when the theme or the width changes. The point that is pointed at, or chosen with the arrow keys, is
// told in a tooltip and to screen readers; the table below it is its other reading.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useDark } from '../lib/browser/theme.ts'
import { formatShort } from '../lib/format/format.ts'

/** null: nothing was measured there, and the line has a gap. */
export type Line = { label: string; values: readonly (number | null)[]; color: string }
export type Points = {
  /** What the tooltip and the table call each point. */
  names: readonly string[]
  /** What stands under a point of the axis. */
  tick: (at: number) => string
  /** Points with a tick; absent: as many as there is room for. */
  ticks?: readonly number[]
}
export type Scale = {
  range: (least: number, most: number) => [number, number]
  format: (value: number) => string
  /** Steps between two lines of the grid. */
  steps: readonly number[]
}
type Props = {
  points: Points
  lines: readonly Line[]
  format: (value: number | null) => string
  label: string
  /** What a screen reader says of one point. */
  tell: (name: string, values: string) => string
  scale?: Scale
  /** Drawn as a broken line. */
  aim?: number
  /** The last point is not over yet and stands apart as a dot: a day that has only begun is no fall. */
  isLastOpen?: boolean
}
type Pointed = { at: number; left: number; width: number }

export const HEIGHT_PX = 200
/** Whole steps alone: half an account is none. */
const WHOLE_STEPS = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat()
const FROM_ZERO: Scale = {
  // a day on which messages of another were taken back has a negative income
  range: (least, most) => [Math.min(0, least * 1.1), Math.max(1, most * 1.1)],
  format: formatShort,
  steps: WHOLE_STEPS,
}
/** A value between two gaps is no line: it gets a dot. */
const alone = (values: readonly (number | null | undefined)[]): number[] =>
  values.flatMap((value, at) =>
    typeof value === 'number' && typeof values[at - 1] !== 'number' && typeof values[at + 1] !== 'number' ? [at] : [],
  )
const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

const options = (
  { points, lines, aim, isLastOpen = false, scale = FROM_ZERO }: Props,
  width: number,
  onPoint: (plot: UPlot) => void,
): UPlot.Options => {
  const ink = token('--ink-3')
  const grid = { stroke: token('--line'), width: 1 }
  const { ticks } = points
  return {
    width,
    height: HEIGHT_PX,
    legend: { show: false },
    scales: { x: { time: false }, y: { range: (_, least, most) => scale.range(least, most) } },
    cursor: { y: false, drag: { x: false, y: false } },
    hooks: { setCursor: [onPoint] },
    axes: [
      {
        stroke: ink,
        grid: { show: false },
        ticks: grid,
        space: 48,
        incrs: [1, 2, 5, 7, 10, 24, 48],
        ...(ticks ? { splits: () => [...ticks] } : {}),
        values: (_, splits) => splits.map((at) => points.tick(at)),
      },
      {
        stroke: ink,
        grid,
        ticks: grid,
        // '120 dtk' is wider than '1,2 rb'
        size: scale === FROM_ZERO ? 56 : 66,
        incrs: [...scale.steps],
        values: (_, splits) => splits.map((at) => scale.format(at)),
      },
    ],
    series: [
      {},
      // the dots of what is not over yet are lines of one point
      ...[...lines, ...(isLastOpen ? lines : [])].map(({ label, color }) => ({
        label,
        stroke: token(color),
        fill: `${token(color)}1a`,
        width: 2,
        points: {
          size: 6,
          filter: (plot: UPlot, at: number, all: boolean) => (all ? null : alone([...(plot.data[at] ?? [])])),
        },
      })),
      ...(aim === undefined ? [] : [{ stroke: ink, width: 1, dash: [4, 4], points: { show: false } }]),
    ],
  }
}

const KEYS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowDown: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  ArrowUp: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
}

export function Chart(props: Props) {
  const { points, lines, label, format, tell, aim, isLastOpen = false } = props
  const { names } = points
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot>(null)
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const dark = useDark()
  const shape = `${names[0]} ${names.length} ${lines.map((line) => line.label).join()}`
  const data: UPlot.AlignedData = [
    names.map((_, index) => index),
    ...lines.map(({ values }) => (isLastOpen ? [...values.slice(0, -1), null] : [...values])),
    ...(isLastOpen
      ? lines.map(({ values }) => values.map((value, at) => (at < values.length - 1 ? null : value)))
      : []),
    ...(aim === undefined ? [] : [names.map(() => aim)]),
  ]
  useEffect(() => {
    const box = place.current
    if (!box) return undefined
    const onPoint = ({ cursor, width }: UPlot): void =>
      setPointed(
        typeof cursor.idx === 'number' && (cursor.left ?? -1) >= 0
          ? { at: cursor.idx, left: cursor.left ?? 0, width }
          : null,
      )
    const made = new UPlot(options(props, box.clientWidth, onPoint), data, box)
    plot.current = made
    const watching = new ResizeObserver(() => made.setSize({ width: box.clientWidth, height: HEIGHT_PX }))
    watching.observe(box)
    return () => {
      watching.disconnect()
      made.destroy()
      plot.current = null
    }
    // New figures of the same points are put into the same drawing below, so that a tooltip stays.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [shape, dark])
  useEffect(() => {
    plot.current?.setData(data)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [points, lines])

  const last = names.length - 1
  const now = Math.min(pointed?.at ?? last, last)
  const name = names[now] ?? ''
  const told = lines.map((line) => ({ label: line.label, text: format(line.values[now] ?? null), color: line.color }))
  const goTo = (at: number): void => {
    const chart = plot.current
    if (!chart) return
    chart.setCursor({ left: chart.valToPos(Math.min(last, Math.max(0, at)), 'x'), top: 0 })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = KEYS[event.key]
    if (!next) return
    event.preventDefault()
    goTo(next(now, last))
  }
  return (
    <div className="relative min-w-0" style={{ minHeight: HEIGHT_PX }}>
      <div
        ref={place}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={names.length}
        aria-valuenow={now + 1}
        aria-valuetext={tell(name, told.map((one) => `${one.label} ${one.text}`).join(', '))}
        onKeyDown={onKeyDown}
        onFocus={() => goTo(now)}
        onBlur={() => plot.current?.setCursor({ left: -10, top: -10 })}
        className="min-w-0 overflow-hidden rounded-lg text-ink-2"
      />
      {pointed && (
        <div
          role="presentation"
          className="pointer-events-none absolute top-0 z-10 rounded-lg border border-line bg-surface px-3 py-2 text-xs shadow-pop"
          style={pointed.left > pointed.width / 2 ? { left: 60 } : { right: 4 }}
        >
          <p className="font-semibold">{name}</p>
          {told.map((one) => (
            <p key={one.label} className="mt-0.5 flex items-center gap-1.5 whitespace-nowrap text-ink-2">
              <span aria-hidden className="size-2 rounded-full" style={{ background: `var(${one.color})` }} />
              {one.label} <span className="font-semibold text-ink tabular-nums">{one.text}</span>
            </p>
          ))}
        </div>
      )}
    </div>
  )
}
