import { expect, test } from 'vitest'
import {
  chooseRunner,
  isClockOff,
  isFree,
  isKeyMissing,
  notifiedPerStep,
  OPEN_GAP_MS,
  placesForLinks,
  reserve,
  type Runner,
  skewOf,
  skewsAfter,
} from './rules.ts'
import { foreignOf, usesOf } from './vault-key-rules.ts'

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
  expect([placesForLinks(10, 2, 0.5), placesForLinks(3, 0, 0.5), placesForLinks(1, 0, 0.5)]).toEqual([6, 1, 1]))
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
test('rule runner-keys: an account goes to a runner that opens its rows, if it can to one that lacks no key, and never to one with another key of that name', () => {
  const keys = (...kids: string[]) => ({ vaultKeys: kids.map((kid) => ({ kid, proof: 'p' })) })
  const [both, old] = [runner('both', { ...keys('k2', 'k1'), accounts: 90 }), runner('old', keys('k1'))]
  const foreign = runner('foreign', { ...keys('k2', 'k1'), foreignKids: ['k1'] })
  const choose = (runners: Runner[], kids: string[], needed: string[] = []) =>
    chooseRunner(runners, null, 2_000, { kids, needed })?.runnerId
  expect([choose([both, old], ['k2']), choose([both, old], ['k1']), choose([old], ['k2'])]).toEqual([
    'both',
    'old',
    undefined,
  ])
  // rows of others are under k2: what needs no key goes there only while no whole one has room
  expect([choose([both, old], [], ['k1', 'k2']), choose([old], [], ['k1', 'k2'])]).toEqual(['both', 'old'])
  expect([choose([foreign], []), choose([foreign, old], ['k1']), isFree(foreign, 2_000)]).toEqual([
    undefined,
    'old',
    false,
  ])
  // older runners do not say their keys
  expect([choose([runner('older')], ['k1'], ['k2']), choose([runner('older', { vaultKeys: null })], ['k1'])]).toEqual([
    'older',
    'older',
  ])
  // full is not keyless, and who ends or has not said hello yet is asked nothing
  const full = runner('full', { ...keys('k1'), accounts: 100 })
  const missing = (...runners: Runner[]) => isKeyMissing(runners, ['k1'])
  expect([missing(full), missing(foreign), missing(foreign, full)]).toEqual([false, true, false])
  expect([missing(), missing(runner('new')), missing(foreign, { ...full, draining: true })]).toEqual([
    false,
    false,
    true,
  ])
})
test('rule runner-keys: which key rows are under is known by who used it, and a runner that opened rows outweighs one that sealed some', () => {
  const said = {
    vaultKeys: [
      { kid: 'k1', proof: 'a' },
      { kid: 'k2', proof: 'b' },
    ],
  }
  expect(usesOf(said, { opened: ['k2'], sealed: ['k1', 'gone'] })).toEqual([
    { key: { kid: 'k1', proof: 'a' }, how: 'sealed' },
    { key: { kid: 'k2', proof: 'b' }, how: 'opened' },
  ])
  expect([usesOf(said, undefined), usesOf({ vaultKeys: null }, { opened: ['k1'], sealed: [] })]).toEqual([[], []])
  expect(foreignOf(said, [])).toEqual([])
  expect(
    foreignOf(said, [
      { kid: 'k1', proof: 'a' },
      { kid: 'k2', proof: 'other' },
    ]),
  ).toEqual(['k2'])
  expect(foreignOf({}, [{ kid: 'k1', proof: 'x' }])).toEqual([])
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
