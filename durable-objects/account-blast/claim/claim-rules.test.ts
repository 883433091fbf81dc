import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../contract/ground/time.ts'
import { newRun, type Run } from '../document/document.ts'
import { afterClaim, afterRefusedClaim, withFresh } from './claim-rules.ts'

const NOW = Date.parse('2026-11-21T05:00:00Z')

describe('rule end-of-blast: what an answered claim changes', () => {
  type Answer = Parameters<typeof afterClaim>[1]
  const after = (answer: Partial<Answer>, change: Partial<Run> = {}): Run => {
    const run = { ...newRun(NOW), ...change }
    const claim = { got: 0, requested: 12, nextClaimableAt: null, claimable: null, ...answer }
    return { ...run, ...afterClaim(run, claim, NOW) }
  }
  test.each<[string, Partial<Answer>, boolean, number | null]>([
    ['nothing came and nothing will: exhausted', {}, true, null],
    [
      'nothing came, the next one in exactly 24 hours: it waits',
      { nextClaimableAt: NOW + DAY_MS },
      false,
      NOW + DAY_MS,
    ],
    ['a millisecond later: exhausted', { nextClaimableAt: NOW + DAY_MS + 1 }, true, NOW + DAY_MS + 1],
    ['something came: it goes on', { got: 1, nextClaimableAt: NOW + 9_000 }, false, null],
    ['something came, and nothing more will: it goes on', { got: 1 }, false, null],
    ['only the rules were asked for: nothing is known of the list', { requested: 0 }, false, null],
    ['only the rules, with a time: the same', { requested: 0, nextClaimableAt: NOW + 9_000 }, false, null],
    [
      'claimable by its time and yet not given: five seconds, so that it does not spin',
      { nextClaimableAt: NOW },
      false,
      NOW + 5_000,
    ],
    ['just over five seconds is its own time', { nextClaimableAt: NOW + 5_001 }, false, NOW + 5_001],
  ])('%s', (_, answer, exhausted, emptyUntil) =>
    expect(after(answer, { exhausted: true, emptyUntil: 1 })).toMatchObject({ exhausted, emptyUntil }),
  )
  test('progress counts from what was claimable when it began, whatever later claims say', () => {
    expect(after({ claimable: 40 }).claimableAtStart).toBe(40)
    expect(after({ claimable: 3 }, { claimableAtStart: 40 }).claimableAtStart).toBe(40)
    expect(after({ claimable: 3 }, { claimableAtStart: 0 }).claimableAtStart).toBe(0)
    expect(after({}).claimableAtStart).toBeNull()
  })
  test('refusals before it are forgotten, the run’s own counts and a stop are not', () => {
    const before = { claimNotBefore: NOW + 9, claimTries: 4, claimFaults: 2, attempted: 7, stopRequested: true }
    expect(after({ got: 1 }, before)).toEqual({
      ...newRun(NOW),
      attempted: 7,
      stopRequested: true,
      emptyUntil: null,
    })
  })
})

describe('rules claim-order, overload-waits: an overloaded claim waits, one that cannot work ends the run', () => {
  const after = (passes: boolean, claimFaults: number) =>
    afterRefusedClaim({ ...newRun(NOW), claimTries: 6, claimFaults }, { passes, pauseMs: 700, faultText: 'text' }, NOW)
  test.each([
    ['overload, for the hundredth time', true, 0, 0, null],
    ['overload between two faults does not count', true, 2, 2, null],
    ['a first fault', false, 0, 1, null],
    ['a second', false, 1, 2, null],
    ['a third ends it, in the words of the screen', false, 2, 3, 'text'],
  ] as const)('%s', (_, passes, before, claimFaults, fault) =>
    expect(after(passes, before)).toMatchObject({ claimFaults, fault, claimTries: 7, claimNotBefore: NOW + 700 }),
  )
})

describe('rule campaign-zone: an account that has people of two zones of a campaign', () => {
  const of = (id: number, until: number) => ({ id, until, priceSen: null, variants: [] })
  test('ends with the first of them, whichever came first', () => {
    expect(withFresh([of(1, 10)], of(1, 12))[1]?.until).toBe(10)
    expect(withFresh([of(1, 12)], of(1, 10))[1]?.until).toBe(10)
  })
  test('goes by the new hours when it has nobody of before, and by each campaign’s own', () => {
    expect(withFresh([], of(1, 12))).toEqual({ 1: of(1, 12) })
    expect(withFresh([of(2, 5)], of(1, 12))).toEqual({ 1: of(1, 12), 2: of(2, 5) })
    expect(withFresh([of(2, 5)], null)).toEqual({ 2: of(2, 5) })
  })
})
