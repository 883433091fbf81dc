// From an empty account to a smoke-tested production and back, in few releases; tests/long/deploy-more.test.ts has the others. The real wrangler uploads
// to the double, which runs what it was given in workerd; the smoke test goes through a proxy to the page's own address, where a real runner is
// connected.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  deployAs,
  DOCTOR,
  LIVE,
  liveLinesOf,
  lastLines,
  liveThen,
  liveOf,
  openProduction,
  ROLLBACK,
  rowsOf,
  SETUP,
  underTraffic,
  WORKER,
} from '../cloudflare/live-of.ts'
import type { Op } from '../cloudflare/op.ts'
import { unpublished } from '../cloudflare/published.ts'

const ADMIN = 'scripts/create-admin/main.ts'
let op: Op
let close: (() => Promise<void>) | undefined
const deploy = (version: string, args: readonly string[] = []) => deployAs(op, version, args)
const live = () => liveOf(op)
const sql = (statement: string) => rowsOf(op, statement)

beforeAll(async () => {
  ;({ op, close } = await openProduction())
})
afterAll(() => close?.())

test('nothing is deployed from a part that does not fit the base, or without its secrets', async () => {
  const secrets = op.double.state.scripts.get('wa-blaster-api')?.secrets
  const links = secrets?.get('LINK_KEYS') ?? ''
  secrets?.delete('LINK_KEYS')
  const lacking = await deploy('1.0.0')
  secrets?.set('LINK_KEYS', links)
  expect(lacking.code).toBe(1)
  expect(lacking.output).toContain('wa-blaster-api lacks LINK_KEYS: npm run setup -- --env production')
  const path = join(op.repository, 'wrangler.toml')
  const right = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    right.replace('APP_ENV = "production"\nAPP_ORIGIN = "https', 'APP_ENV = "sandbox"\nAPP_ORIGIN = "https'),
  )
  expect(readFileSync(path, 'utf8')).not.toBe(right)
  const edited = await deploy('1.0.0')
  writeFileSync(path, right)
  expect(edited.code).toBe(1)
  expect(edited.output).toContain('[env.production] is not what the base of wrangler.toml makes')
  expect(live().worker).toBeUndefined()
})

test('the first release: database, Worker, page, and the smoke test through the real address', async () => {
  // its plan has none: the release goes out without the binding, and says so
  op.double.state.offers.hasAnalyticsEngine = false
  const { code, output } = await deploy('1.0.0')
  op.double.state.offers.hasAnalyticsEngine = true
  expect(code, output).toBe(0)
  expect(output).toContain('- this account has no Analytics Engine')
  expect(output).toContain('all traffic at once: it is the first release')
  for (const step of ['a member signs in', 'hears live events', 'a runner is connected'])
    expect(output).toMatch(new RegExp(`✓ .*${step}`))
  expect(live()).toEqual({ worker: '1.0.0', page: '1.0.0' })
  // nobody is left behind who could sign in or is counted
  await expect(sql('select email from users')).resolves.toEqual([])
  await expect(sql('select user_id from sessions')).resolves.toEqual([])
  // nor anything that would stand before a backup's rows (rule restore-gate)
  await expect(
    sql('select id from levels union all select key from settings union all select kind from security_events'),
  ).resolves.toEqual([])
})

test('a key is turned, and the release that runs has both', async () => {
  const turned = await op.run(SETUP, ['--env', 'production', '--rotate', 'LINK_KEYS', '--settle', '0'])
  expect(turned.code, turned.output).toBe(0)
  expect(live()).toEqual({ worker: '1.0.0', page: '1.0.0' })
})

test('the health key opens the figures of what runs', async () => {
  const script = op.double.state.scripts.get('wa-blaster-api')
  const made = await op.run('scripts/health-key.ts', [], { RUNNER_KEYS: script?.secrets.get('RUNNER_KEYS') })
  expect(made.output.trim()).toMatch(/^[\w-]+:[0-9a-f]{64}$/)
  const headers = { authorization: `Bearer ${made.output.trim()}` }
  const answer = await fetch(`http://127.0.0.1:${script?.port}/api/health/deep`, { headers })
  expect(await answer.json()).toMatchObject({
    ready: true,
    version: '1.0.0',
    problems: [],
    runners: [{ hasRoom: true }],
  })
  for (const [tool, says] of [
    ['scripts/keys.ts', /^\w+: /m],
    ['scripts/alert-key.ts', /^whsec_/],
  ] as const) {
    const args = tool === 'scripts/keys.ts' ? ['--env', 'production'] : []
    const told = await op.run(tool, args, { RUNNER_KEYS: script?.secrets.get('RUNNER_KEYS') })
    expect(told.code, told.output).toBe(0)
    expect(told.output).toMatch(says)
  }
})

