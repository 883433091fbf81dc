import { expect, test } from 'vitest'
import { partByPercent } from '../../../contract/ground/percent-parts.ts'
import { Tally } from '../tally/rules.ts'
import { quantile, slosOf } from './slo-rules.ts'

const buckets = (...counts: number[]) =>
  [1, 2, 4, Number.POSITIVE_INFINITY].map((upTo, i) => ({ upTo, count: counts[i] ?? 0 }))
const counted = (fill: (tally: Tally) => void) => {
  const tally = new Tally()
  fill(tally)
  return slosOf(tally.take())
}

test.each([
  ['nothing', [0, 0, 0, 0], 0.5, null],
  ['one, in the lowest bucket', [1], 0.5, 0.5],
  ['all in one bucket: spread evenly between its bounds', [0, 10], 0.5, 1.5],
  ['its end is its bound', [0, 10], 1, 2],
  ['half below, half above', [5, 0, 5], 0.5, 1],
  ['a quarter into the third', [5, 0, 20], 0.4, 2.5],
  ['empty buckets between are passed over', [1, 0, 99], 0.99, 2 + 2 * (98 / 99)],
  ['above the last bound it is at least that', [98, 0, 0, 2], 0.99, 4],
  ['not yet above it', [99, 0, 0, 1], 0.99, 1],
])('the quantile of %s', (_, counts, share, value) => {
  expect(quantile(buckets(...counts), share)).toBe(value)
})

test('of what was not measured nothing is said, neither kept nor broken', () => {
  const none = { count: 0, met: null }
  const times = { ...none, p50: null, p99: null, longest: null, within: null }
  expect(slosOf({})).toEqual({
    api: { ...none, share: null },
    ledger: times,
    silence: times,
    sessions: { ...none, share: null },
    ledgerDifference: { ...none, differences: 0 },
  })
})
test.each([
  [1, 999, true],
  [2, 1_998, true],
  [2, 1_997, false],
])('%i faults beside %i other answers of the API', (faults, others, met) => {
  const { api } = counted((t) => {
    t.add('wa_api_answers_total', { status: '5xx' }, faults)
    t.add('wa_api_answers_total', { status: '2xx' }, others - 1)
    t.add('wa_api_answers_total', { status: '4xx' }, 1)
  })
  expect(api).toEqual({ count: faults + others, share: others / (faults + others), met })
})
test('the ledger is late when more than one message in a hundred took over 90 seconds', () => {
  const of = (late: number) =>
    counted((t) => {
      for (let i = 0; i < 100; i++) t.observe('wa_ack_to_ledger_seconds', {}, i < late ? 100 : 30)
    }).ledger
  expect(of(1)).toMatchObject({ count: 100, met: true, within: 0.99, p99: 30 })
  expect(of(2)).toMatchObject({ count: 100, met: false, within: 0.98 })
  expect(of(2).p99).toBeGreaterThan(90)
})
test('rule opt-out: one stop that took longer than five seconds breaks the promise, five is kept', () => {
  const of = (...took: number[]) =>
    counted((t) => {
      for (const one of took) t.observe('wa_opt_out_to_silence_seconds', {}, one)
    }).silence
  expect(of(0.02, 5)).toMatchObject({ count: 2, met: true, within: 1 })
  expect(of(...Array<number>(999).fill(0.02), 5.001)).toMatchObject({ met: false, within: 0.999 })
})
test.each([
  [99, true],
  [98, false],
])('of 100 sessions that are wanted %i stand', (connected, met) => {
  const { sessions } = counted((t) => {
    t.add('wa_session_samples_total', { of: 'wanted' }, 100)
    t.add('wa_session_samples_total', { of: 'connected' }, connected)
  })
  expect(sessions).toEqual({ count: 100, share: partByPercent(1, connected), met })
})
test('one comparison that finds a difference breaks the promise', () => {
  const of = (unequal: number) =>
    counted((t) => {
      t.add('wa_reconciliations_total', { result: 'equal' }, 23)
      t.add('wa_reconciliations_total', { result: 'unequal' }, unequal)
    }).ledgerDifference
  expect([of(0), of(1)]).toEqual([
    { count: 23, met: true, differences: 0 },
    { count: 24, met: false, differences: 1 },
  ])
})
