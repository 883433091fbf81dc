import { expect, test } from 'vitest'
import type { Counts } from '../../ground/tally/rules.ts'
import { Tally } from '../../ground/tally/rules.ts'
import { objectsOf, pointsOfDay, pointsOfMonth, serviceOf, spanOf } from './rules.ts'

const NOW = Date.parse('2026-11-23T05:07:30Z')
const counted = (fill: (tally: Tally) => void): Counts => {
  const tally = new Tally()
  fill(tally)
  return tally.take()
}
const iso = (at: number | undefined): string => new Date(at ?? 0).toISOString()

test('the last 24 hours are quarters of an hour, the last 30 days days of Jakarta, and both end with the one that is not over', () => {
  const { at: quarters } = spanOf(pointsOfDay(NOW), new Map())
  expect([quarters.length, iso(quarters[0]), iso(quarters.at(-1))]).toEqual([
    96,
    '2026-11-22T05:15:00.000Z',
    '2026-11-23T05:00:00.000Z',
  ])
  const { at: days } = spanOf(pointsOfMonth(NOW), new Map())
  expect([days.length, iso(days[0]), iso(days.at(-1))]).toEqual([
    30,
    '2026-10-24T17:00:00.000Z',
    '2026-11-22T17:00:00.000Z',
  ])
})

test('rule promises: a point in which nothing was measured is a gap, and a span without any says nothing of its promises', () => {
  const points = pointsOfDay(NOW)
  const empty = spanOf(points, new Map())
  expect(empty.promises.books).toEqual({ value: null, met: null, count: 0 })
  const [first = 0, second = 0] = empty.at
  const span = spanOf(
    points,
    new Map([
      [
        first,
        counted((t) => {
          t.add('wa_api_answers_total', { status: '5xx' }, 1)
          t.add('wa_api_answers_total', { status: '2xx' }, 99)
        }),
      ],
      [
        second,
        counted((t) => {
          t.add('wa_api_answers_total', { status: '2xx' }, 900)
          t.observe('wa_opt_out_to_silence_seconds', {}, 0.3)
          // beyond what is measured
          t.observe('wa_opt_out_to_silence_seconds', {}, 99_999)
        }),
      ],
    ]),
  )
  expect(span.promises.api).toEqual({ value: 0.999, met: true, count: 1_000 })
  expect(span.series.api.slice(0, 3)).toEqual([0.99, 1, null])
  expect(span.promises.silence).toEqual({ value: 3_600, met: false, count: 2 })
  expect(span.series.silence.slice(0, 2)).toEqual([null, 3_600])
})

test.each([
  [[], 'well'],
  [[['database_large', '']], 'well'],
  [[['queue_waits', 'imports']], 'well'],
  [[['queue_waits', 'settlements']], 'earnings'],
  [
    [
      ['settlement_waits', ''],
      ['no_runner', ''],
    ],
    'sending',
  ],
] as const)('rule service-line: of %j members are told %s', (open, told) => {
  expect(serviceOf(open.map(([kind, subject]) => ({ kind, subject })))).toBe(told)
})

test('the objects of each release are counted over all runners, of those that say them', () => {
  const old = { version: '1.0.0', accounts: 3 }
  const said = [{ objects: [old, { version: '1.1.0', accounts: 2 }] }, {}, { objects: [old] }]
  expect(objectsOf(said)).toEqual([
    { version: '1.0.0', accounts: 6 },
    { version: '1.1.0', accounts: 2 },
  ])
  expect(objectsOf(null)).toEqual([])
})
