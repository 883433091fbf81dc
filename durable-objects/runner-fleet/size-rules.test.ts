import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import type { Runner } from './rules.ts'
import { isStrained, strainedBeats } from './rules.ts'
import { type ContainerRow, type FleetView, MAX_CONTAINERS, neededRunners, sizeStep, STUCK_MS } from './size-rules.ts'

const NOW = 10_000_000
const runner = (number: number, extra: Partial<Runner> = {}): Runner => ({
  runnerId: `runner-${number}`,
  bootId: `boot-${number}`,
  accounts: 100,
  capacity: 100,
  draining: false,
  seenAt: NOW,
  since: 0,
  nextOpenAt: 0,
  ...extra,
})
const row = (number: number, extra: Partial<ContainerRow> = {}): ContainerRow => ({
  name: `runner-${number}`,
  seenAt: NOW,
  draining: false,
  ...extra,
})
const strained = { strainedBeats: 3 }
const wrongClock = { skews: [31_000] }
/** Runners 1 to n at work, with so many accounts in all. */
const fleet = (n: number, accounts: number, extra: Partial<FleetView> = {}): FleetView => ({
  on: true,
  accounts,
  capacity: 100,
  rows: Array.from({ length: n }, (_, i) => row(i + 1)),
  runners: Array.from({ length: n }, (_, i) => runner(i + 1)),
  now: NOW,
  ...extra,
})

describe('rule fleet-size: ceil(accounts / capacity) + 1 runners are needed', () => {
  test.each([
    [0, [], 1],
    [1, [], 2],
    [100, [], 2],
    [101, [], 3],
    [950, [], 11],
    // full with what it holds: the other 240 need three, and one more
    [300, [runner(1, { accounts: 60 })], 5],
    [60, [runner(1, { accounts: 60 })], 2],
    [100, [runner(1, { accounts: 80 }), runner(2, { accounts: 80 })], 3],
  ] satisfies [number, Runner[], number][])('%i accounts, strained %j: %i', (accounts, full, needed) => {
    expect(neededRunners(accounts, 100, full)).toBe(needed)
  })
})

