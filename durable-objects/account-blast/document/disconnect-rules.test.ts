import { describe, expect, test } from 'vitest'
import { SESSION_UNREADABLE } from '../../../contract/operation/runner.ts'
import { RECONNECT, RECONNECT_TRIES } from '../../timing.ts'
import {
  afterClosed,
  type Closed,
  ENDED,
  hasStood,
  NO_TRIES,
  type Tries,
  type Verdict,
  waitMs,
} from './disconnect-rules.ts'

const after = (closed: Partial<Closed>, tries: Partial<Tries> = {}) =>
  afterClosed(
    { code: 428, reachedWhatsapp: true, proxyFailed: false, ...closed },
    { ...NO_TRIES, ...tries },
    RECONNECT_TRIES,
  )
const retry = (state: 'reconnecting' | 'unknown', more: object = {}): Verdict => ({
  kind: 'retry',
  state,
  atOnce: false,
  counts: true,
  ...more,
})
const GIVEN_UP = { kind: 'given-up' }
const LOGGED_OUT = { kind: 'ended', state: 'loggedOut' }

describe('rule disconnect-codes: each code of WhatsApp leads to one state', () => {
  test.each<[number, string, object]>([
    [401, 'logged out: a person links again', LOGGED_OUT],
    [411, 'multi-device mismatch: a person links again', LOGGED_OUT],
    [440, 'replaced by another socket: conflict', { kind: 'ended', state: 'conflict' }],
    [403, 'banned: suspended, and a strike', { kind: 'banned' }],
    [408, 'timed out: it reconnects', retry('reconnecting')],
    [428, 'closed: it reconnects', retry('reconnecting')],
    [503, 'unavailable: it reconnects', retry('reconnecting')],
    [515, 'restart asked for: silently, at once, no try', retry('reconnecting', { atOnce: true, counts: false })],
    [500, 'bad session, once: unknown, tried again', retry('unknown')],
    [463, 'restricted: no state of a socket, tried again', retry('unknown')],
    [599, 'any other: unknown, tried again', retry('unknown')],
  ])('%i: %s', (code, _, verdict) => {
    expect(after({ code }).verdict).toEqual(verdict)
    // however often it tried before: what WhatsApp says for good stays said
    if ([401, 411, 440, 403].includes(code))
      expect(after({ code }, { reconnectTries: RECONNECT_TRIES, failures: 99 }).verdict).toEqual(verdict)
  })
  test('a person must act after these states, and nobody dials by itself', () =>
    expect(ENDED).toEqual(['loggedOut', 'conflict', 'disconnected']))
})

describe('rule disconnect-codes: at most 20 tries that reached WhatsApp, then disconnected', () => {
  test.each<[string, number, object]>([
    ['the 20th close in a row is tried again', 19, retry('reconnecting')],
    ['the 21st is not', 20, GIVEN_UP],
  ])('%s', (_, reconnectTries, verdict) => expect(after({}, { reconnectTries }).verdict).toEqual(verdict))
  test('an unknown code has the same number of tries', () => {
    expect(after({ code: 599 }, { reconnectTries: 19 }).verdict).toEqual(retry('unknown'))
    expect(after({ code: 599 }, { reconnectTries: 20 }).verdict).toEqual(GIVEN_UP)
  })
  test('a try that never reached WhatsApp does not count, whatever code it ends with', () => {
    for (const code of [401, 403, 440, 428, 500])
      expect(after({ code, reachedWhatsapp: false }, { reconnectTries: 20 })).toEqual({
        verdict: retry('reconnecting', { counts: false }),
        tries: { reconnectTries: 20, failures: 1, serverErrors: code === 500 ? 1 : 0 },
      })
  })
  test('a dead proxy is looked at first, whatever code came with it', () => {
    for (const code of [401, 428, 515, SESSION_UNREADABLE])
      expect(after({ code, proxyFailed: true, reachedWhatsapp: false }, { reconnectTries: 20 })).toEqual({
        verdict: { kind: 'proxy' },
        tries: { reconnectTries: 20, failures: 1, serverErrors: 0 },
      })
  })
  test.each<[string, number, object]>([
    ['five tries, should its key just be missing', 4, retry('unknown')],
    ['then it rests, with its creds', 5, GIVEN_UP],
  ])('a session that cannot be read: %s', (_, reconnectTries, verdict) => {
    expect(after({ code: SESSION_UNREADABLE }, { reconnectTries }).verdict).toEqual(verdict)
    // the runner finds out before it dials
    expect(after({ code: SESSION_UNREADABLE, reachedWhatsapp: false }, { reconnectTries }).verdict).toEqual(verdict)
  })
})

