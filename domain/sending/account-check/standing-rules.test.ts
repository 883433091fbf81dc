// The first thing that stands in the way of a message is what an account says (rule account-check).
import { expect, test } from 'vitest'
import { type Seen, standingOf } from './standing-rules.ts'

const NOW = '2026-11-28T10:00:00.000Z'
const AT = Date.parse(NOW)
const NONE = { place: null, person: null, closed: false }
const HELD = { of: 'account', reason: 'r', by: 'b', since: NOW } as const
const seen = (document: Seen['document'], more: Partial<Seen> = {}): Seen => ({
  purpose: 'blast',
  state: 'connected',
  wait: null,
  timers: [{ name: 'reconnect', due: NOW, inSeconds: 0 }],
  check: null,
  now: NOW,
  document: { linked: true, ...document },
  ...more,
})
const run = { jobId: null, startedAt: AT - 1, stopRequested: false }
const ended = { end: 'finished', error: null, endedAt: AT - 9, attempted: 3, freeAt: null } as const

test.each([
  ['never_linked', seen({ linked: false })],
  ['removed', seen({ removed: true, held: HELD })],
  ['linking', seen({ link: { startedAt: 1 }, suspended: true }, { state: 'suspended' })],
  ['banned', seen({ suspendReason: 'banned', held: HELD }, { state: 'suspended' })],
  ['messages_deleted', seen({ suspendReason: 'deleted' }, { state: 'suspended' })],
  ['held_account', seen({ held: HELD, run })],
  ['logged_out', seen({ run }, { state: 'loggedOut' })],
  ['opened_elsewhere', seen({}, { state: 'conflict' })],
  ['unreadable', seen({ unreadableOn: 'b' }, { state: 'unknown' })],
  ['disconnected', seen({}, { state: 'disconnected' })],
  ['reconnecting', seen({ placeTries: 0 }, { state: 'reconnecting' })],
  ['no_runner', seen({ placeTries: 2 }, { state: 'unknown' })],
  ['not_for_blast', seen({}, { purpose: 'validator' })],
  ['blaster', seen({ run: { ...run, jobId: 'j' } })],
  ['checks', seen({}, { check: {} })],
  ['stopping', seen({ run: { ...run, stopRequested: true } })],
  ['sends', seen({ run }, { wait: { reason: 'interval', until: '2026-11-28T11:00:00.000Z', inSeconds: 1 } })],
  ['sends', seen({ run }, { wait: { reason: 'daily_cap', until: '2026-11-28T09:00:00.000Z', inSeconds: -1 } })],
  ['waits', seen({ run }, { wait: { reason: 'window', until: '2026-11-28T11:00:00.000Z', inSeconds: 1 } })],
  ['restricted', seen({ lastRun: ended }, { state: 'restricted' })],
  ['rests', seen({ rest: { until: AT + 1 }, lastRun: ended })],
  ['not_started', seen({ rest: { until: AT - 1 } })],
  ['failed', seen({ lastRun: { ...ended, end: 'error_blast', error: 'x' } })],
  ['stopped', seen({ lastRun: { ...ended, end: 'stop' } })],
  ['no_numbers', seen({ lastRun: { ...ended, attempted: 0 } })],
  ['no_numbers', seen({ lastRun: { ...ended, freeAt: AT + 1 } })],
  ['finished', seen({ lastRun: { ...ended, freeAt: AT - 1 } })],
] as const)('rule account-check: %s', (standing, one) => expect(standingOf(one, NONE).standing).toBe(standing))

test('rule account-check: what stops its owner comes before the connection, what stops the place after it', () => {
  const place = { ...HELD, of: 'place' as const }
  const person = { ...HELD, of: 'person' as const }
  const cut = seen({}, { state: 'loggedOut' })
  expect(standingOf(cut, { place, person: null, closed: false }).standing).toBe('logged_out')
  expect(standingOf(cut, { place, person, closed: false }).standing).toBe('held_person')
  expect(standingOf(seen({ run }), { place, person: null, closed: false })).toMatchObject({
    standing: 'held_place',
    by: 'b',
  })
})
