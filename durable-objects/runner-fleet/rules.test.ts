import { expect, test } from 'vitest'
import {
  chooseRunner,
  isClockOff,
  notifiedPerStep,
  OPEN_GAP_MS,
  placesForAttempts,
  reserve,
  type Runner,
  skewOf,
  skewsAfter,
} from './rules.ts'

const runner = (id: string, extra: Partial<Runner> = {}): Runner => ({
  runnerId: id,
  bootId: `${id}-1`,
  accounts: 0,
  capacity: 100,
  draining: false,
  since: 0,
  seenAt: 1_000,
  nextOpenAt: 0,
  ...extra,
})

test('the least loaded by share is chosen', () => {
  expect(
    chooseRunner([runner('a', { accounts: 50 }), runner('b', { accounts: 60, capacity: 200 })], null, 2_000)?.runnerId,
  ).toBe('b')
})
test('rule link-limits: links in progress have a part of the free places, and one where a single place is free', () =>
  expect([placesForAttempts(10, 2, 0.5), placesForAttempts(3, 0, 0.5), placesForAttempts(1, 0, 0.5)]).toEqual([
    6, 1, 1,
  ]))
test('full, draining and silent runners get nothing', () => {
  const none = [runner('a', { accounts: 100 }), runner('b', { draining: true }), runner('c', { seenAt: -40_000 })]
  expect(chooseRunner(none, null, 2_000)).toBeNull()
})
test('rule runner-clock: of what a runner said in half a minute the quickest way counts, and half a minute off is the limit', () => {
  const heard = (...skews: (number | undefined)[]) => {
    const said = (one: Runner, skew: number | undefined): Runner => ({
      ...one,
      ...skewsAfter(one, skew === undefined ? undefined : 50_000 + skew, 50_000),
    })
    return skews.reduce(said, runner('a'))
  }
  expect(skewOf(heard(undefined))).toBeNull()
  expect(skewOf(heard(-200, -31_000, undefined))).toBe(-200)
  expect(skewOf(heard(0, 0, -60_000, -60_100, -60_050))).toBe(-60_000)
  expect([30_000, 30_001, -30_000, -30_001].map((skew) => isClockOff(heard(skew)))).toEqual([false, true, false, true])
  expect(chooseRunner([heard(31_000)], null, 2_000)).toBeNull()
  expect(chooseRunner([heard(31_000), runner('b', { accounts: 99 })], null, 2_000)?.runnerId).toBe('b')
})
test('a strained runner is taken only when no other is free', () => {
  const strained = runner('a', { strainedBeats: 3 })
  expect(chooseRunner([strained, runner('b', { accounts: 90 })], null, 2_000)?.runnerId).toBe('b')
  expect(chooseRunner([strained, runner('b', { accounts: 100 })], null, 2_000)?.runnerId).toBe('a')
})
test('a runner to avoid is taken only when it is alone', () => {
  expect(chooseRunner([runner('a'), runner('b', { accounts: 90 })], 'a-1', 2_000)?.runnerId).toBe('b')
  expect(chooseRunner([runner('a')], 'a-1', 2_000)?.runnerId).toBe('a')
})

test('forty at once on four runners of ten: ten each, one after the other, and no forty-first', () => {
  const runners = new Map(['a', 'b', 'c', 'd'].map((id) => [id, runner(id, { capacity: 10 })]))
  const opens: Record<string, number[]> = {}
  for (let i = 0; i < 40; i++) {
    const chosen = chooseRunner([...runners.values()], null, 2_000)
    if (!chosen) throw new Error('none is free')
    const { runner: kept, openAt } = reserve(chosen, 2_000, 0)
    runners.set(kept.runnerId, kept)
    opens[kept.runnerId] = [...(opens[kept.runnerId] ?? []), openAt]
  }
  const paced = Array.from({ length: 10 }, (_, i) => 2_000 + i * OPEN_GAP_MS)
  expect(opens).toEqual({ a: paced, b: paced, c: paced, d: paced })
  expect(chooseRunner([...runners.values()], null, 2_000)).toBeNull()
})

test('accounts of lost runners are told as fast as the others open them, slowly with none, and at most 500 in a step', () => {
  const aSecond = 1_000 / OPEN_GAP_MS
  const full = runner('full', { accounts: 100 })
  const some = [runner('a'), runner('b'), full, runner('c', { draining: true }), runner('d', { seenAt: -40_000 })]
  expect(notifiedPerStep(some, 2_000)).toBe(2 * aSecond)
  expect(notifiedPerStep([full], 2_000)).toBe(aSecond)
  const many = Array.from({ length: 200 }, (_, i) => runner(`r-${i}`))
  expect(notifiedPerStep(many, 2_000)).toBe(500)
})

test('a successor opens no sooner than the holder can have let go, and in its turn where that is later', () => {
  const free = reserve(runner('a'), 2_000, 300)
  expect(free.openAt).toBe(2_300)
  expect(reserve(free.runner, 2_000, 300).openAt).toBe(2_300 + OPEN_GAP_MS)
  expect(reserve(runner('a', { nextOpenAt: 9_000 }), 2_000, 300).openAt).toBe(9_000)
})
