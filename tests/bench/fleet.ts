// The fleet benchmark: every runner dies at once, and all accounts come back; one runner is told to end, and hands over all
// it holds; one machine vanishes, and its accounts at rest learn of it. The real objects and runners run under the simulator's clock: two minutes of ten thousand accounts are two minutes of one core.
import { percentOf } from '../../contract/ground/percent.ts'
import { type Figure, figure } from './figures.ts'
import { simulated } from './simulated.ts'

export type FleetSize = { accounts: number; runners: number; rounds: number }
type Drained = Record<
  'handedOver' | 'seconds' | 'awayLongest' | 'awayAtOnce' | 'fenced' | 'wasted' | 'extraLogins',
  number
>
type Recovery = {
  back: number
  seconds: number
  opens: number
  wasted: number
  uneven: number
}

/** What one runner hands over in a deploy. */
const DRAINED = 500
/** Held by the machine that vanishes. */
const VANISHED = 200

export const benchFleet = async (size: FleetSize, say: (line: string) => void): Promise<Record<string, Figure>> => {
  const all: Recovery[] = []
  const drains: Drained[] = []
  const vanished: number[] = []
  for (let round = 1; round <= size.rounds; round++) {
    const one = await simulated<Recovery>('fleet.ts', size.accounts, size.runners, round)
    say(
      `round ${round}: ${one.back} of ${size.accounts} accounts back after ${one.seconds} s, ${one.wasted} opens wasted`,
    )
    all.push(one)
    const drained = await simulated<Drained>('drain.ts', DRAINED, round)
    say(
      `round ${round}: ${drained.handedOver} of ${DRAINED} handed over in ${drained.seconds} s, at most ${drained.awayAtOnce} away at once`,
    )
    drains.push(drained)
    const lost = await simulated<{ seconds: number }>('lost-runner.ts', VANISHED, round)
    say(`round ${round}: ${VANISHED} at rest back ${lost.seconds} s after their machine vanished`)
    vanished.push(lost.seconds)
  }
  const missing = all.map((one) => size.accounts - one.back)
  return {
    seconds: figure(
      's until all are back',
      all.map((one) => one.seconds),
      null,
      { atMost: 120 },
    ),
    wasted: figure(
      '% of opens wasted',
      all.map((one) => percentOf(one.wasted, one.opens)),
      null,
      { atMost: 2 },
    ),
    uneven: figure(
      '× the mean, fullest runner',
      all.map((one) => one.uneven),
      null,
      { atMost: 1.2 },
    ),
    missing: figure('accounts not back', missing, null, { atMost: 0 }),
    drain: figure(
      's until 500 are handed over',
      drains.map((one) => one.seconds),
      null,
      { atMost: 60 },
    ),
    away: figure(
      's without a session, longest of a drain',
      drains.map((one) => one.awayLongest),
      null,
      { atMost: 5 },
    ),
    awayAtOnce: figure(
      '% of a drain without a session at once',
      drains.map((one) => percentOf(one.awayAtOnce, DRAINED)),
      null,
      { atMost: 10 },
    ),
    fenced: figure(
      'accounts fenced, opened in vain or logged in twice by a drain',
      drains.map((one) => one.fenced + one.wasted + one.extraLogins),
      null,
      { atMost: 0 },
    ),
    vanished: figure(`s until ${VANISHED} at rest are back whose machine vanished`, vanished, null, { atMost: 90 }),
  }
}
