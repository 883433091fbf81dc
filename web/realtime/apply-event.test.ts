import { describe, expect, test } from 'vitest'
import type { BrowserEvent, EventName, EventPayload } from '../../contract/operation/events.ts'
import type { Account } from '../../contract/sending/whatsapp.ts'
import { applyEvents, type LiveAccount, mergeRows, toLive } from './apply-event.ts'
import { parseFrame } from './parse-frame.ts'

const NOW = 1_000_000
const account: Account = {
  id: 'a1',
  clientid: 'wa-one',
  phonenumber: '6281234567890',
  pushname: 'Sari',
  nickname: null,
  server: 's.whatsapp.net',
  proxyId: null,
  user_id: 'u1',
  purpose: 'blast',
  state: 'connected',
  status: 'idle',
  currentState: 'connected',
  blasting: false,
  progressing: false,
  blaster: false,
  waiting: false,
  waitTime: 0,
  waitReason: null,
  count_success: 5,
  count_fail: 1,
  income: 500,
  progress: 0,
  sent_today: 5,
  last_run: null,
  held: null,
  attempting: false,
  attempingCode: null,
  suspended: false,
  suspended_count: 0,
  restricted_until: null,
  version: 10,
  createdAt: '2026-08-01T00:00:00Z',
}
const row = (over: Partial<Account> = {}) => toLive({ ...account, ...over }, NOW)
const told = (event: EventName, payload: Partial<EventPayload> = {}): BrowserEvent =>
  ({ event, payload: { deviceId: 'wa-one', version: 11, ...payload } }) as BrowserEvent
/** The only row, after the event. */
const applyEvent = (before: LiveAccount, event: BrowserEvent, now: number): LiveAccount =>
  applyEvents([before], [event], now)[0] as LiveAccount

