// How the fleet places accounts: a slot is taken when it is chosen, opens are spread over time, a name is one runner's.
import { expect, test } from 'vitest'
import { CLOSE } from '../../contract/runner.ts'
import { runnerFleet } from '../../durable-objects/stubs.ts'
import { bound, FakeRunner, until } from './support/fake-runner.ts'

const opensOf = (runner: FakeRunner) => runner.opens.flatMap((open) => (open.kind === 'open' ? [open.afterMs] : []))

test('forty accounts at once on four runners of ten go ten to each, and the forty-first waits', async () => {
  const runners = ['p-1', 'p-2', 'p-3', 'p-4'].map((id) => new FakeRunner(id))
  for (const runner of runners) await runner.join(10)
  const fleet = runnerFleet(bound)
  await until('all are known', async () => (await fleet.runners()).every((runner) => runner.capacity === 10))
  const ask = (i: number) => fleet.place({ accountId: `placed-${i}`, epoch: 1, avoid: null })
  const placed = await Promise.all(Array.from({ length: 40 }, (_, i) => ask(i)))
  expect(placed.every((one) => one !== null)).toBe(true)
  expect(await ask(40)).toBeNull()
  await until('all are told', () => runners.every((runner) => runner.opens.length === 10))
  for (const runner of runners) {
    const pauses = opensOf(runner)
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    expect(pauses.at(-1)).toBeGreaterThan(500)
  }
  for (const runner of runners) runner.leave()
})

test('a second runner of the same name is refused while the first one lives, and taken when it is gone', async () => {
  const first = new FakeRunner('namesake')
  await first.join()
  const second = new FakeRunner('namesake')
  await second.join()
  await until('refused', () => second.closed === CLOSE.nameTaken)
  expect(first.closed).toBeNull()
  first.send(JSON.stringify({ kind: 'draining' }))
  await until('ending', async () => (await runnerFleet(bound).runners()).some((r) => r.draining))
  const successor = new FakeRunner('namesake')
  await successor.join()
  await until('beside it', async () => (await runnerFleet(bound).runners()).some((r) => r.bootId === successor.boot))
  expect([first.closed, successor.closed]).toEqual([null, null])
  successor.leave()
  first.leave()
  await until('gone', async () => !(await runnerFleet(bound).runners()).some((r) => r.runnerId === 'namesake'))
  const third = new FakeRunner('namesake')
  await third.join()
  await until('taken', async () => (await runnerFleet(bound).runners()).some((r) => r.bootId === third.boot))
  third.leave()
})
