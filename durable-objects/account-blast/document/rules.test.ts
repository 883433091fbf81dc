import { describe, expect, test } from 'vitest'
import { type AccountDocument, type Check, newRun } from './document.ts'
import { newDocument } from './new-document.ts'
import {
  afterStrikes,
  isBusy,
  mayActivate,
  mayStartCheck,
  mayStartOneOff,
  mayStartBlast,
  shownState,
  snapshotOf,
} from './rules.ts'

const NOW = Date.parse('2026-11-21T05:00:00Z')
type Doc = Partial<AccountDocument>
/** A linked, connected account of a member that does nothing. */
const account = (more: Doc = {}): AccountDocument => ({
  ...newDocument({ accountId: 'acc', clientid: 'client', userId: 'member', purpose: 'blast', now: NOW }),
  linked: true,
  base: 'connected',
  ...more,
})
const check = { jobId: 'check-1' } as Check
const blast = newRun(NOW)
const oneOff = { ...newRun(NOW), jobId: 'job-1' }
const link = {} as AccountDocument['link']

describe('rule suspension: it lies over every other state, a restriction over a connected account only', () => {
  test.each<[string, Doc, string]>([
    ['connected', {}, 'connected'],
    ['restricted for another millisecond', { restrictedUntil: NOW + 1 }, 'restricted'],
    ['no longer restricted at its very end', { restrictedUntil: NOW }, 'connected'],
    ['reconnecting, whatever restriction stands', { base: 'reconnecting', restrictedUntil: NOW + 1 }, 'reconnecting'],
    ['suspended while connected', { suspended: true }, 'suspended'],
    ['suspended and restricted', { suspended: true, restrictedUntil: NOW + 1 }, 'suspended'],
    ['suspended and logged out', { suspended: true, base: 'loggedOut' }, 'suspended'],
  ])('%s', (_, doc, state) => expect(shownState(account(doc), NOW)).toBe(state))
})

describe('rule suspension: each deleted message is a strike, so is a ban', () => {
  test.each([
    ['the first deleted message', 0, 'deleted', 1, 1],
    ['three at once', 0, 'deleted', 3, 3],
    ['one more', 2, 'deleted', 1, 3],
    ['a ban', 1, 'banned', 1, 2],
  ] as const)('%s', (_, before, reason, strikes, suspendedCount) =>
    expect(afterStrikes({ suspendedCount: before }, reason, strikes)).toEqual({
      suspended: true,
      suspendReason: reason,
      suspendedCount,
    }),
  )
})

describe('rule suspension: an admin lifts it below three strikes', () => {
  test.each([
    [1, null],
    [2, null],
    [3, 'suspended_too_often'],
    [4, 'suspended_too_often'],
  ])('%i strikes: %j', (suspendedCount, refusal) => expect(mayActivate({ suspendedCount })).toBe(refusal))
})

describe('who may begin what: one queue of work, from an account that is linked and not suspended', () => {
  // what the account is like, then the answers to: a blast, a one-off blast, a check
  test.each<[string, Doc, string | null, string | null, string | null]>([
    ['connected and at rest', {}, null, null, null],
    ['never linked', { linked: false }, 'not_connected', 'not_connected', 'not_connected'],
    ['removed', { removed: true }, 'not_connected', 'not_connected', 'not_connected'],
    ['linked for checks only', { purpose: 'validator' }, 'account_not_for_blast', 'account_not_for_blast', null],
    ['suspended', { suspended: true }, 'account_suspended', 'not_connected', 'account_suspended'],
    ['at a blast: starting again takes back a stop', { run: blast }, null, 'account_busy', 'account_busy'],
    ['at a one-off blast', { run: oneOff }, 'account_busy', 'account_busy', 'account_busy'],
    ['at this check: it goes on', { check }, 'account_busy', 'account_busy', null],
    ['at another check', { check: { ...check, jobId: 'check-2' } }, 'account_busy', 'account_busy', 'account_busy'],
    ['being linked again', { link }, null, 'account_busy', 'account_busy'],
    ['restricted: a blast starts and waits', { restrictedUntil: NOW + 1 }, null, 'not_connected', null],
    ['reconnecting: a blast starts and waits', { base: 'reconnecting' }, null, 'not_connected', 'not_connected'],
    ['disconnected', { base: 'disconnected' }, 'not_connected', 'not_connected', 'not_connected'],
    ['logged out', { base: 'loggedOut' }, 'not_connected', 'not_connected', 'not_connected'],
    ['in conflict', { base: 'conflict' }, 'not_connected', 'not_connected', 'not_connected'],
    ['unknown', { base: 'unknown' }, 'not_connected', 'not_connected', 'not_connected'],
  ])('%s', (_, doc, toBlast, toSendJob, toCheck) => {
    const it = account(doc)
    expect([mayStartBlast(it), mayStartOneOff(it, NOW), mayStartCheck(it, 'check-1')]).toEqual([
      toBlast,
      toSendJob,
      toCheck,
    ])
    expect(isBusy(it)).toBe(Boolean(doc.run ?? doc.check))
  })
})