test('a preview of the page has no binding to any data', () => {
  const config = readFileSync(join(op.repository, '.release/production/page/wrangler.toml'), 'utf8')
  expect(config).toMatch(/\[env\.preview\]\s+services = \[ *\]/)
})

test('a migration that the running Worker could not live with stops before anything is touched', async () => {
  const file = join(op.repository, 'migrations/9000_gone.sql')
  writeFileSync(file, 'ALTER TABLE levels DROP COLUMN blast_fee;')
  const { code, output } = await deploy('1.1.0')
  rmSync(file)
  expect(code).toBe(1)
  expect(output).toContain('9000_gone.sql: column levels.blast_fee is gone')
  expect(output).toContain('This deploy has changed nothing')
  expect(output).toContain('Worker wa-blaster-api: 1.0.0 has all traffic')
  expect(live()).toEqual({ worker: '1.0.0', page: '1.0.0' })
})

const GO_ON =
  'Go on: npm run deploy -- --env production; back to the release before: npm run rollback -- --env production'
test('a deploy that fails says which versions are live, as Cloudflare tells it, and a rollback leads back', async () => {
  const { faults } = op.double
  // the Worker has all traffic already when its cron is set
  faults.push({ method: 'PUT', path: /\/schedules$/, status: 500, isDone: false })
  const atTriggers = await deploy('1.2.1')
  expect([atTriggers.code, live()]).toEqual([1, { worker: '1.2.1', page: '1.0.0' }])
  expect(lastLines(atTriggers.output)).toEqual(liveThen(op, GO_ON))
  faults.push({ method: 'GET', path: /\/projects\/wa-blaster$/, status: 400, isDone: false })
  const asked = await op.run(LIVE, ['--env', 'production'])
  expect(asked.output).toContain('ask again: npm run live -- --env production')
  const known = await op.run(LIVE, ['--env', 'production'])
  expect([known.code, known.output.trim().split('\n')]).toEqual([0, liveLinesOf(op)])
  const back = await op.run(ROLLBACK, ['--env', 'production', '--patience', '20'])
  expect(back.code, back.output).toBe(0)
  expect(back.output).toContain('production runs 1.0.0 again')
  expect(live()).toEqual({ worker: '1.0.0', page: '1.0.0' })
})
test('a release that answers worse than the one before goes back by itself, and nobody gets its page', async () => {
  const line = "'GET /public/config', async ({ db, effects }) => {"
  const broken = `${line} if (db) throw new Error('broken')`
  op.edit('worker/routes/operation/public.ts', line, broken)
  const { done, faults } = await underTraffic(op, () => deploy('1.5.0', ['--step-minutes', '10']))
  op.edit('worker/routes/operation/public.ts', broken, line)
  expect(done.code).toBe(1)
  expect(faults).toBeGreaterThan(4)
  expect(done.output).toContain('✓ all traffic is back at 1.0.0')
  expect(done.output).toMatch(/1\.5\.0 answers worse than the release before\. 10 %: \d+ answers, \d+ faults/)
  expect(lastLines(done.output)).toEqual(liveThen(op, 'Go on: npm run deploy -- --env production'))
  expect(live()).toEqual({ worker: '1.0.0', page: '1.0.0' })
})

test('the first admin of a deployed database', async () => {
  const person = ['--email', 'admin@example.com', '--name', 'Ibu Admin', '--password', 'kata-sandi-panjang']
  const { code, output } = await op.run(ADMIN, ['--env', 'production', ...person])
  expect(code, output).toBe(0)
  await expect(sql(`select role, firstname from users where email = 'admin@example.com'`)).resolves.toEqual([
    { role: 'admin', firstname: 'Ibu' },
  ])
})

test('the doctor finds a deployed environment whole, its sessions’ keys by the ring of the runners', async () => {
  const RUNNER_KEYS = op.double.state.scripts.get(WORKER)?.secrets.get('RUNNER_KEYS')
  const { code, output } = await op.run(DOCTOR, ['--env', 'production'], { RUNNER_KEYS })
  expect(code, output).toBe(0)
  expect(output).toMatch(/✓ the place: 1\.0\.0 is ready\n✓ sessions’ keys: runners write with k1/)
  expect(output.trim().split('\n').at(-1)).toBe('Nothing that is needed is missing.')
  op.double.state.queues.find(({ name }) => name === 'wa-blaster-imports')?.consumers.splice(0)
  const ill = await op.run(DOCTOR, ['--env', 'production'])
  expect([ill.code, ill.output.trim().split('\n').at(-1)]).toEqual([1, 'Missing: queue consumers.'])
})

test('every call fits the API that Cloudflare publishes', () => {
  expect(unpublished(op.double.calls)).toEqual([])
  expect(op.double.calls.length).toBeGreaterThan(100)
})
