// Validators on the whole product: 100,000 rows read by the queue, asked about, downloaded; a million rows read, repeats left
// out; all with flat memory.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../scripts/stack/stack.ts'
import { type Checker, numbersFrom, openChecker } from '../crash/checks.ts'
import { openStack } from '../crash/stack.ts'
import { type Memory, watchMemory } from './memory.ts'

const ROWS = 100_000
const FIRST = 6281600100001
/** What the same work may add to what an idle process holds. */
const MOST_MB = 150
const dataDir = mkdtempSync(join(tmpdir(), 'wa-blaster-long-'))
let stack: Stack
let checker: Checker
beforeAll(async () => {
  stack = await openStack(dataDir, () => {})
  checker = await openChecker(stack, '6281120001002')
})
afterAll(async () => {
  await stack.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
const grew = ({ before, quarters }: Memory): number => Math.max(...quarters) - before

test('a validator of 100,000 rows, with flat memory', async () => {
  const numbers = numbersFrom(FIRST, ROWS)
  await checker.controls.contacts(String(FIRST), String(FIRST + 39_999), true)
  await checker.controls.contacts(String(FIRST + 40_000), String(FIRST + ROWS - 1), false)
  // the isolate and its caches are warm before anything is measured
  const small = await checker.upload('kecil.csv', numbersFrom(6281700010001, 5_000))
  await checker.start('validator', small)
  await checker.until('validator', small, 120_000, (row) => row.phase === 'finished')
  const began = Date.now()
  const memory = await watchMemory(
    {
      workerd: { part: stack.parts.worker, program: 'workerd' },
      runner: { part: stack.parts.runner, program: 'runner/main.ts' },
    },
    async () => {
      const id = await checker.upload('besar.csv', numbers)
      await checker.until('validator', id, 120_000, (row) => 'prepared' in row && row.prepared === 100)
      await checker.start('validator', id)
      const row = await checker.until('validator', id, 900_000, (r) => r.phase === 'finished')
      expect(row).toMatchObject({ total: ROWS, checked: ROWS, count_success: 40_000, count_fail: 60_000, error: null })
      expect(await checker.found('validator', id)).toEqual(numbers.slice(0, 40_000))
    },
  )
  const asked = await checker.controls.lookups()
  expect([asked.distinct, asked.repeats]).toEqual([ROWS + 5_000, 0])
  const took = Math.round((Date.now() - began) / 1_000)
  console.info(`${ROWS} rows in ${took} s; resident MB: ${JSON.stringify(memory)}`)
  for (const one of Object.values(memory)) expect(grew(one)).toBeLessThan(MOST_MB)
}, 1_200_000)

test('a file of 1,000,000 rows, a tenth of them repeated, is read with flat memory', async () => {
  const distinct = numbersFrom(6281800000001, 900_000)
  const id = await checker.upload('sejuta.csv', [...distinct, ...distinct.slice(0, 100_000)])
  const began = Date.now()
  const memory = await watchMemory({ workerd: { part: stack.parts.worker, program: 'workerd' } }, async () => {
    const row = await checker.until('validator', id, 600_000, (r) => 'prepared' in r && r.prepared === 100)
    expect(row).toMatchObject({ total: 900_000, skipped: 100_000, error: null })
  })
  console.info(`read in ${Math.round((Date.now() - began) / 1_000)} s; resident MB: ${JSON.stringify(memory)}`)
  for (const one of Object.values(memory)) expect(grew(one)).toBeLessThan(MOST_MB)
}, 900_000)
