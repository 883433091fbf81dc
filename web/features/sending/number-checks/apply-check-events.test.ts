import { describe, expect, test } from 'vitest'
import type { BrowserEvent, EventName, EventPayload } from '../../../../contract/operation/events.ts'
import type { GeneratorRow } from '../../../../contract/sending/number-checks.ts'
import { applyCheckEvents, type Live, mergeChecks, toLive } from './apply-check-events.ts'

const NOW = 1_000_000
const base: GeneratorRow = {
  id: 'job1',
  settings_version: 'v',
  kind: 'generator',
  user_id: 'u1',
  whatsapp_id: 'acc1',
  Whatsapp: {
    id: 'acc1',
    clientid: 'wa-1',
    pushname: 'Rani',
    nickname: null,
    phonenumber: '6281230000001',
    state: 'connected',
  },
  state: 'connected',
  status: 'idle',
  phase: 'idle',
  current_number: null,
  total: 300,
  checked: 0,
  progress: 0,
  count_success: 0,
  count_fail: 0,
  b_insert: 0,
  listed: 0,
  list_duplicates: 0,
  list_suppressed: 0,
  interval_min: 1,
  interval_max: 2,
  requesting: false,
  waiting: false,
  waitTime: 0,
  waitReason: null,
  attempting: false,
  attempingCode: null,
  error: null,
  days: 1,
  version: 5,
  createdAt: '2026-11-01T00:00:00.000Z',
  start_number: '6281230000001',
  end_number: '6281230000300',
}
const row = (changes: Partial<Live> = {}): Live => ({ ...toLive(base, NOW), ...changes })
const job = (event: EventName, payload: Partial<EventPayload> = {}): BrowserEvent =>
  ({ event, payload: { deviceId: 'client-u1', jobId: 'job1', version: 6, ...payload } }) as BrowserEvent
const sender = (event: EventName, payload: Partial<EventPayload> = {}): BrowserEvent =>
  ({ event, payload: { deviceId: 'wa-1', whatsappId: 'acc1', version: 40, ...payload } }) as BrowserEvent
const apply = (before: Live, ...events: BrowserEvent[]): Live => {
  const [after] = applyCheckEvents([before], events, NOW)
  if (!after) throw new Error('the row is gone')
  return after
}
const working = row({ status: 'sending', phase: 'generating', progress: 10, count_success: 10, count_fail: 20 })

describe('an event of a job', () => {
  test('of another job returns the same list', () => {
    const rows = [row()]
    expect(applyCheckEvents(rows, [job('finished', { jobId: 'other' })], NOW)).toBe(rows)
  })

  test('older than the row changes nothing', () => {
    expect(apply(working, job('count_success', { version: 4, count_success: 3 }))).toEqual(working)
  })

  test('that it began shows it as running, without the last error', () => {
    const after = apply(row({ error: 'lost', phase: 'error_generate', requestedStatus: 'sending' }), job('generating'))
    expect(after).toMatchObject({
      status: 'sending',
      phase: 'generating',
      error: null,
      requestedStatus: null,
      version: 6,
    })
  })

  test('counters are absolute, so an event that comes twice counts once', () => {
    const told = job('count_fail', { count_success: 12, count_fail: 21 })
    expect(apply(working, told, told)).toMatchObject({ count_success: 12, count_fail: 21, checked: 33 })
  })

  test('progress ends a wait and names the number asked about', () => {
    const waits = row({ ...working, waiting: true, waitTime: 9, waitUntil: NOW + 9_000, waitReason: 'interval' })
    const after = apply(waits, job('progressing', { progress: 12.34, current_number: '6281230000031' }))
    expect(after).toMatchObject({ progress: 12.34, current_number: '6281230000031', waiting: false, waitUntil: null })
  })

  test('a wait has its reason and its end', () => {
    const after = apply(working, job('waiting', { waitTime: 30, waitReason: 'daily_cap' }))
    expect(after).toMatchObject({ waiting: true, waitUntil: NOW + 30_000, waitReason: 'daily_cap' })
    expect(apply(after, job('waiting', { version: 7, waitTime: 0 }))).toMatchObject({ waiting: false, waitUntil: null })
  })

  test('a failing query shows its try', () => {
    expect(apply(working, job('attempting', { code: 2 }))).toMatchObject({ attempting: true, attempingCode: 2 })
  })

  test.each<[EventName, Partial<EventPayload>, Partial<Live>]>([
    ['finished', {}, { phase: 'finished', progress: 100, current_number: null }],
    [
      'error_generate',
      { sendError: 'Tidak menjawab' },
      { phase: 'error_generate', progress: 100, error: 'Tidak menjawab' },
    ],
    ['stop', { current_number: '629' }, { phase: 'stop', progress: 10, current_number: '629' }],
    ['idle', {}, { phase: 'stop', progress: 10 }],
  ])('%s brings it to rest', (event, payload, expected) => {
    const busy = {
      ...working,
      requestedStatus: 'idle' as const,
      waiting: true,
      waitUntil: NOW + 5_000,
      current_number: '628',
    }
    const atRest = { status: 'idle', requestedStatus: null, waiting: false, waitUntil: null }
    expect(apply(busy, job(event, payload))).toMatchObject({ ...atRest, ...expected })
  })
})

describe('an event of an account', () => {
  test('has the state of a job’s sender', () => {
    const after = apply(working, sender('connection.update', { state: 'disconnected' }))
    expect(after).toMatchObject({ state: 'disconnected', Whatsapp: { state: 'disconnected' }, version: 5 })
    expect(apply(working, sender('reconnecting'))).toMatchObject({ state: 'reconnecting' })
  })

  test('that comes late by another channel changes nothing', () => {
    const after = apply(working, sender('connection.update', { state: 'connected', version: 41 }))
    expect(apply(after, sender('connection.update', { state: 'conflict', version: 40 })).state).toBe('connected')
  })

  test('its blast counters are not the job’s', () => {
    expect(apply(working, sender('count_success', { count_success: 999 }))).toEqual(working)
  })
})

describe('a fetched page', () => {
  test('does not undo newer values from events', () => {
    const told = { ...working, version: 9, count_success: 50 }
    expect(mergeChecks([told], [{ ...base, version: 8, count_success: 40 }], NOW)[0]).toMatchObject({
      version: 9,
      count_success: 50,
    })
  })

  test('ends the person’s own request once the server confirms it', () => {
    const asked = { ...row(), requestedStatus: 'sending' as const }
    expect(mergeChecks([asked], [{ ...base, version: 6 }], NOW)[0]?.requestedStatus).toBe('sending')
    expect(mergeChecks([asked], [{ ...base, version: 6, status: 'sending' }], NOW)[0]?.requestedStatus).toBeNull()
  })

  test('starts the countdown of a wait', () => {
    expect(mergeChecks([], [{ ...base, waiting: true, waitTime: 12 }], NOW)[0]?.waitUntil).toBe(NOW + 12_000)
  })
})
