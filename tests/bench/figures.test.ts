import { expect, test } from 'vitest'
import { figure, percentile, spread } from './figures.ts'

test('the median of three rounds is the middle one', () => {
  expect(spread([3, 1, 9])).toEqual({ median: 3, min: 1, max: 9 })
  expect(spread([4, 2])).toEqual({ median: 3, min: 2, max: 4 })
})
test('an aim is judged by the ratio when there is something to compare to', () => {
  expect(figure('msg/s', [60], [100], { atLeast: 0.7 })).toMatchObject({ ratio: 0.6, met: false, aim: '≥ 0.7 ×' })
  expect(figure('ms', [110], [100], { atMost: 1.15 })).toMatchObject({ ratio: 1.1, met: true })
})
test('without a comparison the figure itself is judged, without an aim nothing is', () => {
  expect(figure('kB', [131], null, { atMost: 130 })).toMatchObject({ ratio: null, met: false })
  expect(figure('ms', [131], null, null)).toMatchObject({ met: null, aim: null })
})
test('a percentile is a value that was measured', () => {
  const values = Array.from({ length: 100 }, (_, i) => 100 - i)
  expect([percentile(values, 0.5), percentile(values, 0.99), percentile(values, 1)]).toEqual([50, 99, 100])
  expect(percentile([7], 0.5)).toBe(7)
})