describe('rule reconnect: what stood', () => {
  test.each<[string, number | null, boolean]>([
    ['never open', null, false],
    ['open for less than a minute', 59_999, false],
    ['open for a minute', 60_000, true],
  ])('%s', (_, ms, stood) => expect(hasStood(ms === null ? null : 1_000, 1_000 + (ms ?? 0))).toBe(stood))
  test('three restarts in a row are granted at once, those after it wait and count', () => {
    expect(after({ code: 515 }, { failures: 2 }).verdict).toMatchObject({ atOnce: true, counts: false })
    expect(after({ code: 515 }, { failures: 3 })).toEqual({
      verdict: retry('reconnecting'),
      tries: { reconnectTries: 1, failures: 4, serverErrors: 0 },
    })
    expect(after({ code: 515 }, { failures: 30, reconnectTries: RECONNECT_TRIES }).verdict).toEqual(GIVEN_UP)
  })
})

describe('rule disconnect-codes: in a row', () => {
  const row = (...codes: number[]) =>
    codes.reduce<{ verdicts: string[]; tries: Tries }>(
      ({ verdicts, tries }, code) => {
        const next = after({ code }, tries)
        return { verdicts: [...verdicts, next.verdict.kind], tries: next.tries }
      },
      { verdicts: [], tries: NO_TRIES },
    )
  test.each<[string, number[], string[], number]>([
    ['500 three times drops the Signal sessions', [500, 500, 500], ['retry', 'retry', 'reset-sessions'], 0],
    ['and the count starts over', [500, 500, 500, 500], ['retry', 'retry', 'reset-sessions', 'retry'], 1],
    ['another code between them starts it over', [500, 500, 428, 500], ['retry', 'retry', 'retry', 'retry'], 1],
    ['a restart between them too', [500, 500, 515, 500], ['retry', 'retry', 'retry', 'retry'], 1],
  ])('%s', (_, codes, verdicts, serverErrors) => {
    expect(row(...codes).verdicts).toEqual(verdicts)
    expect(row(...codes).tries.serverErrors).toBe(serverErrors)
  })
  test('dropping the sessions is no try, so that it comes before giving up', () =>
    expect(after({ code: 500 }, { reconnectTries: 20, serverErrors: 2 })).toEqual({
      verdict: { kind: 'reset-sessions' },
      tries: { reconnectTries: 20, failures: 1, serverErrors: 0 },
    }))
  test('every failure lengthens the back-off, those that count as no try too', () => {
    expect(row(428, 515, 428).tries).toEqual({ reconnectTries: 2, failures: 3, serverErrors: 0 })
    expect(after({ reachedWhatsapp: false }, { failures: 7 }).tries.failures).toBe(8)
  })
  test('twenty-one closes in a row end it', () => {
    const { verdicts, tries } = row(...Array<number>(21).fill(428))
    expect(verdicts.filter((v) => v === 'retry')).toHaveLength(20)
    expect(verdicts.at(-1)).toBe('given-up')
    expect(tries.reconnectTries).toBe(20)
  })
})

test('rule reconnect: the first try waits two seconds at most, each further one twice as long, and none more than five minutes', () => {
  const waits = (random: number): (number | null)[] => {
    let tries = NO_TRIES
    return Array.from({ length: 10 }, () => {
      const closed = after({ code: 428 }, tries)
      ;({ tries } = closed)
      return waitMs(closed.verdict, tries, RECONNECT, random)
    })
  }
  expect(waits(1)).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map((seconds) => seconds * 1_000))
  expect(waits(0.5).slice(0, 3)).toEqual([1_000, 2_000, 4_000])
  expect(waitMs(after({ code: 515 }).verdict, { failures: 1 }, RECONNECT, 1)).toBeNull()
})
