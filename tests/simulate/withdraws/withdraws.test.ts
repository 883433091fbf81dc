// Random acts about withdraws break no promise, do and are refused everything, and a planted fault is found.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migratedDatabase } from '../world.ts'
import { ACTS } from './acts.ts'
import { playWithdraws } from './history.ts'

// 100,000 of them: npm run simulate:withdraws
const SOME = 3_000
test('rules ordered-once, paid-is-paid: what the bank is told is owed, whatever members, the office and the bank do', async () => {
  const { broken, acts, tally } = await playWithdraws(migratedDatabase(), { acts: SOME, seed: 20_261_126 })
  expect(broken).toBeNull()
  expect(acts).toBeGreaterThanOrEqual(SOME)
  for (const name of ACTS) {
    expect(tally[name]?.done, `${name} done`).toBeGreaterThan(0)
    expect(tally[name]?.refused, `${name} refused`).toBeGreaterThan(0)
  }
})

const here = (file: string): string => join(import.meta.dirname, file)
const IMPORTS = ['--import', here('../platform/loader.ts'), '--import', here('../plant.ts')]
test.each(['frozen-and-decided', 'taken-back-after-acceptance'])(
  '%s, planted, is found',
  { timeout: 120_000 },
  async (plant) => {
    const args = [
      '--disable-warning=ExperimentalWarning',
      ...IMPORTS,
      here('main.ts'),
      '--acts',
      '5000',
      '--plant',
      plant,
    ]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    let said = ''
    child.stdout.on('data', (data) => void (said += String(data)))
    await new Promise((ended) => child.on('close', ended))
    expect(JSON.parse(said.trim().split('\n').at(-1) ?? '')).toMatchObject({ plant, broken: 1 })
  },
)
