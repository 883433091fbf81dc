// The fleet keeps its own size, where this runtime has no containers: what is started and ended is on record, and comes again.
import { runInDurableObject } from 'cloudflare:test'
import { beforeAll, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '../../contract/ground/time.ts'
import { countOnRunners } from '../../domain/sending/whatsapp/on-runners-store.ts'
import { connect } from '../../domain/ground/db/connection.ts'
import { containerRows } from '../../durable-objects/runner-fleet/containers-store.ts'
import { runnerFleet } from '../../durable-objects/stubs.ts'
import { until } from '../../scripts/drive/until.ts'
import { onCron } from '../../worker/cron.ts'
import { all, bound } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { stage } from './support/stage.ts'

beforeAll(() => stage())
const fleet = () => runnerFleet(bound)
const rows = () => runInDurableObject(fleet(), (_fleet, { storage: { sql } }) => containerRows(sql))
const names = async () => (await rows()).map(({ name }) => name)

test('off: nothing is started, and nothing is written', async () => {
  expect(await fleet().keepSize({ on: false, accounts: 900 })).toEqual({
    needed: 0,
    started: [],
    drained: [],
    failed: [],
    stuck: [],
  })
  expect(await rows()).toEqual([])
})

test('on: what cannot start is said with its reason and stays on record, to be tried again', async () => {
  for (let look = 0; look < 2; look++) {
    const size = await fleet().keepSize({ on: true, accounts: 501 })
    expect([size.needed, size.started]).toEqual([3, []])
    expect(size.failed.map((one) => one.split(':')[0])).toEqual(['runner-1', 'runner-2', 'runner-3'])
  }
  expect(await names()).toEqual(['runner-1', 'runner-2', 'runner-3'])
  // what the cron meets is noted for the look that tells it (rule troubles)
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const event = { scheduledTime: MINUTE_MS, cron: '* * * * *', noRetry: () => undefined }
  await onCron(event, { ...bound, RUNNERS_ON_CONTAINERS: 'on' })
  vi.restoreAllMocks()
  const [mark] = await all<{ figures: string; at: number }>(
    `select figures, at from watch_marks where name = 'containers'`,
  )
  expect(mark && JSON.parse(mark.figures)).toEqual({ containers: 1 })
  expect(Date.now() - (mark?.at ?? 0)).toBeLessThan(60_000)
})

test('those that dialled are left alone; when fewer are needed one is told to end, and no second one beside it', async () => {
  const runners = [1, 2, 3].map((number) => new FakeRunner(`runner-${number}`))
  for (const runner of runners) await runner.join(500)
  await until('all are known', async () => (await fleet().runners()).filter((r) => r.capacity === 500).length === 3)
  expect(await fleet().keepSize({ on: true, accounts: 501 })).toEqual({
    needed: 3,
    started: [],
    drained: [],
    failed: [],
    stuck: [],
  })
  for (let look = 0; look < 2; look++)
    expect(await fleet().keepSize({ on: true, accounts: 0 })).toMatchObject({
      needed: 1,
      started: [],
      drained: ['runner-3'],
    })
  expect((await rows()).filter(({ draining }) => draining)).toMatchObject([{ name: 'runner-3' }])
  for (const runner of runners) runner.leave()
})

test('accounts that hold or want a session need a runner, the others do not', async () => {
  const db = connect(bound.DB)
  const before = await countOnRunners(db)
  const states = [
    'connected',
    'reconnecting',
    'restricted',
    'unknown',
    'loggedOut',
    'suspended',
    'disconnected',
    'conflict',
  ]
  const row = bound.DB.prepare(
    `insert into whatsapp (id, clientid, user_id, purpose, state, status, created_at, removed_at)
      values (?1, ?1, 'sized', 'blast', ?2, 'idle', 0, ?3)`,
  )
  await bound.DB.batch(states.map((state) => row.bind(`sized-${state}`, state, null)))
  await row.bind('sized-removed', 'connected', 1).run()
  expect((await countOnRunners(db)) - before).toBe(4)
})
