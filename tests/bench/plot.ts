// Plots of benchmarks as plain SVG text for docs/plots/: stacked areas, or one line, over a common axis. Readable on light
// and dark pages: the picture brings its own ground and follows the reader's theme.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/stack/shell.ts'

type Series = { name: string; values: readonly number[] }
export type Plot = {
  title: string
  xLabel: string
  yLabel: string
  /** Ascending, one for each value of each series. */
  xs: readonly number[]
  /** Stacked, the first at the bottom. */
  series: readonly Series[]
  /** A height that matters. */
  limit?: { at: number; name: string }
}

const WIDTH = 760
const HEIGHT = 380
const BOX = { left: 64, right: 180, top: 48, bottom: 48 } as const
const LABEL_GAP = 15
/** Told apart without colours too (Okabe and Ito), on white and on near black. */
const COLOURS = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#999999'] as const
const STYLE = `text{font:12px system-ui,sans-serif;fill:#1f2328}.title{font-size:15px;font-weight:600}
.mark{paint-order:stroke;stroke:#ffffff;stroke-width:4}.ground{fill:#ffffff}.grid{stroke:#d0d7de}.limit{stroke:#cf222e;stroke-width:1.5;stroke-dasharray:6 4}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.mark{stroke:#0d1117}.ground{fill:#0d1117}.grid{stroke:#30363d}.limit{stroke:#ff7b72}}`

const escape = (text: string): string =>
  text.replace(/[&<>]/g, (c) => (c === '&' ? '&amp;' : c === '<' ? '&lt;' : '&gt;'))
const short = (value: number): string => String(Math.round(value * 10) / 10)
/** Ends of steps of 1, 2 or 5 times a power of ten, about five of them. */
export const ticksTo = (most: number): number[] => {
  const rough = Math.max(most, 1e-9) / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10)
  return Array.from({ length: Math.ceil(most / step - 1e-9) + 1 }, (_, i) => i * step)
}
const label = (value: number): string => new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(value)

/** Names beside the right ends, from the bottom up, none over another. */
const placed = (ends: readonly number[]): number[] => {
  const heights: number[] = []
  for (const end of ends) heights.push(Math.min(end, (heights.at(-1) ?? Number.POSITIVE_INFINITY) - LABEL_GAP))
  return heights
}

/** @returns the text of an SVG file */
export const plotOf = ({ title, xLabel, yLabel, xs, series, limit }: Plot): string => {
  const sums = xs.map((_, i) => series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0))
  const yTicks = ticksTo(Math.max(...sums, limit?.at ?? 0))
  const xTicks = ticksTo(xs.at(-1) ?? 1).filter((x) => x <= (xs.at(-1) ?? 1))
  const [width, height] = [WIDTH - BOX.left - BOX.right, HEIGHT - BOX.top - BOX.bottom]
  const atX = (x: number): number => BOX.left + (width * x) / (xs.at(-1) || 1)
  const atY = (y: number): number => BOX.top + height - (height * y) / (yTicks.at(-1) || 1)
  const points = (ys: readonly number[]): string[] => ys.map((y, i) => `${short(atX(xs[i] ?? 0))},${short(atY(y))}`)
  const right = WIDTH - BOX.right
  const parts = [
    `<rect class="ground" width="${WIDTH}" height="${HEIGHT}" rx="8"/>`,
    `<text class="title" x="${BOX.left}" y="26">${escape(title)}</text>`,
    ...yTicks.map(
      (y) =>
        `<path class="grid" d="M${BOX.left} ${short(atY(y))}H${right}"/><text x="${BOX.left - 8}" y="${short(atY(y) + 4)}" text-anchor="end">${label(y)}</text>`,
    ),
    ...xTicks.map(
      (x) => `<text x="${short(atX(x))}" y="${HEIGHT - BOX.bottom + 18}" text-anchor="middle">${label(x)}</text>`,
    ),
    `<text x="${BOX.left + width / 2}" y="${HEIGHT - 10}" text-anchor="middle">${escape(xLabel)}</text>`,
    `<text transform="translate(16 ${BOX.top + height / 2}) rotate(-90)" text-anchor="middle">${escape(yLabel)}</text>`,
  ]
  let below = xs.map(() => 0)
  const middles: number[] = []
  for (const [s, { values }] of series.entries()) {
    const above = below.map((y, i) => y + (values[i] ?? 0))
    parts.push(
      `<path fill="${COLOURS[s % COLOURS.length]}" fill-opacity=".85" d="M${points(above).join('L')}L${points(below).toReversed().join('L')}Z"/>`,
    )
    middles.push(atY(((above.at(-1) ?? 0) + (below.at(-1) ?? 0)) / 2) + 4)
    below = above
  }
  for (const [s, y] of placed(middles).entries())
    parts.push(
      `<rect x="${right + 8}" y="${short(y - 9)}" width="10" height="10" fill="${COLOURS[s % COLOURS.length]}"/><text x="${right + 24}" y="${short(y)}">${escape(series[s]?.name ?? '')}</text>`,
    )
  if (limit)
    parts.push(
      `<path class="limit" d="M${BOX.left} ${short(atY(limit.at))}H${right}"/><text class="mark" x="${BOX.left + 8}" y="${short(atY(limit.at) - 8)}">${escape(limit.name)}</text>`,
    )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escape(title)}">
<style>${STYLE}</style>
${parts.join('\n')}
</svg>
`
}

/** @param name of the file in docs/plots/, without its ending */
export const savePlot = (name: string, plot: Plot): void => {
  mkdirSync(join(root, 'docs/plots'), { recursive: true })
  writeFileSync(join(root, 'docs/plots', `${name}.svg`), plotOf(plot))
}
