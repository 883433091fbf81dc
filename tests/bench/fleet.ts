// The fleet benchmark: every runner dies at once, and all accounts come back. The real objects and runners run under the
// simulator's clock: two minutes of ten thousand accounts are two minutes of one core.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type Figure, figure } from './figures.ts'

export type FleetSize = { accounts: number; runners: number; rounds: number }
type Recovery = { back: number; seconds: number; opens: number; wasted: number; uneven: number }

const recover = async ({ accounts, runners }: FleetSize, seed: number): Promise<Recovery> => {
  const at = (path: string): string => join(import.meta.dirname, '../simulate', path)
  const sizes = [accounts, runners, seed].map(String)
  const child = spawn(process.execPath, ['--import', at('platform/loader.ts'), at('fleet.ts'), ...sizes], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  for await (const part of child.stdout) text += String(part)
  const last = text.trim().split('\n').at(-1) ?? ''
  if (!last.startsWith('{')) throw new Error('the fleet did not come to its end')
  return JSON.parse(last) as Recovery
}

export const benchFleet = async (size: FleetSize, say: (line: string) => void): Promise<Record<string, Figure>> => {
  const all: Recovery[] = []
  for (let round = 1; round <= size.rounds; round++) {
    const one = await recover(size, round)
    say(
      `round ${round}: ${one.back} of ${size.accounts} accounts back after ${one.seconds} s, ${one.wasted} opens wasted`,
    )
    all.push(one)
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
      all.map((one) => (100 * one.wasted) / one.opens),
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
  }
}