describe('what a look leads to', () => {
  const cases: [string, FleetView, string[], string[]][] = [
    ['the first one starts before there is any account', fleet(0, 0), ['runner-1'], []],
    ['enough: nothing happens', fleet(3, 200), [], []],
    ['more accounts: the lowest free names start', fleet(2, 350), ['runner-3', 'runner-4', 'runner-5'], []],
    [
      'a gap is filled first',
      fleet(0, 200, { rows: [row(1), row(3)], runners: [runner(1), runner(3)] }),
      ['runner-2'],
      [],
    ],
    [
      'one that was just started and has not dialled is started again, not beside',
      fleet(2, 200, { rows: [row(1), row(2), row(3, { seenAt: NOW - STUCK_MS })] }),
      ['runner-3'],
      [],
    ],
    [
      'fewer accounts: the one with the fewest ends',
      fleet(4, 100, { runners: [runner(1), runner(2, { accounts: 3 }), runner(3), runner(4)] }),
      [],
      ['runner-2'],
    ],
    ['equally many: the highest name ends', fleet(4, 100), [], ['runner-4']],
    ['within a tenth of needing it: it stays', fleet(4, 195), [], []],
    [
      'one ends at a time',
      fleet(5, 100, { rows: [row(1), row(2), row(3), row(4), row(5, { draining: true })] }),
      [],
      ['runner-5'],
    ],
    [
      'nor while a rollout ends one',
      fleet(5, 100, { runners: [runner(1, { draining: true }), runner(2), runner(3), runner(4), runner(5)] }),
      [],
      [],
    ],
    [
      'a rollout ends one: another takes its place',
      fleet(3, 200, { runners: [runner(1, { draining: true }), runner(2), runner(3)] }),
      ['runner-4'],
      [],
    ],
    [
      'its successor under the same name counts',
      fleet(3, 200, { runners: [runner(1, { draining: true }), runner(1, { bootId: 'next' }), runner(2), runner(3)] }),
      [],
      [],
    ],
    [
      'one that ended is told until it has gone',
      fleet(2, 100, { rows: [row(1), row(2), row(3, { draining: true })] }),
      [],
      ['runner-3'],
    ],
    [
      'one not heard for five minutes ends, and another name takes its place',
      fleet(2, 200, { rows: [row(1), row(2), row(3, { seenAt: NOW - STUCK_MS - 1 })] }),
      ['runner-4'],
      ['runner-3'],
    ],
    [
      'a strained one: others make room for what it cannot take',
      fleet(2, 200, { runners: [runner(1, { accounts: 60, ...strained }), runner(2)] }),
      ['runner-3', 'runner-4'],
      [],
    ],
    [
      'one whose clock is off, too',
      fleet(2, 200, { runners: [runner(1, { accounts: 60, ...wrongClock }), runner(2)] }),
      ['runner-3', 'runner-4'],
      [],
    ],
    [
      'runners on other hosts are not counted',
      fleet(0, 100, { runners: [runner(1, { runnerId: 'jakarta' })] }),
      ['runner-1', 'runner-2'],
      [],
    ],
    ['a name that runs on another host is left to it', fleet(0, 0, { runners: [runner(1)] }), ['runner-2'], []],
    ['off, and nothing runs: nothing happens', fleet(0, 500, { on: false }), [], []],
    ['off: what runs ends, one at a time', fleet(2, 500, { on: false }), [], ['runner-2']],
    [
      'off: what nobody hears ends at once',
      fleet(1, 500, { on: false, rows: [row(1), row(2), row(3)] }),
      [],
      ['runner-2', 'runner-3', 'runner-1'],
    ],
  ]
  test.each(cases)('%s', (_words, view, start, drain) => {
    const step = sizeStep(view)
    expect({ start: step.start, drain: step.drain }).toEqual({ start, drain })
  })

  test('never below one runner, and never more than the platform was asked for', () => {
    expect(sizeStep(fleet(1, 0)).drain).toEqual([])
    const step = sizeStep(fleet(0, 1_000_000))
    expect([step.needed, step.start.length]).toEqual([MAX_CONTAINERS, MAX_CONTAINERS])
  })

  test('a fleet that shrinks and one that grows come to rest', () => {
    for (const [from, accounts] of [
      [12, 50],
      [1, 900],
    ] as const) {
      let running = new Set(Array.from({ length: from }, (_, i) => i + 1))
      let looks = 0
      for (; looks < 40; looks++) {
        const numbers = [...running]
        const step = sizeStep(
          fleet(0, accounts, { rows: numbers.map((n) => row(n)), runners: numbers.map((n) => runner(n)) }),
        )
        if (step.start.length + step.drain.length === 0) break
        const ended = step.drain.map((name) => Number(name.slice(7)))
        running = new Set(
          [...numbers, ...step.start.map((name) => Number(name.slice(7)))].filter((n) => !ended.includes(n)),
        )
      }
      expect(running.size).toBe(neededRunners(accounts, 100, []))
      expect(looks).toBeLessThan(40)
    }
  })
})

test('three heartbeats in a row over a limit strain a runner, a calm one ends it', () => {
  const beats = [
    { lagMs: 900, rssMb: 100 },
    { lagMs: 0, rssMb: 801, memoryMb: 1_000 },
    { lagMs: 300, rssMb: 100 },
  ]
  let one = runner(1)
  const after = beats.map((beat) => {
    one = { ...one, strainedBeats: strainedBeats(one, beat) }
    return isStrained(one)
  })
  expect(after).toEqual([false, false, true])
  expect(strainedBeats(one, { lagMs: 20, rssMb: 300 })).toBe(0)
})
test('memory is judged by what the runner has; one that does not say it has the shipped container', () => {
  const beats = (rssMb: number, memoryMb?: number) =>
    strainedBeats(runner(1), { lagMs: 0, rssMb, ...(memoryMb && { memoryMb }) })
  expect([beats(800, 1_000), beats(801, 1_000), beats(5_000, 16_000), beats(12_801, 16_000)]).toEqual([0, 1, 0, 1])
  const shipped = parse(readFileSync('wrangler.toml', 'utf8')) as {
    containers: { instance_type: { memory_mib: number } }[]
  }
  const { memory_mib: mib } = shipped.containers[0]?.instance_type ?? { memory_mib: 0 }
  expect([beats(0.8 * mib), beats(0.8 * mib + 1)]).toEqual([0, 1])
})
