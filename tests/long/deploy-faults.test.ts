// Each call that a deploy and a rollback make to Cloudflare fails once, refused or carried out with its answer lost. Whatever became of it, the
// last lines say what is live, and what they say leads on.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsOf } from '../cloudflare/calls.ts'
import { deployAs, liveLinesOf, openProduction, ROLLBACK } from '../cloudflare/live-of.ts'
import type { Op } from '../cloudflare/op.ts'

let op: Op
let close: (() => Promise<void>) | undefined
let count = 0
/** In steps that nobody calls. */
const deploy = () => deployAs(op, `1.${count++}.0`, ['--step-minutes', '0.02', '--little-traffic', 'go'])
const rollback = (...args: string[]) => op.run(ROLLBACK, ['--env', 'production', '--patience', '20', ...args])

beforeAll(async () => {
  ;({ op, close } = await openProduction())
  for (let i = 0; i < 2; i++) {
    const { code, output } = await deploy()
    expect(code, output).toBe(0)
  }
}, 600_000)
afterAll(() => close?.())

test('every call of a deploy', { timeout: 3_600_000 }, async () => {
  const calls = await callsOf(op, deploy)
  expect(calls.length).toBeGreaterThan(10)
  // four deployments are made of one release: without traffic, and at each step
  const each = calls.flatMap((call) => {
    // of the Worker: the page is deployed once
    const isOfWorker = /scripts.*deployments/.test(call.path.source)
    const times = call.method === 'POST' && isOfWorker ? [0, 1, 2, 3] : [0]
    return times.map((after) => ({ ...call, after }))
  })
  expect(each.length).toBe(calls.length + 3)
  for (const call of each) {
    for (const isDone of call.method === 'GET' ? [false] : [false, true]) {
      op.double.faults.push({ ...call, status: 400, isDone })
      const { code, output } = await deploy()
      op.double.faults.length = 0
      const what = `${call.method} ${call.path.source} ${isDone ? 'answered wrongly' : 'refused'} after ${call.after}:\n${output}`
      // wrangler can do without some
      if (code === 0) continue
      const lines = output.trim().split('\n')
      // before an account is open nothing of it is known, and nothing was done
      if (!output.includes('✓ production is set up')) continue
      expect(lines.slice(-5, -1), what).toEqual(liveLinesOf(op))
      expect(lines.at(-1), what).toMatch(/^Go on: npm run deploy -- --env production/)
    }
  }
  const { code, output } = await deploy()
  expect(code, output).toBe(0)
})

test('every call of a rollback', { timeout: 3_600_000 }, async () => {
  const calls = await callsOf(op, () => rollback())
  for (const call of calls) {
    const again = await deploy()
    expect(again.code, again.output).toBe(0)
    op.double.faults.push({ ...call, status: 400, isDone: call.method !== 'GET' })
    const { code, output } = await rollback()
    op.double.faults.length = 0
    const what = `${call.method} ${call.path.source}:\n${output}`
    const [, to] = /Go on: npm run rollback -- --env production --to (\S+)$/.exec(output.trim()) ?? []
    if (code === 0 || to === undefined) continue
    expect(output.trim().split('\n').slice(-5, -1), what).toEqual(liveLinesOf(op))
    const on = await rollback('--to', to)
    expect(on.code, on.output).toBe(0)
    expect(liveLinesOf(op)[1]).toContain(to)
    expect(liveLinesOf(op)[2]).toContain(to)
  }
})
