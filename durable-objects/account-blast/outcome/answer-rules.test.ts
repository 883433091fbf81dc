import { describe, expect, test } from 'vitest'
import { failReason } from '../../../contract/operation/runner.ts'
import type { AttemptOutcome } from '../tables/attempts-store.ts'
import { type Answer, replacedBy, type Streaks, verdictOfAnswer, verdictOfDeletion } from './answer-rules.ts'

const answer = (outcome: Answer['outcome'], more: Partial<Answer> = {}): Answer => ({
  outcome,
  error: null,
  reason: null,
  ...more,
})
const NONE: Streaks = { takenBack: 0, refusals: 0, lates: 0 }
const SOME: Streaks = { takenBack: 3, refusals: 4, lates: 2 }
const of = (given: Answer, was: AttemptOutcome = 'pending', streaks: Streaks | null = SOME) =>
  verdictOfAnswer(given, was, streaks)
const outcome = (to: 'success' | 'fail', more: object = {}) => ({
  kind: 'outcome',
  to,
  error: null,
  notRegistered: false,
  restricted: false,
  ...more,
})
const TAKEN_BACK = { kind: 'take-back', pause: null }

describe('rule at-most-once: what an answer of WhatsApp means', () => {
  test.each([
    ['its server ack is a success', answer('acked'), outcome('success')],
    ['an error ack is a failure', answer('rejected', { error: 479 }), outcome('fail', { error: 479 })],
    ['one without a code too', answer('rejected'), outcome('fail')],
    [
      '463 also restricts the account',
      answer('rejected', { error: 463 }),
      outcome('fail', { error: 463, restricted: true }),
    ],
    [
      'not on WhatsApp is a failure that the number remembers',
      answer('not_registered'),
      outcome('fail', { notRegistered: true }),
    ],
  ])('%s', (_, given, verdict) => {
    // whatever was believed before: whether that changes anything is asked of the outcome
    for (const was of ['pending', 'unknown', 'fail', 'success'] as const)
      expect(of(given, was)).toEqual({ verdict, streaks: NONE })
    expect(of(given, 'pending', null)).toEqual({ verdict, streaks: null })
  })
})

describe('rule at-most-once: what surely never left is as if it had not been tried', () => {
  const failed = (reason: Answer['reason']) => answer('failed', { reason })
  test.each<[string, Answer['reason'], Streaks, object, Streaks]>([
    [
      'rule late-sends: too late: the run pauses, nobody is counted',
      'late',
      SOME,
      { kind: 'take-back', pause: 'late' },
      { ...SOME, lates: 3 },
    ],
    [
      'of a run that an older version began: it is the first',
      'late',
      { takenBack: 0, refusals: 0 },
      { kind: 'take-back', pause: 'late' },
      { ...NONE, lates: 1 },
    ],
    ['opted out meanwhile: its number goes back, nobody is counted', 'cancelled', SOME, TAKEN_BACK, SOME],
    ['no connection: tried again', 'offline', SOME, TAKEN_BACK, SOME],
    ['no content, for the first time', 'content', NONE, TAKEN_BACK, { ...NONE, takenBack: 1 }],
    ['a fifth time in a row', 'content', { ...SOME, takenBack: 4 }, TAKEN_BACK, { ...SOME, takenBack: 5 }],
    [
      'a sixth time: it counts as a failure, and the row starts over',
      'content',
      { ...SOME, takenBack: 5 },
      outcome('fail'),
      { ...SOME, takenBack: 0 },
    ],
    [
      'an older runner gives no reason: as without content',
      null,
      { ...SOME, takenBack: 5 },
      outcome('fail'),
      { ...SOME, takenBack: 0 },
    ],
    [
      'WhatsApp refused what is asked before: the run pauses, nobody is counted',
      'refused',
      SOME,
      { kind: 'take-back', pause: 'refused' },
      { ...SOME, refusals: 5 },
    ],
    [
      'however often it refused',
      'refused',
      { takenBack: 5, refusals: 99 },
      { kind: 'take-back', pause: 'refused' },
      { takenBack: 5, refusals: 100 },
    ],
  ])('%s', (_, reason, before, verdict, streaks) =>
    expect(of(failed(reason), 'pending', before)).toEqual({ verdict, streaks }),
  )
  test.each(['unknown', 'fail', 'success'] as const)('told of one that is %s already, it changes nothing', (was) => {
    for (const reason of [...failReason.options, null])
      expect(of(failed(reason), was, { takenBack: 5, refusals: 4 })).toEqual({
        verdict: { kind: 'nothing' },
        streaks: { takenBack: 5, refusals: 4 },
      })
  })
  test.each([...failReason.options, null])('without a run (%s) it is only taken back', (reason) =>
    expect(of(failed(reason), 'pending', null)).toEqual({ verdict: TAKEN_BACK, streaks: null }),
  )
})

describe('rule late-ack: a success never becomes anything else, and what is told twice is no news', () => {
  test.each<[AttemptOutcome, 'success' | 'fail' | 'unknown', 'none' | 'unknown' | 'fail' | null]>([
    ['pending', 'success', 'none'],
    ['pending', 'fail', 'none'],
    ['pending', 'unknown', 'none'],
    ['unknown', 'success', 'unknown'],
    ['unknown', 'fail', 'unknown'],
    ['unknown', 'unknown', null],
    ['fail', 'success', 'fail'],
    ['fail', 'fail', null],
    ['success', 'success', null],
    ['success', 'fail', null],
    ['success', 'unknown', null],
  ])('%s, then %s: replaces %j', (was, to, replaced) => expect(replacedBy(was, to)).toBe(replaced))
})

describe('rule suspension: a credited message that the member deletes for everyone is a strike, once', () => {
  test.each([
    ['credited: a strike', { revoked_at: null }, true, 'strike'],
    ['told a second time: none', { revoked_at: 1 }, true, 'repeated'],
    ['of a one-off blast: nothing was credited', { revoked_at: null }, false, 'uncredited'],
    ['of a one-off blast, a second time', { revoked_at: 1 }, false, 'repeated'],
  ])('%s', (_, attempt, earns, verdict) => expect(verdictOfDeletion(attempt, earns)).toBe(verdict))
})
