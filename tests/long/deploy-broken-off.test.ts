// A deploy in steps that breaks off leaves its version with a share of the traffic, perhaps of 0 %: the next one goes on from there.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deployAs, lastLines, liveOf, openProduction, WORKER } from '../cloudflare/live-of.ts'
import type { Op } from '../cloudflare/op.ts'

const SLOW = { timeout: 600_000 }
let op: Op
let close: (() => Promise<void>) | undefined
const deploy = (version: string, args: readonly string[] = []) => deployAs(op, version, args)
const live = () => liveOf(op)

beforeAll(async () => {
  ;({ op, close } = await openProduction())
  const first = await deploy('1.0.0')
  expect(first.code, first.output).toBe(0)
}, 600_000)
afterAll(() => close?.())

test('a deploy that breaks off in a step is followed by the next one, whatever share it left', SLOW, async () => {
  const gives = { method: 'POST', path: /scripts\/[^/]+\/deployments$/, status: 400 as const }
  const { worker } = live()
  // the second of four is refused, or done with its answer lost: it stands at 0 %, or at a tenth
  for (const [version, isDone] of [
    ['1.2.62', false],
    ['1.2.63', true],
  ] as const) {
    op.double.faults.push({ ...gives, after: 1, isDone })
    const broken = await deploy(version, ['--step-minutes', '0.02', '--little-traffic', 'go'])
    expect(broken.code, broken.output).toBe(1)
    expect(lastLines(broken.output)[1]).toBe(
      `  Worker ${WORKER}: ${worker} has ${isDone ? 90 : 100} %, ${version} has ${isDone ? 10 : 0} %`,
    )
  }
  const next = await deploy('1.2.64', ['--step-minutes', '0.02', '--little-traffic', 'go'])
  expect(next.code, next.output).toBe(0)
  expect(live()).toEqual({ worker: '1.2.64', page: '1.2.64' })
})
