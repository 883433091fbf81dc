// A place that was set up before is set up again, in a new account: with its kept file it has its keys, and without it nothing is made.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOp, type Op } from '../cloudflare/op.ts'
import { ANSWERS, setup, writes } from '../cloudflare/setup-run.ts'

let op: Op
beforeAll(async () => {
  op = await newOp()
})
afterAll(() => op.close())

const PLAIN = ['--env', 'production', ...ANSWERS.filter((word) => word !== '--new-keys')]
const file = () => join(op.repository, '.escrow/production.json')
const secrets = () => Object.fromEntries(op.double.state.scripts.get('wa-blaster-api')?.secrets ?? [])
const loseAccount = () => {
  const { state } = op.double
  for (const list of [state.databases, state.buckets, state.queues]) list.length = 0
  for (const map of [state.locks, state.scripts, state.projects]) map.clear()
}

test('no key is made where an older one may be kept, until somebody says that none is', async () => {
  const untold = await setup(op, PLAIN)
  expect(untold.code).toBe(1)
  expect(untold.output).toMatch(/Nothing was made, because RUNNER_KEYS, .* would be made anew/)
  expect([writes(op), existsSync(file())]).toEqual([[], false])

  const first = await setup(op, [...PLAIN, '--new-keys'])
  expect(first.code, first.output).toBe(0)
  const kept = readFileSync(file(), 'utf8')
  const before = secrets()

  // the account is gone, and the file is where the runbook has it put
  loseAccount()
  rmSync(file())
  const made = writes(op).length
  const lost = await setup(op, ['--env', 'production'])
  expect([lost.code, lost.output]).toEqual([1, expect.stringContaining('bring that file back')])
  expect([writes(op).length, existsSync(file())]).toEqual([made, false])

  writeFileSync(file(), kept)
  const again = await setup(op, ['--env', 'production'])
  expect(again.code, again.output).toBe(0)
  expect(secrets()).toEqual(before)
})
