import { describe, expect, test } from 'vitest'
import type { BrowserEvent, EventName, EventPayload } from '../../../../contract/operation/events.ts'
import { createTexts as texts } from '../../../texts/indonesian.ts'
import { LINK_FAILURES } from '../../../../contract/sending/link-failures.ts'
import { type LinkState, linkStep, START } from './link-state.ts'

const NOW = 5_000
const told = (state: LinkState, event: EventName, payload: Partial<EventPayload> = {}): LinkState =>
  linkStep(state, {
    type: 'event',
    event: { event, payload: { deviceId: 'wa-1', ...payload } } as BrowserEvent,
    now: NOW,
  })
const creating = linkStep(START, { type: 'ask', now: NOW })

describe('linking an account', () => {
  test('asking counts 15 seconds', () => expect(creating).toEqual({ step: 'creating', until: NOW + 15_000 }))
  test('each QR lives as long as its event says', () => {
    expect(told(creating, 'qr', { qr: '2@a', ttl: 60 })).toEqual({ step: 'qr', qr: '2@a', until: NOW + 60_000 })
    expect(told(creating, 'qr', { qr: '2@b', ttl: 20 })).toEqual({ step: 'qr', qr: '2@b', until: NOW + 20_000 })
  })
  test('a code lives as long as its event says', () =>
    expect(told(creating, 'code', { code: 'ABCD1234', ttl: 90 })).toEqual({
      step: 'code',
      code: 'ABCD1234',
      until: NOW + 90_000,
    }))
  test('one that ran out says so, and the next QR still shows', () => {
    const over = linkStep(told(creating, 'qr', { qr: '2@a', ttl: 60 }), { type: 'expired' })
    expect(over).toEqual({ step: 'idle', failure: { text: texts.expired.qr, reason: 'expired' } })
    const code = linkStep(told(creating, 'code', { code: 'ABCD1234', ttl: 90 }), { type: 'expired' })
    expect(code).toEqual({ step: 'idle', failure: { text: texts.expired.code, reason: 'expired' } })
    // WhatsApp says so itself
    expect(told(told(creating, 'qr', { qr: '2@a', ttl: 60 }), 'link_failed', { reason: 'expired' })).toEqual(over)
    expect(told(over, 'qr', { qr: '2@b', ttl: 20 }).step).toBe('qr')
  })
  test.each(['authenticated', 'connection.update'] as const)('%s ends it well', (event) =>
    expect(told(creating, event, { state: 'connected' })).toEqual({ step: 'done', state: 'connected' }),
  )
  test('a suspended account is linked, and still suspended', () =>
    expect(told(creating, 'authenticated', { state: 'suspended' })).toEqual({ step: 'done', state: 'suspended' }))
  test('a connection that only moves does not end it', () =>
    expect(told(creating, 'connection.update', { state: 'reconnecting' })).toEqual(creating))
  test.each(Object.keys(LINK_FAILURES) as (keyof typeof LINK_FAILURES)[])('%s has its own text', (reason) =>
    expect(told(creating, 'link_failed', { reason })).toEqual({
      step: 'idle',
      failure: { text: LINK_FAILURES[reason], reason },
    }),
  )
  test('a wait that WhatsApp asks for stands behind the text', () =>
    expect(told(creating, 'link_failed', { reason: 'too_many_codes', waitTime: 90 })).toEqual({
      step: 'idle',
      failure: { text: `${LINK_FAILURES.too_many_codes} Coba lagi dalam 2 menit.`, reason: 'too_many_codes' },
    }))
  test('a reason this page does not know shows the text that came with it', () =>
    expect(told(creating, 'link_failed', { reason: 'new_one', msg: 'Baru.' })).toEqual({
      step: 'idle',
      failure: { text: 'Baru.', reason: 'new_one' },
    }))
  test('a proxy that fails says its line', () =>
    expect(told(creating, 'proxy_unavailable')).toEqual({
      step: 'idle',
      failure: { text: 'Proxy tidak tersedia. Coba lagi.', reason: 'proxy_unavailable' },
    }))
  test('what fails elsewhere does not trouble a page at rest', () =>
    expect(told(START, 'link_failed', { reason: 'expired' })).toBe(START))
  test('a row that is linked by now ends it well, though the event was missed', () =>
    expect(linkStep(creating, { type: 'linked' })).toEqual({ step: 'done', state: 'connected' }))
  test('a QR of the mode that was left does not come back', () => {
    const left = linkStep(told(creating, 'qr', { qr: '2@a', ttl: 60 }), { type: 'switched' })
    expect(told(left, 'qr', { qr: '2@b', ttl: 20 })).toBe(left)
    expect(told(left, 'authenticated', { state: 'connected' }).step).toBe('done')
  })
  test('nothing comes after success', () => {
    const done: LinkState = { step: 'done', state: 'connected' }
    expect(told(done, 'qr', { qr: 'x' })).toBe(done)
  })
})
