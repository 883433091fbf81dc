import { expect, test } from 'vitest'
import { isSampled, otlpBody, type Span, traceIdOf, traceSettings, WaitingSpans } from './traces.ts'

const ATTEMPT = '0b9f2c4e-1234-4a1b-8c2d-1234567890ab'
const attempts = Array.from({ length: 4_000 }, () => crypto.randomUUID())

test('the trace of an attempt is its id; what is no attempt has none', () => {
  expect(traceIdOf(ATTEMPT)).toBe('0b9f2c4e12344a1b8c2d1234567890ab')
  expect([traceIdOf(`opt-out:${ATTEMPT}`), isSampled('a1', 1)]).toEqual([null, false])
})
test('every part samples the same share of the messages, all or none of them where that is set', () => {
  const sampled = (share: number) => attempts.filter((attempt) => isSampled(attempt, share))
  expect([sampled(0).length, sampled(1).length]).toEqual([0, attempts.length])
  expect(sampled(0.25).length).toBeGreaterThan(800)
  expect(sampled(0.25).length).toBeLessThan(1_200)
  expect(sampled(0.25)).toEqual(sampled(0.25).filter((attempt) => isSampled(attempt, 0.5)))
})
test('a span says its times in nanoseconds, its parent and whether it failed; an end is never before its start', () => {
  const of = (more: Partial<Span>) => {
    const span: Span = { attemptId: ATTEMPT, name: 'ack', start: 1_795_000_000_000, end: 1_795_000_000_250.5, ...more }
    const { resourceSpans } = JSON.parse(otlpBody('runner', '1.2.3', [span])) as {
      resourceSpans: [{ scopeSpans: [{ spans: [Record<string, unknown>] }] }]
    }
    return resourceSpans[0].scopeSpans[0].spans[0]
  }
  expect(of({})).toMatchObject({
    startTimeUnixNano: '1795000000000000000',
    endTimeUnixNano: '1795000000250500000',
    status: { code: 0 },
  })
  expect(of({}).parentSpanId).toBe(of({ name: 'send' }).spanId)
  expect(of({ name: 'message' })).not.toHaveProperty('parentSpanId')
  expect(of({ failed: true, end: 0 })).toMatchObject({ endTimeUnixNano: '1795000000000000000', status: { code: 2 } })
})
test.each([
  [{}, null],
  [{ OTLP_URL: 'http://collector.example/v1/traces' }, null],
  [{ OTLP_URL: 'https://collector.example/v1/traces', OTLP_HEADERS: 'no pair' }, null],
  [
    { OTLP_URL: 'https://collector.example/v1/traces', OTLP_HEADERS: 'x-key=a=b,y=1', TRACE_SAMPLE: '0.5' },
    { url: 'https://collector.example/v1/traces', headers: { 'x-key': 'a=b', y: '1' }, share: 0.5 },
  ],
  [
    { OTLP_URL: 'http://127.0.0.1:4318/v1/traces' },
    { url: 'http://127.0.0.1:4318/v1/traces', headers: {}, share: 0.01 },
  ],
])('of %j comes %j', (vars, settings) => expect(traceSettings(vars)).toEqual(settings))
test('spans that nobody takes fill no memory', () => {
  const waiting = new WaitingSpans()
  for (const attemptId of attempts) waiting.add([{ attemptId, name: 'ack', start: 0, end: 1 }], 1)
  expect(waiting.take()).toHaveLength(WaitingSpans.MAX)
  expect(waiting.isEmpty).toBe(true)
})
