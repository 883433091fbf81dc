// A generator over 300 numbers of which 120 exist, killed three times in the middle of a query: the runner, the Worker,
// both. Then a validator of 5,000 rows on the same product.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilAnswered } from '../../scripts/drive/api.ts'
import type { Part } from '../../scripts/stack/supervise.ts'
import type { Stack } from '../../scripts/stack/stack.ts'
import { type Checker, numbersFrom, openChecker } from '../crash/checks.ts'
import { openStack } from '../crash/stack.ts'

const SENDER = '6281120001001'
const QUERY = 50
const dataDir = mkdtempSync(join(tmpdir(), 'wa-blaster-checks-'))
let stack: Stack
let checker: Checker
beforeAll(async () => {
  stack = await openStack(dataDir, () => {})
  checker = await openChecker(stack, SENDER)
})
afterAll(async () => {
  await stack.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('none of 300 numbers is skipped or counted twice, whatever dies', async () => {
  const { controls } = checker
  const numbers = numbersFrom(6281400010001, 300)
  await controls.contacts('6281400010121', '6281400010300', false)
  // every query is in flight for two seconds
  await controls.fault(SENDER, 'slow-lookup')
  const id = await checker.create('generator', { start_number: numbers[0], end_number: numbers.at(-1) })
  await checker.start('generator', id)
  const { runner, worker } = stack.parts
  let asked = (await controls.lookups()).queries
  for (const dying of [[runner], [worker], [runner, worker]] satisfies Part[][]) {
    const before = asked + 1
    asked = await untilAnswered('a query in flight', 90_000, async () => {
      const { queries } = await controls.lookups()
      return queries > before ? queries : null
    })
    for (const part of dying) part.crash()
  }
  await controls.fault(SENDER, 'clear')
  const row = await checker.until('generator', id, 90_000, (r) => r.phase === 'finished')
  expect(row).toMatchObject({ checked: 300, count_success: 120, count_fail: 180, progress: 100, status: 'idle' })
  const { distinct, repeats, queries, data } = await controls.lookups()
  expect(distinct).toBe(300)
  expect(data.map((one) => one.number).toSorted()).toEqual(numbers)
  // at most what was in flight at the three kills
  expect(repeats).toBeLessThanOrEqual(3 * QUERY)
  expect(queries).toBeLessThanOrEqual(300 / QUERY + 3)
  expect(await checker.found('generator', id)).toEqual(numbers.slice(0, 120))
})

test('a validator of 5,000 rows', async () => {
  const numbers = numbersFrom(6281500010001, 5_000)
  await checker.controls.contacts('6281500012001', '6281500015000', false)
  const id = await checker.upload('lima-ribu.csv', numbers)
  await checker.start('validator', id)
  const row = await checker.until('validator', id, 90_000, (r) => r.phase === 'finished')
  expect(row).toMatchObject({ total: 5_000, checked: 5_000, count_success: 2_000, count_fail: 3_000 })
  expect(await checker.found('validator', id)).toEqual(numbers.slice(0, 2_000))
})
