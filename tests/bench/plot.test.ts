import { expect, test } from 'vitest'
import { plotOf, ticksTo } from './plot.ts'

test('an axis ends above what it shows, in round steps', () => {
  expect(ticksTo(7.2)).toEqual([0, 2, 4, 6, 8])
  expect(ticksTo(10_000)).toEqual([0, 2_000, 4_000, 6_000, 8_000, 10_000])
  expect(ticksTo(24)).toEqual([0, 5, 10, 15, 20, 25])
})
test('a plot stacks its series, names each, and no name breaks the markup', () => {
  const svg = plotOf({
    title: 'Growth',
    xLabel: 'months',
    yLabel: 'GB',
    xs: [0, 10],
    series: [
      { name: 'a < b', values: [1, 1] },
      { name: 'more', values: [0, 3] },
    ],
    limit: { at: 3, name: 'full' },
  })
  expect(svg).toContain('a &lt; b')
  // the second lies on the first: from 1 to 4 of 4 at the right end
  expect(svg).toContain('M64,261L580,48L580,261L64,261Z')
  expect(svg).toContain('prefers-color-scheme:dark')
})