describe('an event on an account', () => {
  test('says whether it is an admin’s message that begins, and its end says it is not any more', () => {
    const begun = applyEvent(row(), told('start', { blaster: true }), NOW)
    expect(begun).toMatchObject({ status: 'sending', blaster: true })
    expect(applyEvent(begun, told('update_target', { number: '62811' }), NOW).blaster).toBe(true)
    expect(applyEvent(begun, told('stop'), NOW)).toMatchObject({ status: 'idle', blaster: false })
    expect(applyEvent(begun, told('start', { blaster: false }), NOW).blaster).toBe(false)
  })

  test('of another account changes nothing', () => {
    const before = row()
    expect(applyEvent(before, told('start', { deviceId: 'wa-two' }), NOW)).toBe(before)
  })

  test('of a job of this account carries the job’s counters, not the account’s', () => {
    const before = row()
    const ofJob = told('count_success', { jobId: 'job1', whatsappId: before.id, count_success: 99 })
    expect(applyEvent(before, ofJob, NOW)).toBe(before)
  })

  test('rule newer-only: older than the row changes nothing', () => {
    const before = row()
    expect(applyEvent(before, told('count_success', { version: 9, count_success: 4 }), NOW)).toBe(before)
  })

  test('that comes twice counts once', () => {
    const event = told('count_success', { count_success: 6, income: 600 })
    const once = applyEvent(row(), event, NOW)
    expect(applyEvent(once, event, NOW)).toEqual(once)
    expect(once).toMatchObject({ count_success: 6, income: 600, version: 11 })
  })

  test.each(['start', 'sending', 'generating', 'validating'] as const)('%s puts it to work', (name) => {
    const asked = { ...row(), requestedStatus: 'sending' as const }
    expect(applyEvent(asked, told(name), NOW)).toMatchObject({
      status: 'sending',
      blasting: true,
      progressing: true,
      requestedStatus: null,
    })
  })

  test.each(['finished', 'error_blast', 'error_generate', 'error_validate'] as const)('%s ends it', (name) => {
    const busy = { ...row({ status: 'sending', blasting: true, progressing: true }), target: '62811' }
    expect(applyEvent(busy, told(name, { state: 'disconnected' }), NOW)).toMatchObject({
      status: 'idle',
      state: 'disconnected',
      blasting: false,
      progressing: false,
      progress: 100,
      target: null,
    })
  })

  test.each(['stop', 'idle'] as const)('%s clears flags and the wait', (name) => {
    const waiting = applyEvent(row({ status: 'sending' }), told('waiting', { waitTime: 30, waitReason: 'window' }), NOW)
    expect(waiting).toMatchObject({ waiting: true, waitUntil: NOW + 30_000, waitReason: 'window', status: 'sending' })
    expect(applyEvent(waiting, told(name, { version: 12 }), NOW)).toMatchObject({
      status: 'idle',
      waiting: false,
      waitUntil: null,
      blasting: false,
    })
  })

  test('a wait of nothing is no wait', () =>
    expect(applyEvent(row(), told('waiting', { waitTime: 0 }), NOW)).toMatchObject({ waiting: false, waitUntil: null }))

  test('a wait does not take back that a stop was asked', () => {
    const stopping = { ...row({ status: 'sending' }), requestedStatus: 'idle' as const }
    expect(applyEvent(stopping, told('waiting', { waitTime: 5 }), NOW).requestedStatus).toBe('idle')
  })

  test('a lost connection keeps the run, a conflict ends it', () => {
    const busy = row({ status: 'sending', blasting: true })
    expect(applyEvent(busy, told('connection.update', { state: 'disconnected' }), NOW)).toMatchObject({
      state: 'disconnected',
      status: 'sending',
    })
    expect(applyEvent(busy, told('connection.update', { state: 'conflict' }), NOW)).toMatchObject({
      state: 'conflict',
      status: 'idle',
    })
  })

  test('a suspension carries its counts and income', () =>
    expect(
      applyEvent(row(), told('suspended', { suspended_count: 3, count_success: 4, income: 400 }), NOW),
    ).toMatchObject({
      state: 'suspended',
      suspended: true,
      suspended_count: 3,
      count_success: 4,
      income: 400,
      status: 'idle',
    }))

  test('reconnecting and attempting show themselves until the connection is back', () => {
    const lost = applyEvent(row(), told('reconnecting'), NOW)
    expect(lost.state).toBe('reconnecting')
    const trying = applyEvent(lost, told('attempting', { version: 12, code: 428 }), NOW)
    expect(trying).toMatchObject({ attempting: true, attempingCode: 428 })
    expect(applyEvent(trying, told('connection.update', { version: 13, state: 'connected' }), NOW)).toMatchObject({
      state: 'connected',
      attempting: false,
      attempingCode: null,
    })
  })

  test('progress and target follow', () => {
    const on = applyEvent(row(), told('progressing', { progress: 12.5 }), NOW)
    expect(on).toMatchObject({ progressing: true, progress: 12.5 })
    expect(applyEvent(on, told('update_target', { version: 12, number: '62812' }), NOW).target).toBe('62812')
  })

  test('reset sets the state and clears the flags', () =>
    expect(
      applyEvent(row({ blasting: true }), told('reset', { state: 'connected', count_success: 0, income: 0 }), NOW),
    ).toMatchObject({ state: 'connected', blasting: false, count_success: 0, income: 0, progress: 0 }))

  test('a removed account leaves the list', () => expect(applyEvents([row()], [told('removed')], NOW)).toEqual([]))
})

describe('a fetched page over the rows shown', () => {
  test('does not take back what events told since', () => {
    const shown = applyEvent(row(), told('count_success', { count_success: 9 }), NOW)
    expect(mergeRows([shown], [account], NOW)).toEqual([shown])
  })
  test('ends a request that it shows fulfilled, and keeps one that it does not', () => {
    const asked = { ...row(), requestedStatus: 'sending' as const }
    expect(mergeRows([asked], [{ ...account, version: 11, status: 'sending' }], NOW)[0]?.requestedStatus).toBeNull()
    expect(mergeRows([asked], [{ ...account, version: 11 }], NOW)[0]?.requestedStatus).toBe('sending')
  })
})

describe('a frame', () => {
  test('of one event or many is read', () => {
    const event = told('start')
    expect(parseFrame(JSON.stringify(event))).toEqual([event])
    expect(parseFrame(JSON.stringify({ events: [event, { event: 1 }] }))).toEqual([event])
  })
  test.each(['pong', '', '{', '{"event":"start"}', 'null', 7])('%s is nothing', (data) =>
    expect(parseFrame(data)).toEqual([]),
  )
})
