import { describe, expect, test } from 'vitest'
import { newRun } from './document.ts'
import type { EndedRun, RunTally } from './work.ts'
import { afterTallied, failReasonOf, reportOf, senderOf } from './run-tally-rules.ts'

const NOW = 1_764_000_000_000
const none: RunTally = { success: 0, fail: 0, failures: {}, earnedSen: 0 }
const message = { reason: 'unanswered', priceSen: 10_000 } as const
const ended: EndedRun = {
  startedAt: NOW,
  endedAt: NOW + 60_000,
  end: 'finished',
  error: null,
  attempted: 3,
  tally: none,
  freeAt: null,
}

describe('rule run-report: the tally of a blast', () => {
  test('a success earns its price, a failure has its reason', () => {
    const sent = afterTallied(none, { ...message, was: 'unknown', to: 'success' })
    expect(sent).toEqual({ success: 1, fail: 0, failures: {}, earnedSen: 10_000 })
    expect(afterTallied(sent, { ...message, was: 'unknown', to: 'fail', reason: 'rejected' })).toEqual({
      success: 1,
      fail: 1,
      failures: { rejected: 1 },
      earnedSen: 10_000,
    })
  })
  test('what is unknown is in none of it, and a failure that turns out a success leaves its reason', () => {
    expect(afterTallied(none, { ...message, was: 'unknown', to: 'unknown' })).toEqual(none)
    const failed = afterTallied(none, { ...message, was: 'unknown', to: 'fail' })
    expect(afterTallied(failed, { ...message, was: 'fail', to: 'success' })).toEqual({
      success: 1,
      fail: 0,
      failures: {},
      earnedSen: 10_000,
    })
  })
  test.each([
    [{ error: null, notRegistered: true }, 'none', 'not_registered'],
    [{ error: 463, notRegistered: false }, 'none', 'restricted'],
    [{ error: 479, notRegistered: false }, 'none', 'rejected'],
    [{ error: null, notRegistered: false }, 'none', 'content'],
    [{ error: null, notRegistered: false }, 'unknown', 'unanswered'],
    [{ error: null, notRegistered: false }, 'fail', 'unanswered'],
  ] as const)('%j after %s failed as %s', (failed, was, reason) => expect(failReasonOf(failed, was)).toBe(reason))

  test('belongs to the blast that sent the message, also when that is over', () => {
    const run = newRun(NOW + 90_000)
    expect(senderOf({ run, lastRun: ended }, NOW + 90_001)).toBe(run)
    expect(senderOf({ run, lastRun: ended }, NOW + 1)).toBe(ended)
    expect(senderOf({ run, lastRun: ended }, NOW - 1)).toBeNull()
  })
  test('a one-off blast and a run that began without a tally have none', () => {
    const oneOff = { ...newRun(NOW), jobId: 'job1' }
    expect(senderOf({ run: oneOff, lastRun: null }, NOW)).toBeNull()
    expect(senderOf({ run: { ...newRun(NOW), tally: null }, lastRun: null }, NOW)?.tally).toBeNull()
  })
  test('the report counts in rupiah and ISO times', () => {
    const tally = { success: 2, fail: 0, failures: {}, earnedSen: 20_050 }
    expect(reportOf({ ...ended, tally, freeAt: NOW })).toMatchObject({
      sent: 3,
      success: 2,
      earned: 200.5,
      free_at: new Date(NOW).toISOString(),
    })
    expect(reportOf(null)).toBeNull()
  })
})
