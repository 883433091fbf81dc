// Fifty histories of the engine break no promise, the same seed gives the same history, and a planted fault is found.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SOMETIMES } from '../../contract/ground/sometimes.ts'
import { play } from './history.ts'
import { migratedDatabase } from './world.ts'

const here = (file: string): string => join(import.meta.dirname, file)
const IMPORTS = ['--import', here('platform/loader.ts'), '--import', here('plant.ts')]
/** Runs it as `npm run simulate` does; answers the last line. */
const simulate = async (...args: string[]): Promise<Record<string, unknown>> => {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...IMPORTS, here('main.ts'), ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let said = ''
  let complained = ''
  child.stdout.on('data', (data) => void (said += String(data)))
  child.stderr.on('data', (data) => void (complained += String(data)))
  await new Promise((ended) => child.on('close', ended))
  const last = said.trim().split('\n').at(-1) ?? ''
  if (!last.startsWith('{')) throw new Error(complained.slice(-20_000) || said)
  return { ...(JSON.parse(last) as Record<string, unknown>), complained }
}

test('rule at-most-once: 50 histories break no promise', { timeout: 600_000 }, async () => {
  const {
    perMinute: _perMinute,
    steps,
    faultsInjected,
    modelSteps,
    sometimes,
    most,
    ...rest
  } = await simulate('--seeds', '50', '--json')
  expect(rest).toEqual({ seeds: 50, histories: 50, worlds: { small: 47, large: 3 }, violations: 0, complained: '' })
  expect([Number(steps) > 100_000, Number(faultsInjected) > 1_000, Number(modelSteps) > 10_000]).toEqual([
    true,
    true,
    true,
  ])
  const { afterStopMs, loginsAMinute } = most as { afterStopMs: number; loginsAMinute: number }
  // logins were counted, and where nothing stands in between a stop is silence
  expect([loginsAMinute > 0, afterStopMs < 5_000]).toEqual([true, true])
  expect(sometimes).toMatchObject({ named: SOMETIMES.length })
  expect((sometimes as { reached: number }).reached).toBeGreaterThan(90)
})

test('several processes play what one plays', async () => {
  const [one, two] = await Promise.all(['1', '2'].map((jobs) => simulate('--seeds', '5', '--jobs', jobs, '--json')))
  expect({ ...two, perMinute: 0 }).toEqual({ ...one, perMinute: 0 })
})

test('the same seed gives the same history, event by event', async () => {
  const database = migratedDatabase()
  const first = await play(7, database, true)
  const other = await play(8, database, true)
  const again = await play(7, database, true)
  expect(again).toEqual(first)
  expect(other.fingerprint).not.toBe(first.fingerprint)
})

test('a planted fault breaks its promise', { timeout: 120_000 }, async () => {
  expect(await simulate('--seeds', '50', '--plant', 'renewal-forgotten')).toMatchObject({
    plant: 'renewal-forgotten',
    rule: 'replay',
  })
})
