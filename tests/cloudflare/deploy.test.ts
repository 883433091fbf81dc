// From an empty account to a smoke-tested production and back: the real wrangler uploads to the double, which runs what it
// was given in workerd; the smoke test goes through a proxy to the page's own address, where a real runner is connected.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandsOf } from './commands.ts'
import {
  answers,
  DEPLOY,
  deployAs,
  DOCTOR,
  liveLinesOf,
  liveOf,
  openProduction,
  ROLLBACK,
  rowsOf,
  SETUP,
  underTraffic,
  WORKER,
} from './live-of.ts'
import { HOSTS, type Op } from './op.ts'
import { unpublished } from './published.ts'

const ADMIN = 'scripts/create-admin/main.ts'
let op: Op
let close: (() => Promise<void>) | undefined
const deploy = (version: string, args: readonly string[] = []) => deployAs(op, version, args)
const live = () => liveOf(op)
const lastLines = (output: string): string[] => output.trim().split('\n').slice(-5)
const liveNow = (next: string): string[] => [...liveLinesOf(op), next]
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

test('a migration that fails in the database leaves the running release alone and says the bookmark', async () => {
  const file = join(op.repository, 'migrations/9000_fails.sql')
  // right by itself, and refused by the data that is there
  await sql('create table stray (x)')
  writeFileSync(file, 'CREATE TABLE stray (y text);')
  const { code, output } = await deploy('1.1.0')
  rmSync(file)
  await sql('drop table stray')
  expect(code).toBe(1)
  expect(output).toContain('time-travel restore wa-blaster --bookmark=')
  expect(lastLines(output)).toEqual(liveNow('Go on: npm run deploy -- --env production'))
  expect(live()).toEqual({ worker: '1.0.0', page: '1.0.0' })
})

const GO_ON =
  'Go on: npm run deploy -- --env production; back to the release before: npm run rollback -- --env production'
test('a deploy that fails says which versions are live, as Cloudflare tells it, and what leads on', async () => {
  const { faults } = op.double
  // the Worker has all traffic already when its cron is set
  faults.push({ method: 'PUT', path: /\/schedules$/, status: 500, isDone: false })
  const atTriggers = await deploy('1.2.1')
  expect([atTriggers.code, live()]).toEqual([1, { worker: '1.2.1', page: '1.0.0' }])
  expect(lastLines(atTriggers.output)).toEqual(liveNow(GO_ON))
  // it was activated, and the answer said that it failed
  faults.push({ method: 'POST', path: /\/scripts\/wa-blaster-api\/deployments$/, status: 400, isDone: true })
  const unheard = await deploy('1.2.2')
  expect([unheard.code, lastLines(unheard.output)]).toEqual([1, liveNow(GO_ON)])
  faults.push({ method: 'GET', path: /\/projects\/wa-blaster$/, status: 400, isDone: false })
  const asked = await op.run('scripts/cloudflare/deploy/ask-live.ts', ['--env', 'production'])
  expect(asked.output).toContain('ask again: npm run live -- --env production')
  const known = await op.run('scripts/cloudflare/deploy/ask-live.ts', ['--env', 'production'])
  expect([known.code, known.output.trim().split('\n')]).toEqual([0, liveLinesOf(op)])
})
test('rule readiness: a Worker that is not ready gets no page, and rollback takes it back', async () => {
  await sql(`insert into cron_ends (round, ended_at) values ('minute', 1)`)
  const { code, output } = await deploy('1.2.1', ['--patience', '5'])
  expect(code).toBe(1)
  expect(output).toContain('✗ cron: the cron has not ended well for ten minutes')
  expect(output).toContain('npm run rollback -- --env production')
  expect(live()).toEqual({ worker: '1.2.1', page: '1.0.0' })
  const back = await op.run(ROLLBACK, ['--env', 'production', '--patience', '20'])
  expect(back.code, back.output).toBe(0)
  expect(live()).toEqual({ worker: '1.0.0', page: '1.0.0' })
})

test('a release that serves nobody fails its smoke test, and rollback brings back Worker and page with all data', async () => {
  await sql(`insert into levels (id, name, blast_fee, requirement_blast, created_at) values ('l', 'Tetap', 100, 0, 0)`)
  // mostly tried so often that the guessing rule closes the email, which the rollback's own sign-in must not meet; a busy machine
  // makes fewer tries in the same time
  const line = 'const right = await verifyPassword('
  const broken = 'const right = false && await verifyPassword('
  op.edit('domain/auth/sign-in.ts', line, broken)
  const bad = await deploy('1.3.0', ['--patience', '20', '--despite', 'cron'])
  await sql('delete from cron_ends')
  op.edit('domain/auth/sign-in.ts', broken, line)
  expect(bad.code).toBe(1)
  expect(bad.output).toContain('✓ the new Worker is ready, not asked: cron')
  expect(bad.output).toMatch(/✗ a member signs in: answers (401|429)/)
  expect(bad.output).toContain('npm run rollback -- --env production')
  expect(live()).toEqual({ worker: '1.3.0', page: '1.3.0' })
  const back = await op.run(ROLLBACK, ['--env', 'production', '--patience', '20'])
  expect(back.code, back.output).toBe(0)
  expect(back.output).toContain('production runs 1.0.0 again')
  expect(live()).toEqual({ worker: '1.0.0', page: '1.0.0' })
  await expect(sql('select name from levels')).resolves.toEqual([{ name: 'Tetap' }])
})

