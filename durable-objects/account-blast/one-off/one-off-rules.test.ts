import { describe, expect, test } from 'vitest'
import type { AccountState } from '../../../contract/sending/whatsapp.ts'
import { claimForRun, endOfOneOff, faultOfTest } from './one-off-rules.ts'

describe('rule end-of-blast: a one-off blast passes over its receivers once', () => {
  const claim = { got: 0, requested: 12, nextClaimableAt: 9, claimable: 3 }
  const list = { targets: 'list' as const, total: 8 }
  test.each([
    [
      'to all: no cooldown is waited for',
      { targets: 'all' as const, total: 8, left: 5 },
      claim,
      { ...claim, nextClaimableAt: null },
    ],
    [
      'to some: progress counts them all',
      { ...list, left: 0 },
      claim,
      { ...claim, nextClaimableAt: null, claimable: 8 },
    ],
    [
      'an empty claim, and one receiver is left: it goes on',
      { ...list, left: 1 },
      claim,
      { got: 0, requested: 0, nextClaimableAt: null, claimable: 8 },
    ],
    [
      'some came, and more are left',
      { ...list, left: 1 },
      { ...claim, got: 2 },
      { got: 2, requested: 12, nextClaimableAt: null, claimable: 8 },
    ],
  ])('%s', (_, job, given, expected) => expect(claimForRun(job, given)).toEqual(expected))
})

describe('rule end-of-blast: a one-off blast says how it ended', () => {
  const SUSPENDED = 'Akun pengirim ditangguhkan.'
  const LOST = 'Sambungan akun pengirim terputus.'
  type Ended = Parameters<typeof endOfOneOff>
  const connected = { base: 'connected' as AccountState, suspended: false }
  test.each<[string, Ended[0], Ended[1], Partial<Ended[2]>, string | null, string]>([
    ['stopped by a person', 'stopped', connected, {}, null, 'stop'],
    ['finished', 'finished', connected, {}, null, 'finished'],
    ['the account was suspended', 'stopped', { ...connected, suspended: true }, {}, SUSPENDED, 'error_blast'],
    [
      'suspended and logged out: the suspension is told',
      'stopped',
      { base: 'loggedOut', suspended: true },
      {},
      SUSPENDED,
      'error_blast',
    ],
    ['logged out', 'stopped', { ...connected, base: 'loggedOut' }, {}, LOST, 'error_blast'],
    ['in conflict', 'stopped', { ...connected, base: 'conflict' }, {}, LOST, 'error_blast'],
    ['given up', 'stopped', { ...connected, base: 'disconnected' }, {}, LOST, 'error_blast'],
    ['stopped while it reconnects', 'stopped', { ...connected, base: 'reconnecting' }, {}, null, 'stop'],
    ['finished, and lost right after', 'finished', { ...connected, base: 'loggedOut' }, {}, null, 'finished'],
    [
      'a fault says more than the state',
      'stopped',
      { ...connected, base: 'loggedOut' },
      { fault: 'fault' },
      'fault',
      'error_blast',
    ],
    ['an error from before stays', 'stopped', connected, { error: 'before' }, 'before', 'error_blast'],
    [
      'and gives way to the state',
      'stopped',
      { ...connected, suspended: true },
      { error: 'before' },
      SUSPENDED,
      'error_blast',
    ],
  ])('%s', (_, why, account, before, error, phase) =>
    expect(endOfOneOff(why, account, { error: null, fault: null, ...before })).toEqual({ error, phase }),
  )
})

describe('rule one-off-test: a test', () => {
  test.each(['window', 'daily_cap', 'restricted', 'connection'] as const)('does not wait for the %s', (reason) =>
    expect(faultOfTest({ kind: 'wait', reason })).not.toBeNull(),
  )
  test('does not wait for the end of a pause', () => expect(faultOfTest({ kind: 'held' })).not.toBeNull())
  test.each(['interval', 'refused', 'overload'] as const)('waits for the %s, as every message does', (reason) =>
    expect(faultOfTest({ kind: 'wait', reason })).toBeNull(),
  )
})
