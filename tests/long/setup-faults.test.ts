// Each call that a setup makes to Cloudflare fails once, refused or carried out with its answer lost. The last lines say what is there and the
// command that leads on, and that command ends well.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsOf } from '../cloudflare/calls.ts'
import { answers, SETUP } from '../cloudflare/live-of.ts'
import { HOSTS, newOp, type Op } from '../cloudflare/op.ts'

let op: Op
let clean: string
const file = (): string => join(op.repository, 'wrangler.toml')
const ARGS = ['--env', 'production', ...answers(HOSTS.production, 'on')]
const setup = (args: readonly string[] = ARGS) =>
  op.run(SETUP, args, { TURNSTILE_SECRET: 'turnstile-secret-of-the-op' })
/** The account and the op's files as before the first setup. */
const empty = (): void => {
  const { state } = op.double
  for (const list of [state.databases, state.buckets, state.queues]) list.length = 0
  for (const map of [state.locks, state.scripts, state.projects]) map.clear()
  state.subdomain = null
  for (const zone of state.offers.zones) zone.records.length = 0
  writeFileSync(file(), clean)
  rmSync(join(op.repository, '.escrow'), { recursive: true, force: true })
}
/** What a setup that was not disturbed leaves; ids differ. */
const whole = () => {
  const { state } = op.double
  return {
    databases: state.databases.map(({ name, replication }) => ({ name, replication })),
    buckets: [...state.buckets],
    locks: [...state.locks],
    queues: state.queues.map(({ name }) => name).toSorted(),
    pages: [...state.projects.values()].map(({ name, domains }) => ({ name, domains })),
    records: state.offers.zones.flatMap(({ records }) =>
      records.map(({ type, name, content }) => ({ type, name, content })),
    ),
    subdomain: state.subdomain,
    secrets: [...(state.scripts.get('wa-blaster-api')?.secrets.keys() ?? [])].toSorted(),
  }
}
beforeAll(async () => {
  op = await newOp()
  clean = readFileSync(file(), 'utf8')
})
afterAll(() => op.close())

test('every call of a setup', { timeout: 3_600_000 }, async () => {
  const calls = await callsOf(op, async () => {
    const { code, output } = await setup()
    expect(code, output).toBe(0)
  })
  const right = whole()
  expect(calls.filter(({ method }) => method !== 'GET').length).toBeGreaterThan(8)
  for (const call of calls) {
    for (const isDone of call.method === 'GET' ? [false] : [false, true]) {
      empty()
      op.double.faults.push({ ...call, status: 400, isDone })
      const { code, output } = await setup()
      const isMet = op.double.faults.length === 0
      op.double.faults.length = 0
      const what = `${call.method} ${call.path.source} ${isDone ? 'answered wrongly' : 'refused'}:\n${output}`
      expect(isMet, what).toBe(true)
      // wrangler can do without some
      if (code !== 0) {
        const [there, left, next] = output.trim().split('\n').slice(-3)
        expect(there, what).toMatch(/^There now, as Cloudflare says: /)
        expect(left, what).toMatch(/^Left to do: /)
        expect(next, what).toBe(`Go on: npm run setup -- ${ARGS.join(' ')}`)
        // what is named as there is there
        for (const { name } of op.double.state.databases) expect(there, what).toContain(`database ${name}`)
        for (const { name } of op.double.state.queues) expect(there, what).toContain(name)
      }
      const again = await setup()
      expect(again.code, `${what}\nand again:\n${again.output}`).toBe(0)
      expect(whole(), what).toEqual(right)
      // nobody's ring was made twice: what the Worker has is what was kept
      const kept = JSON.parse(readFileSync(join(op.repository, '.escrow/production.json'), 'utf8')) as Record<
        string,
        string
      >
      for (const [name, secret] of op.double.state.scripts.get('wa-blaster-api')?.secrets ?? [])
        expect([name, kept[name] === secret]).toEqual([name, true])
    }
  }
})
