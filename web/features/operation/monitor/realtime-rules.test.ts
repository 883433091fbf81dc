import { describe, expect, test } from 'vitest'
import type { BrowserEvent, EventName, EventPayload } from '../../../../contract/operation/events.ts'
import { addLines, isAbout, KEPT, lookOf } from './realtime-rules.ts'

const NOW = '2026-11-21T00:00:00.000Z'
const sender = { id: 'acc1', user_id: 'u1', clientid: 'wa-1', state: 'connected', status: 'sending' } as const
const event = (payload: Partial<EventPayload> = {}, name: EventName = 'sending'): BrowserEvent =>
  ({ event: name, payload: { deviceId: 'wa-1', ...payload } }) as BrowserEvent

describe('the id', () => {
  test.each<[string, Partial<EventPayload>, boolean]>([
    ['wa-1', {}, true],
    ['wa-2', {}, false],
    ['acc1', { deviceId: 'client-u1', sender }, true],
    ['wa-1', { deviceId: 'client-u1', sender }, true],
    ['u1', { deviceId: 'client-u1', sender }, false],
    ['', {}, true],
  ])('%s with %o: %s', (id, payload, about) => expect(isAbout(event(payload), id)).toBe(about))
})

describe('the list', () => {
  test('has the newest first and what each event says', () => {
    const first = addLines([], [event({ sender, number: '62811', waitTime: 7, date: '2026-11-20T01:00:00Z' })], '', NOW)
    const both = addLines(first, [event({ reconnectTime: 3, state: 'reconnecting' }, 'reconnecting')], 'wa-1', NOW)
    expect(both).toEqual([
      {
        key: 2,
        date: NOW,
        event: 'reconnecting',
        state: 'reconnecting',
        status: null,
        reconnects: 3,
        waitS: null,
        number: null,
      },
      {
        key: 1,
        date: '2026-11-20T01:00:00Z',
        event: 'sending',
        state: 'connected',
        status: 'sending',
        reconnects: null,
        waitS: 7,
        number: '62811',
      },
    ])
  })

  test('stays the same when nothing is about the id', () => {
    const lines = addLines([], [event()], '', NOW)
    expect(addLines(lines, [event()], 'wa-2', NOW)).toBe(lines)
  })

  test('keeps the last 500', () => {
    const many = Array.from({ length: KEPT + 20 }, () => event())
    const lines = addLines([], many, '', NOW)
    expect([lines.length, lines[0]?.key, lines.at(-1)?.key]).toEqual([KEPT, KEPT + 20, 21])
  })
})

test('connection.update is yellow, authenticated green', () => {
  expect([lookOf('connection.update'), lookOf('authenticated'), lookOf('sending')]).toEqual(['yellow', 'green', null])
})
