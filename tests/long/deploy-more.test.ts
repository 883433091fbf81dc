// A release in every way that tests/long/deploy.test.ts has no time for: phases of migrations, steps, rollbacks that break off or meet a changed
// secret, a second environment, and each command of docs/operations.md. Minutes each.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandsOf } from '../cloudflare/commands.ts'
import {
  answers,
  DEPLOY,
  deployAs,
  DOCTOR,
  LIVE,
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
import { until } from '../../scripts/drive/until.ts'
import { HOSTS, type Op } from '../cloudflare/op.ts'

/** Several releases each. */
const SLOW = { timeout: 600_000 }
let op: Op
let close: (() => Promise<void>) | undefined
const deploy = (version: string, args: readonly string[] = []) => deployAs(op, version, args)
const live = () => liveOf(op)
const sql = (statement: string) => rowsOf(op, statement)

beforeAll(async () => {
  ;({ op, close } = await openProduction())
  const first = await deploy('1.0.0')
  expect(first.code, first.output).toBe(0)
})
afterAll(() => close?.())

test('expand before the Worker, backfill in portions after it, contract one release later', SLOW, async () => {
  const migration = (name: string, text: string): void => writeFileSync(join(op.repository, 'migrations', name), text)
  await sql('create table deploy_probe (id integer primary key, old text)')
  await sql(
    `insert into deploy_probe (old) with recursive n(i) as (select 1 union all select i + 1 from n where i < 25) select 'x' from n`,
  )
  migration(
    '9001_expand.sql',
    'CREATE TABLE IF NOT EXISTS deploy_probe (id integer primary key, old text); ALTER TABLE deploy_probe ADD COLUMN fresh text;',
  )
  migration(
    '9002_backfill.sql',
    '-- phase: backfill\nUPDATE deploy_probe SET fresh = old WHERE id IN (SELECT id FROM deploy_probe WHERE fresh IS NULL LIMIT 10);',
  )
  migration('9003_contract.sql', '-- phase: contract\nALTER TABLE deploy_probe DROP COLUMN old;')
  const first = await deploy('1.1.0')
  expect(first.code, first.output).toBe(0)
  expect(first.output).toContain('9003_contract.sql waits for the next release')
  await expect(
    sql('select count(*) as n, count(fresh) as filled, count(old) as old from deploy_probe'),
  ).resolves.toEqual([{ n: 25, filled: 25, old: 25 }])
  const second = await deploy('1.2.0')
  expect(second.code, second.output).toBe(0)
  expect(second.output).toContain('contract 9003_contract.sql')
  await expect(sql(`select name from pragma_table_info('deploy_probe')`)).resolves.toEqual([
    { name: 'id' },
    { name: 'fresh' },
  ])
})

test('a rollback that breaks off between Worker and page goes on, and not one release further back', SLOW, async () => {
  op.double.faults.push({ method: 'POST', path: /\/rollback$/, status: 400, isDone: false })
  const whole = await deploy('1.2.3')
  expect(whole.code, whole.output).toBe(0)
  const broken = await op.run(ROLLBACK, ['--env', 'production', '--patience', '20'])
  expect(broken.code).toBe(1)
  // not 1.2.2, which got no further than its Worker
  expect(live()).toEqual({ worker: '1.2.0', page: '1.2.3' })
  expect(lastLines(broken.output)).toEqual(liveThen(op, 'Go on: npm run rollback -- --env production --to 1.2.0'))
  const back = await op.run(ROLLBACK, ['--env', 'production', '--patience', '20', '--to', '1.2.0'])
  expect(back.code, back.output).toBe(0)
  expect(live()).toEqual({ worker: '1.2.0', page: '1.2.0' })
})

test('a step that too few call waits for somebody, and stays as it is where nobody can be asked', SLOW, async () => {
  const asked = await deploy('1.2.4', ['--step-minutes', '0.1'])
  expect(asked.code).toBe(1)
  expect(asked.output).toContain('Too little traffic to judge 1.2.4')
  expect(lastLines(asked.output).slice(0, 2)).toEqual([
    'Live now, as Cloudflare says:',
    '  Worker wa-blaster-api: 1.2.0 has 90 %, 1.2.4 has 10 %',
  ])
  expect(lastLines(asked.output).at(-1)).toContain('back to the release before: npm run rollback -- --env production')
  const back = await op.run(ROLLBACK, ['--env', 'production', '--patience', '20'])
  expect(back.code, back.output).toBe(0)
  expect(back.output).toContain('1.2.0 90 %, 1.2.4 10 %: back to 1.2.0 alone')
  expect(live()).toEqual({ worker: '1.2.0', page: '1.2.0' })
  const given = await deploy('1.2.5', ['--step-minutes', '0.1', '--little-traffic', 'back'])
  expect(given.output).toContain('✓ all traffic is back at 1.2.0')
  const on = await deploy('1.2.6', ['--step-minutes', '0.1', '--little-traffic', 'go'])
  expect(on.code, on.output).toBe(0)
  expect(live()).toEqual({ worker: '1.2.6', page: '1.2.6' })
})
test(
  'two who deploy at once: the person who comes second takes the traffic, and the first one leaves it there',
  SLOW,
  async () => {
    const script = op.double.state.scripts.get(WORKER)
    const first = script?.versions[0]
    const asked = deploy('1.2.61', ['--step-minutes', '0.2', '--little-traffic', 'go'])
    await until('a tenth', () => script?.deployments[0]?.shares[1]?.percent === 10, { forMs: 120_000 })
    const theirs = {
      id: 'of-somebody-else',
      shares: [{ versionId: first?.id ?? '', percent: 100 }],
      createdOn: '',
      message: '',
    }
    script?.deployments.unshift(theirs)
    const { code, output } = await asked
    expect([code, script?.deployments[0]]).toEqual([1, theirs])
    expect(output).toContain('Somebody else has changed the traffic meanwhile.')
    script?.deployments.shift()
    const back = await op.run(ROLLBACK, ['--env', 'production', '--patience', '20'])
    expect(back.code, back.output).toBe(0)
    expect(live()).toEqual({ worker: '1.2.6', page: '1.2.6' })
  },
)
test('a time that is none is refused before anything is asked', async () => {
  const { code, output } = await deploy('1.2.62', ['--step-minutes', 'ten'])
  expect([code, output.trim()]).toEqual([1, '--step-minutes ten: must be a number of minutes above 0'])
})
test('a Worker that is not ready gets no traffic but that of the look at it', SLOW, async () => {
  await sql(`insert into cron_ends (round, ended_at) values ('minute', 1)`)
  const { code, output } = await deploy('1.2.7', ['--step-minutes', '0.1', '--patience', '5'])
  await sql('delete from cron_ends')
  expect(code).toBe(1)
  expect(output).toContain('✗ cron: the cron has not ended well for ten minutes')
  expect(output).not.toContain('10 %')
  expect(live()).toEqual({ worker: '1.2.6', page: '1.2.6' })
})
test('a release that changes the classes of objects is not begun unless that is said', SLOW, async () => {
  const tag = '[[migrations]]\ntag = "v3"'
  op.edit('wrangler.toml', tag, '[[migrations]]\ntag = "v2b"\nnew_sqlite_classes = []\n\n' + tag)
  op.edit('wrangler.toml', 'tag = "v3"', 'tag = "v4"')
  const from = op.double.calls.length
  const { code, output } = await deploy('1.2.8', ['--step-minutes', '0.1'])
  expect(code).toBe(1)
  expect(output).toContain('Say --accept-step.')
  expect(
    op.double.calls.slice(from).filter(({ method, path }) => method !== 'GET' && !path.endsWith('/query')),
  ).toEqual([])
  op.edit('wrangler.toml', 'tag = "v4"', 'tag = "v3"')
  op.edit('wrangler.toml', '[[migrations]]\ntag = "v2b"\nnew_sqlite_classes = []\n\n', '')
})

test(
  'a migration that fails in the database leaves the running release alone and says the bookmark',
  SLOW,
  async () => {
    const file = join(op.repository, 'migrations/9000_fails.sql')
    // right by itself, and refused by the data that is there
    await sql('create table stray (x)')
    writeFileSync(file, 'CREATE TABLE stray (y text);')
    const { code, output } = await deploy('1.2.9')
    rmSync(file)
    await sql('drop table stray')
    expect(code).toBe(1)
    expect(output).toContain('time-travel restore wa-blaster --bookmark=')
    expect(lastLines(output)).toEqual(liveThen(op, 'Go on: npm run deploy -- --env production'))
    expect(live()).toEqual({ worker: '1.2.6', page: '1.2.6' })
  },
)

test('rule readiness: a Worker that is not ready gets no page, and rollback takes it back', SLOW, async () => {
  await sql(`insert into cron_ends (round, ended_at) values ('minute', 1)`)
  const { code, output } = await deploy('1.2.10', ['--patience', '5'])
  expect(code).toBe(1)
  expect(output).toContain('✗ cron: the cron has not ended well for ten minutes')
  expect(output).toContain('npm run rollback -- --env production')
  expect(live()).toEqual({ worker: '1.2.10', page: '1.2.6' })
  const back = await op.run(ROLLBACK, ['--env', 'production', '--patience', '20'])
  expect(back.code, back.output).toBe(0)
  expect(live()).toEqual({ worker: '1.2.6', page: '1.2.6' })
})

test(
  'a release that serves nobody fails its smoke test, and rollback brings back Worker and page with all data',
  SLOW,
  async () => {
    await sql(
      `insert into levels (id, name, blast_fee, requirement_blast, created_at) values ('l', 'Tetap', 100, 0, 0)`,
    )
    // mostly tried so often that the guessing rule closes the email, which the rollback's own sign-in must not meet; a busy machine
    // makes fewer tries in the same time
    const line = 'const right = await verifyPassword('
    const broken = 'const right = false && await verifyPassword('
    op.edit('domain/people/auth/sign-in.ts', line, broken)
    const bad = await deploy('1.3.0', ['--patience', '20', '--despite', 'cron'])
    await sql('delete from cron_ends')
    op.edit('domain/people/auth/sign-in.ts', broken, line)
    expect(bad.code).toBe(1)
    expect(bad.output).toContain('✓ the new Worker is ready, not asked: cron')
    expect(bad.output).toMatch(/✗ a member signs in: answers (401|429)/)
    expect(bad.output).toContain('npm run rollback -- --env production')
    expect(live()).toEqual({ worker: '1.3.0', page: '1.3.0' })
    const back = await op.run(ROLLBACK, ['--env', 'production', '--patience', '20'])
    expect(back.code, back.output).toBe(0)
    expect(back.output).toContain('production runs 1.2.6 again')
    expect(live()).toEqual({ worker: '1.2.6', page: '1.2.6' })
    await expect(sql('select name from levels')).resolves.toEqual([{ name: 'Tetap' }])
  },
)

test('a rollback past a changed secret is refused, and the next deploy knows which release runs', SLOW, async () => {
  const turned = await op.run(SETUP, ['--env', 'production', '--rotate', 'LINK_KEYS', '--settle', '0'])
  expect(turned.code).toBe(1)
  expect(turned.output).toContain('the latest version')
  const mended = await deploy('1.3.1')
  expect(mended.code, mended.output).toBe(0)
  const again = await op.run(SETUP, ['--env', 'production', '--rotate', 'LINK_KEYS', '--settle', '0'])
  expect(again.code, again.output).toBe(0)
  const back = await op.run(ROLLBACK, ['--env', 'production', '--plan'])
  expect(back.code).toBe(1)
  expect(back.output).toContain('A secret was changed after 1.3.1')
  const file = join(op.repository, 'migrations/9004_contract.sql')
  writeFileSync(file, '-- phase: contract\nDROP TABLE deploy_probe;')
  const next = await deploy('1.4.0')
  expect(next.code, next.output).toBe(0)
  expect(next.output).toContain('9004_contract.sql waits for the next release')
  const plan = await op.run(ROLLBACK, ['--env', 'production', '--plan'])
  expect(plan.output).toContain('from 1.4.0 back to 1.3.1')
})
const percents = (output: string): string[] =>
  [...output.matchAll(/^[✓-] (\d+) %: (\d+) answers/gm)].map(([, step = '']) => step)
test(
  'a release gets its traffic in steps, each after a look at it, with the objects of before and then its own',
  SLOW,
  async () => {
    const { done } = await underTraffic(op, () => deploy('1.5.0', ['--step-minutes', '10']))
    expect(done.code, done.output).toBe(0)
    const at = (line: string): number => done.output.indexOf(line)
    expect(at('✓ 1.5.0 uploaded, without traffic')).toBeGreaterThan(0)
    // the look at it by calls that are led to it comes before anybody else's
    expect(at('✓ an object writes a row')).toBeGreaterThan(at('without traffic'))
    expect(at('✓ an object writes a row')).toBeLessThan(at('10 %: '))
    expect(percents(done.output)).toEqual(['10', '50', '100'])
    expect(done.output).toMatch(/✓ triggers: cron \* \* \* \* \*; consumers of 4 queues/)
    expect(live()).toEqual({ worker: '1.5.0', page: '1.5.0' })
    const shares = op.double.state.scripts.get(WORKER)?.deployments.slice(0, 4) ?? []
    expect(shares.map((one) => one.shares.map(({ percent }) => percent))).toEqual([[100], [50, 50], [90, 10], [100, 0]])
  },
)
test('staging beside production: nothing of production is touched', SLOW, async () => {
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

test('docs/operations.md: every command of an op has been run here, with its flags', SLOW, async () => {
  const script = op.double.state.scripts.get(WORKER)
  const keys = { RUNNER_KEYS: script?.secrets.get('RUNNER_KEYS') }
  const person = ['--email', 'admin@example.com', '--name', 'Ibu Admin', '--password', 'kata-sandi-panjang']
  await op.run('scripts/create-admin/main.ts', ['--env', 'production', ...person])
  await op.run('scripts/keys.ts', ['--env', 'production'], keys)
  await op.run('scripts/alert-key.ts', [], keys)
  await op.run('scripts/health-key.ts', [], keys)
  await op.run(LIVE, ['--env', 'production'])
  await op.run(DOCTOR, ['--env', 'production'])
  await op.run(SETUP, ['--env', 'production', '--plan'])
  await op.run(DEPLOY, ['--dry-run'])
  const moved = await op.run(SETUP, ['--env', 'production', '--domain', 'new.example.com'])
  expect(moved.code, moved.output).toBe(0)
  const { commands, notRun } = commandsOf(op)
  expect(commands.length).toBeGreaterThan(8)
  expect(notRun).toEqual([])
})