const percents = (output: string): string[] =>
  [...output.matchAll(/^[✓-] (\d+) %: (\d+) answers/gm)].map(([, step = '']) => step)
test('a release gets its traffic in steps, each after a look at it, with the objects of before and then its own', async () => {
  const { done } = await underTraffic(op, () => deploy('1.4.0', ['--step-minutes', '10']))
  expect(done.code, done.output).toBe(0)
  expect(done.output).not.toContain('Analytics Engine')
  const at = (line: string): number => done.output.indexOf(line)
  expect(at('✓ 1.4.0 uploaded, without traffic')).toBeGreaterThan(0)
  // the look at it by calls that are led to it comes before anybody else's
  expect(at('✓ an object writes a row')).toBeGreaterThan(at('without traffic'))
  expect(at('✓ an object writes a row')).toBeLessThan(at('10 %: '))
  expect(percents(done.output)).toEqual(['10', '50', '100'])
  expect(done.output).toMatch(/✓ triggers: cron \* \* \* \* \*; consumers of 4 queues/)
  expect(live()).toEqual({ worker: '1.4.0', page: '1.4.0' })
  const shares = op.double.state.scripts.get(WORKER)?.deployments.slice(0, 4) ?? []
  expect(shares.map((one) => one.shares.map(({ percent }) => percent))).toEqual([[100], [50, 50], [90, 10], [100, 0]])
})
test('a release that answers worse than the one before goes back by itself, and nobody gets its page', async () => {
  const line = "'GET /public/config', async ({ db, effects }) => {"
  const broken = `${line} if (db) throw new Error('broken')`
  op.edit('worker/routes/public.ts', line, broken)
  const { done, faults } = await underTraffic(op, () => deploy('1.5.0', ['--step-minutes', '10']))
  op.edit('worker/routes/public.ts', broken, line)
  expect(done.code).toBe(1)
  expect(faults).toBeGreaterThan(4)
  expect(done.output).toContain('✓ all traffic is back at 1.4.0')
  expect(done.output).toMatch(/1\.5\.0 answers worse than the release before\. 10 %: \d+ answers, \d+ faults/)
  expect(lastLines(done.output)).toEqual(liveNow('Go on: npm run deploy -- --env production'))
  expect(live()).toEqual({ worker: '1.4.0', page: '1.4.0' })
})

test('staging beside production: nothing of production is touched', async () => {
  const before = { calls: op.double.calls.length, live: live() }
  const set = await op.run(SETUP, ['--env', 'staging', ...answers(HOSTS.staging, 'on')], {
    TURNSTILE_SECRET: 'turnstile-secret-of-staging',
  })
  expect(set.code, set.output).toBe(0)
  const { code, output } = await op.run(
    DEPLOY,
    ['--env', 'staging', '--no-containers', '--no-runner', '--patience', '20'],
    {
      PRODUCT_VERSION: '2.0.0',
    },
  )
  expect(code, output).toBe(0)
  expect(live()).toEqual(before.live)
  const production = op.double.state.databases.find((one) => one.name === 'wa-blaster')?.uuid ?? ''
  const touched = op.double.calls
    .slice(before.calls)
    .filter((call) => call.method !== 'GET')
    .filter((call) => call.path.includes(production) || /\/(wa-blaster-api|wa-blaster)(\/|$)/.test(call.path))
  expect(touched).toEqual([])
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
  expect(output).toMatch(/✓ the place: 1\.4\.0 is ready\n✓ sessions’ keys: runners write with k1/)
  expect(output.trim().split('\n').at(-1)).toBe('Nothing that is needed is missing.')
  op.double.state.queues.find(({ name }) => name === 'wa-blaster-imports')?.consumers.splice(0)
  const ill = await op.run(DOCTOR, ['--env', 'production'])
  expect([ill.code, ill.output.trim().split('\n').at(-1)]).toEqual([1, 'Missing: queue consumers.'])
})

test('docs/operations.md: every command of an op has been run here, with its flags', async () => {
  await op.run(SETUP, ['--env', 'production', '--plan'])
  await op.run(DEPLOY, ['--dry-run'])
  const { commands, notRun } = commandsOf(op)
  expect(commands.length).toBeGreaterThan(8)
  expect(notRun).toEqual([])
})

test('every call fits the API that Cloudflare publishes', () => {
  expect(unpublished(op.double.calls)).toEqual([])
  expect(op.double.calls.length).toBeGreaterThan(100)
})
