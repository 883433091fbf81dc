import { expect, test } from 'vitest'
import { parseOpenMetrics } from '../../tests/support/open-metrics.ts'
import { METRICS, type Metric } from './metrics.ts'
import { metricsText, OPEN_METRICS, type Sample } from './open-metrics.ts'

const samples: Sample[] = [
  { name: 'wa_sends_total', labels: { outcome: 'success', reason: 'none' }, value: 3 },
  { name: 'wa_sends_total', labels: { outcome: 'fail', reason: 'rejected' }, value: 1 },
  { name: 'wa_ack_seconds', labels: {}, value: { counts: { 0.25: 2, 5: 1, '+Inf': 1 }, sum: 700.5 } },
  { name: 'wa_database_bytes', labels: {}, value: 4_096 },
  { name: 'wa_runner_accounts', labels: { runner: 'a"b\\c\nd' }, value: 7 },
]

test('OpenMetrics: types, units and helps once, buckets that add up, and # EOF at the end', () => {
  const { type, text } = metricsText(samples, 'application/openmetrics-text;version=1.0.0,text/plain;q=0.5')
  expect(type).toBe(OPEN_METRICS)
  const families = parseOpenMetrics(text)
  expect([...families].map(([name, { kind, unit }]) => [name, kind, unit])).toEqual([
    ['wa_sends', 'counter', null],
    ['wa_ack_seconds', 'histogram', 'seconds'],
    ['wa_database_bytes', 'gauge', 'bytes'],
    ['wa_runner_accounts', 'gauge', null],
  ])
  const acks = families.get('wa_ack_seconds')?.samples.map(({ labels, value }) => [labels['le'], value])
  expect(acks?.slice(0, 2)).toEqual([
    ['0.25', 2],
    ['0.5', 2],
  ])
  expect(acks?.slice(4, 6)).toEqual([
    ['5.0', 3],
    ['10.0', 3],
  ])
  expect(acks?.slice(-3)).toEqual([
    ['+Inf', 4],
    [undefined, 700.5],
    [undefined, 4],
  ])
  expect(families.get('wa_runner_accounts')?.samples[0]?.labels).toEqual({ runner: 'a\\"b\\\\c\\nd' })
})
test('who does not ask for it gets the older form, which has whole names, no units and no end', () => {
  const { type, text } = metricsText(samples, '*/*')
  expect(type).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(text).toContain('# TYPE wa_sends_total counter\n')
  expect(text).not.toMatch(/# (UNIT|EOF)/)
})
test.each([
  ['a line twice', (text: string) => text.replace(/(wa_database_bytes 4096\n)/, '$1$1')],
  ['a bucket that shrinks', (text: string) => text.replace('le="0.5"} 2', 'le="0.5"} 1')],
  ['another unit', (text: string) => text.replace('UNIT wa_ack_seconds seconds', 'UNIT wa_ack_seconds ms')],
  ['a counter without _total', (text: string) => text.replace('wa_sends_total{', 'wa_sends{')],
  ['no end', (text: string) => text.replace('# EOF\n', '')],
])('the reader of these tests refuses %s', (_, broken) => {
  const { text } = metricsText(samples, OPEN_METRICS)
  expect(broken(text)).not.toBe(text)
  expect(() => parseOpenMetrics(broken(text))).toThrow()
})
test('the table: names say what they count and in which unit, values of labels are few, bounds grow', () => {
  for (const [name, metric] of Object.entries<Metric>(METRICS)) {
    expect([name, /^wa_[a-z0-9_]+$/.test(name)]).toEqual([name, true])
    expect([name, name.endsWith('_total')]).toEqual([name, metric.kind === 'counter'])
    if (metric.kind === 'histogram') expect([name, name.endsWith('_seconds')]).toEqual([name, true])
    const bounds = metric.bounds ?? []
    expect([name, bounds.toSorted((a, b) => a - b)]).toEqual([name, [...bounds]])
    expect([name, bounds.length > 0]).toEqual([name, metric.kind === 'histogram'])
    const values = Object.values(metric.labels).reduce(
      (all, one) => all * (typeof one === 'string' ? 25 : one.length),
      1,
    )
    // three of a runner
    expect([name, values <= 75]).toEqual([name, true])
    // they are parts of a key
    expect([name, JSON.stringify(metric.labels).match(/[|=]/)]).toEqual([name, null])
  }
})
