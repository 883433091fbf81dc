import { describe, expect, test } from 'vitest'
import { nextJakartaMidnight } from '../../../domain/sending/blast/rules.ts'
import { type CheckView, nextCheckStep, RULES_MS } from './next-check-step.ts'
import type { Check } from '../document/document.ts'

const NOW = Date.UTC(2026, 10, 21, 3)
const check = (more: Partial<Check> = {}): Check => ({
  jobId: 'j',
  kind: 'generator',
  userId: 'staff-1',
  source: { type: 'range', start: '6281200000000', end: '6281200000299' },
  total: 300,
  cursor: 0,
  success: 0,
  fail: 0,
  currentNumber: null,
  query: null,
  nextAt: 0,
  stopRequested: false,
  interval: { min: 0, max: 0 },
  errors: 0,
  error: null,
  insert: false,
  flushedTo: 0,
  phase: 'generating',
  kept: false,
  version: 1,
  ...more,
})
const query = (at: number | null) => ({ requestId: 'r', targets: [{ number: '6281200000000', name: '' }], at })
const step = (of: Partial<Check> | null, more: Partial<CheckView> = {}) =>
  nextCheckStep({
    check: of && check(of),
    connected: true,
    restrictedUntil: null,
    lookupsToday: 0,
    lookupsYesterday: 0,
    placeMs: 1_000,
    rules: { cap: 500, floor: 0, at: NOW },
    readNotBefore: 0,
    answerWaitMs: 60_000,
    now: NOW,
    ...more,
  })

test('nothing to do without a check', () => expect(step(null)).toEqual({ kind: 'idle' }))

describe('how many numbers a query asks', () => {
  test.each([
    ['fifty where nothing spaces them', {}, {}, 50],
    ['one where an interval is set', { interval: { min: 0, max: 2 } }, {}, 1],
    ['one where the floor spaces them', {}, { rules: { cap: 500, floor: 1, at: NOW } }, 1],
    ['what the day has left', {}, { lookupsToday: 493 }, 7],
    ['what the source has left', { cursor: 290 }, {}, 10],
  ])('%s', (_, of, more, count) => expect(step(of, more)).toEqual({ kind: 'query', count }))
})

describe('what it waits for', () => {
  const midnight = nextJakartaMidnight(NOW)
  const at = (time: number) => ({ cap: 500, floor: 0, at: time })
  test.each([
    ['the interval', { nextAt: NOW + 2_000 }, {}, 'interval', NOW + 2_000],
    ['the next day under the cap', {}, { lookupsToday: 500 }, 'daily_cap', midnight + 1_000],
    [
      'its place in the new day',
      {},
      { lookupsYesterday: 500, now: midnight, rules: at(midnight) },
      'daily_cap',
      midnight + 1_000,
    ],
    ['the end of a restriction', {}, { restrictedUntil: NOW + 9 }, 'restricted', NOW + 9],
    ['a connection', {}, { connected: false }, 'connection', null],
    ['a store that is overloaded', {}, { readNotBefore: NOW + 5 }, 'overload', NOW + 5],
  ])('%s', (_, of, more, reason, until) => expect(step(of, more)).toEqual({ kind: 'wait', reason, until }))
  test('settings, before the first query and every five minutes', () => {
    expect(step({}, { rules: null })).toEqual({ kind: 'learn' })
    expect(step({}, { rules: { cap: 0, floor: 0, at: NOW - RULES_MS } })).toEqual({ kind: 'learn' })
  })
})

describe('a query in flight', () => {
  test('is waited for, also when a stop was asked', () => {
    const waits = { kind: 'await-answer', until: NOW + 59_000 }
    expect(step({ query: query(NOW - 1_000) })).toEqual(waits)
    expect(step({ query: query(NOW - 1_000), stopRequested: true })).toEqual(waits)
  })
  test.each([
    ['without an answer in 60 s', NOW - 60_000],
    ['lost with its connection', null],
  ])('%s is asked again', (_, at) => expect(step({ query: query(at) })).toEqual({ kind: 'ask-again' }))
  test('that was lost does not hold up a stop', () =>
    expect(step({ query: query(null), stopRequested: true })).toEqual({ kind: 'end', why: 'stopped' }))
  test('is the last one, and still has to be answered', () =>
    expect(step({ query: query(null), cursor: 300 })).toEqual({ kind: 'ask-again' }))
})

describe('it ends', () => {
  test.each([
    ['finished behind the last number', { cursor: 300 }, {}, 'finished'],
    ['finished, also without a connection', { cursor: 300 }, { connected: false }, 'finished'],
    ['stopped when asked', { stopRequested: true }, {}, 'stopped'],
    ['failed with an error', { error: 'x' }, {}, 'failed'],
  ])('%s', (_, of, more, why) => expect(step(of, more)).toEqual({ kind: 'end', why }))
})
