import { describe, expect, expectTypeOf, test } from 'vitest'
import type { EventDetails, EventKeys } from './events.ts'
import { browserEvent, eventFrame } from '../../tests/support/event-frames.ts'

const stop = { event: 'stop', payload: { deviceId: 'wa-1', state: 'connected', status: 'idle', number: null } }

describe('an event', () => {
  test('is taken with the keys of its name', () => expect(browserEvent.parse(stop)).toEqual(stop))
  test.each([
    ['a name that nobody states', { ...stop, event: 'halt' }],
    ['a key of another event', { ...stop, payload: { ...stop.payload, balance: 7 } }],
    ['a key that is missing', { event: 'update_target', payload: { deviceId: 'wa-1' } }],
    ['no object', 'stop'],
    ['nothing', null],
  ])('is refused with %s', (_, event) => expect(browserEvent.safeParse(event).success).toBe(false))
  test('travels alone or with others', () => {
    expect(eventFrame.parse(stop)).toEqual(stop)
    expect(eventFrame.parse({ events: [stop, stop] })).toEqual({ events: [stop, stop] })
    expect(eventFrame.safeParse({ events: [stop, { event: 'halt' }] }).success).toBe(false)
  })
  test('is emitted with the keys of its name and no other', () => {
    expectTypeOf<EventKeys<'qr'>>().toEqualTypeOf<{ qr: string; ttl: number }>()
    expectTypeOf<{ qr: string }>().not.toExtend<EventDetails<'qr'>>()
    expectTypeOf<EventDetails<'stop'>>().not.toHaveProperty('balance')
  })
})
