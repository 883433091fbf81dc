// What a whole release is besides tests/cloudflare/deploy.test.ts: phases of migrations, a rollback that breaks off or meets a changed secret, and
// steps that too few people call. Minutes each.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deployAs, liveLinesOf, liveOf, openProduction, ROLLBACK, rowsOf, SETUP } from '../cloudflare/live-of.ts'
import type { Op } from '../cloudflare/op.ts'

/** Several releases each. */
const SLOW = { timeout: 600_000 }
let op: Op
let close: (() => Promise<void>) | undefined
const deploy = (version: string, args: readonly string[] = []) => deployAs(op, version, args)
const live = () => liveOf(op)
const lastLines = (output: string): string[] => output.trim().split('\n').slice(-5)
const liveNow = (next: string): string[] => [...liveLinesOf(op), next]
const sql = (statement: string) => rowsOf(op, statement)

beforeAll(async () => {
  ;({ op, close } = await openProduction())
  const first = await deploy('1.0.0')
  expect(first.code, first.output).toBe(0)
})
afterAll(() => close?.())

test('expand before the Worker, backfill in portions after it, contract one release later', async () => {
  const migration = (name: string, text: string): void => writeFileSync(join(op.repository, 'migrations', name), text)
  await sql('create table notes (id integer primary key, old text)')
  await sql(
    `insert into notes (old) with recursive n(i) as (select 1 union all select i + 1 from n where i < 25) select 'x' from n`,
  )
  migration(
    '9001_expand.sql',
    'CREATE TABLE IF NOT EXISTS notes (id integer primary key, old text); ALTER TABLE notes ADD COLUMN fresh text;',
  )
  migration(
    '9002_backfill.sql',
    '-- phase: backfill\nUPDATE notes SET fresh = old WHERE id IN (SELECT id FROM notes WHERE fresh IS NULL LIMIT 10);',
  )
  migration('9003_contract.sql', '-- phase: contract\nALTER TABLE notes DROP COLUMN old;')
  const first = await deploy('1.1.0')
  expect(first.code, first.output).toBe(0)
  expect(first.output).toContain('9003_contract.sql waits for the next release')
  await expect(sql('select count(*) as n, count(fresh) as filled, count(old) as old from notes')).resolves.toEqual([
    { n: 25, filled: 25, old: 25 },
  ])
  const second = await deploy('1.2.0')
  expect(second.code, second.output).toBe(0)
  expect(second.output).toContain('contract 9003_contract.sql')
  await expect(sql(`select name from pragma_table_info('notes')`)).resolves.toEqual([{ name: 'id' }, { name: 'fresh' }])
})

test('a rollback that breaks off between Worker and page goes on, and not one release further back', async () => {
  op.double.faults.push({ method: 'POST', path: /\/rollback$/, status: 400, isDone: false })
  const whole = await deploy('1.2.3')
  expect(whole.code, whole.output).toBe(0)
  const broken = await op.run(ROLLBACK, ['--env', 'production', '--patience', '20'])
  expect(broken.code).toBe(1)
  // not 1.2.2, which got no further than its Worker
  expect(live()).toEqual({ worker: '1.2.0', page: '1.2.3' })
  expect(lastLines(broken.output)).toEqual(liveNow('Go on: npm run rollback -- --env production --to 1.2.0'))
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
test('a Worker that is not ready gets no traffic but that of the look at it', SLOW, async () => {
  await sql(`insert into cron_ends (round, ended_at) values ('minute', 1)`)
  const { code, output } = await deploy('1.2.7', ['--step-minutes', '0.1', '--patience', '5'])
  await sql('delete from cron_ends')
  expect(code).toBe(1)
  expect(output).toContain('✗ cron: the cron has not ended well for ten minutes')
  expect(output).not.toContain('10 %')
  expect(live()).toEqual({ worker: '1.2.6', page: '1.2.6' })
})
test('a release that changes the classes of objects is not begun unless that is said', async () => {
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

test('a rollback past a changed secret is refused, and the next deploy knows which release runs', async () => {
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
  writeFileSync(file, '-- phase: contract\nDROP TABLE notes;')
  const next = await deploy('1.4.0')
  expect(next.code, next.output).toBe(0)
  expect(next.output).toContain('9004_contract.sql waits for the next release')
  const plan = await op.run(ROLLBACK, ['--env', 'production', '--plan'])
  expect(plan.output).toContain('from 1.4.0 back to 1.3.1')
})
