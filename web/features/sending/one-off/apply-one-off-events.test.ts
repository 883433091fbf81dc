import { describe, expect, test } from 'vitest'
import type { OneOffWire } from '../../../../contract/sending/one-off.ts'
import type { BrowserEvent, EventName, EventPayload } from '../../../../contract/operation/events.ts'
import { applyOneOffEvents, type LiveOneOff, mergeOneOffs, toLive } from './apply-one-off-events.ts'

const NOW = 1_000_000
const base: OneOffWire = {
  id: 'job1',
  whatsapp_id: 'acc1',
  sender: '6281230000001',
  pushname: 'Rani',
  clientid: 'wa-1',
  state: 'connected',
  user_id: 'u1',
  name: 'Admin',
  targets: 'list',
  template_id: null,
  message: 'Halo',
  phase: 'sending',
  status: 'sending',
  total: 10,
  sent: 2,
  count_success: 1,
  count_fail: 0,
  count_unknown: 1,
  count_skipped: 0,
  skipped: [],
  refused: [],
  progress: 20,
  waiting: false,
  waitTime: 0,
  waitReason: null,
  error: null,
  version: 5,
  createdAt: '2026-11-01T00:00:00.000Z',
  finishedAt: null,
}
const oneOff = (changes: Partial<LiveOneOff> = {}): LiveOneOff => ({ ...toLive(base, NOW), ...changes })
const told = (event: EventName, payload: Partial<EventPayload> = {}): BrowserEvent =>
  ({ event, payload: { deviceId: 'client-u1', jobId: 'job1', version: 6, ...payload } }) as BrowserEvent
const apply = (before: LiveOneOff, ...events: BrowserEvent[]): LiveOneOff => {
  const [after] = applyOneOffEvents([before], events, NOW)
  if (!after) throw new Error('the one-off blast is gone')
  return after
}

describe('an event', () => {
  test('of another one-off blast, or of an account, leaves the very same list', () => {
    const oneOffs = [oneOff()]
    const ofAccount: BrowserEvent = {
      event: 'count_success',
      payload: { deviceId: 'wa-1', count_success: 9, count_fail: 0, number: '62811' },
    }
    expect(applyOneOffEvents(oneOffs, [told('stop', { jobId: 'other' }), ofAccount], NOW)).toBe(oneOffs)
  })

  test('older than the one-off blast changes nothing', () => {
    const before = oneOff()
    expect(apply(before, told('count_success', { version: 4, count_success: 9 }))).toEqual(before)
  })

  test('moves absolute counters, so that one told twice counts once', () => {
    const counted = told('count_success', { count_success: 2, count_fail: 0, count_unknown: 0, progress: 20 })
    expect(apply(oneOff(), counted, counted)).toMatchObject({
      count_success: 2,
      count_unknown: 0,
      sent: 2,
      progress: 20,
    })
  })

  test('names the receiver, or the wait with its reason and end', () => {
    const sends = apply(oneOff(), told('update_target', { number: '62811' }))
    expect(sends.target).toBe('62811')
    const waits = apply(sends, told('waiting', { waitTime: 30, waitReason: 'window' }))
    expect(waits).toMatchObject({ target: null, waitUntil: NOW + 30_000, waitReason: 'window' })
    expect(apply(waits, told('update_target', { number: '62812' }))).toMatchObject({ waiting: false, waitUntil: null })
  })

  test.each<[EventName, Partial<EventPayload>, Partial<LiveOneOff>]>([
    ['finished', {}, { phase: 'finished', progress: 100 }],
    ['stop', {}, { phase: 'stop', progress: 20 }],
    ['error_blast', { sendError: 'Terputus', state: 'loggedOut' }, { phase: 'error_blast', error: 'Terputus' }],
    ['error_blast', {}, { error: 'Blast error' }],
  ])('%s ends it', (event, payload, expected) => {
    const busy = oneOff({ stopping: true, waitUntil: NOW + 5, waiting: true, target: '62811' })
    const atRest = { status: 'idle', stopping: false, waitUntil: null, target: null }
    expect(apply(busy, told(event, payload))).toMatchObject({ ...atRest, ...expected })
  })
})

describe('a fetched page', () => {
  test('does not take back what events have told, but brings why receivers were skipped', () => {
    const skipped = [{ reason: 'suppressed' as const, text: 'x', count: 1 }]
    const [merged] = mergeOneOffs([oneOff({ version: 9, count_success: 4 })], [{ ...base, version: 8, skipped }], NOW)
    expect(merged).toMatchObject({ version: 9, count_success: 4, skipped })
  })

  test('confirms a stop', () => {
    expect(mergeOneOffs([oneOff({ stopping: true })], [base], NOW)[0]?.stopping).toBe(true)
    expect(
      mergeOneOffs([oneOff({ stopping: true })], [{ ...base, status: 'idle', phase: 'stop' }], NOW)[0]?.stopping,
    ).toBe(false)
  })
})