describe('rule campaign-of-account: the campaign of a blast that sends', () => {
  const run = { ...blast, campaign: { id: 7, name: 'Pagi' } }
  const wait = (reason: 'interval' | 'window', until = NOW + 1) => ({ run, wait: { reason, until } })
  const held = { of: 'account', reason: 'x', by: 'y', since: '' } as const
  test.each<[string, Doc, string | null]>([
    ['a message or a claim of it', { run }, 'Pagi'],
    ['the pause between two messages', wait('interval'), 'Pagi'],
    ['a longer wait', wait('window'), null],
    ['a longer wait that is over', wait('window', NOW), 'Pagi'],
    ['an admin’s pause', { run, held }, null],
    ['the standing blast', { run: blast }, null],
    ['no blast', {}, null],
  ])('%s', (_, doc, name) => expect(snapshotOf(account(doc), null, 0, NOW).campaign).toBe(name))
})

describe('what a screen is told of an account', () => {
  const shown = (doc: Doc, until: number | null = null) =>
    snapshotOf(account(doc), until === null ? null : { reason: 'window', until }, 12.5, NOW)
  test.each<[string, Doc, number | null, object]>([
    ['at rest', {}, null, { status: 'idle', blasting: false, progressing: false, waiting: false, waitTime: 0 }],
    ['sending', { run: blast }, null, { status: 'sending', blasting: true, progressing: true, blaster: false }],
    [
      'stopping: the message in flight finishes',
      { run: { ...blast, stopRequested: true } },
      null,
      { blasting: true, progressing: false },
    ],
    ['at a one-off blast', { run: oneOff }, null, { blasting: true, blaster: true }],
    ['at a check', { check }, null, { status: 'sending', blasting: false, progressing: false }],
    ['waiting: whole seconds, rounded up', { run: blast }, NOW + 1_001, { waiting: true, waitTime: 2 }],
    ['a wait that is over', { run: blast }, NOW, { waiting: false, waitTime: 0 }],
    ['a wait long over', { run: blast }, NOW - 9_000, { waiting: false, waitTime: 0 }],
    ['without a run nothing waits', {}, NOW + 9_000, { waiting: false, waitTime: 0 }],
    ['sen as rupiah', { incomeSen: 12_345 }, null, { income: 123.45, progress: 12.5 }],
    [
      'trying again, and after which code',
      { base: 'reconnecting', reconnectTries: 2, lastCode: 428 },
      null,
      { attempting: true, attempingCode: 428 },
    ],
    ['before its first try', { base: 'reconnecting', lastCode: 515 }, null, { attempting: false, attempingCode: 515 }],
    [
      'connected: its last code is nobody’s concern',
      { reconnectTries: 2, lastCode: 428 },
      null,
      { attempting: false, attempingCode: null },
    ],
    [
      'until when it is restricted',
      { restrictedUntil: NOW + 1_000 },
      null,
      { restricted_until: '2026-11-21T05:00:01.000Z' },
    ],
    ['no longer restricted', { restrictedUntil: NOW }, null, { restricted_until: null }],
  ])('%s', (_, doc, until, expected) => expect(shown(doc, until)).toMatchObject(expected))
})
