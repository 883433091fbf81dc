// A proxy that fails again and again is set aside, and its account goes on through another (rule proxy-set-aside).
import { beforeAll, expect, test } from 'vitest'
import type { Fact } from '../../contract/runner.ts'
import { recordProbe } from '../../domain/proxies/store.ts'
import { until } from '../../scripts/drive/until.ts'
import { all, bound, db } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender } from './support/people.ts'
import { linkedAccount, stage } from './support/stage.ts'

const runner = new FakeRunner('proxies')
const dead: Fact = { kind: 'closed', code: 408, detail: 'test', reachedWhatsapp: false, proxyFailed: true }
const proxies = () =>
  all<{ id: string; status: string; failed_probes: number; leased_by: string | null }>(
    'select id, status, failed_probes, leased_by from proxies order by id',
  )
const add = (id: string) =>
  bound.DB.prepare(
    `insert into proxies (id, value, status, created_at) values (?1, 'http://' || ?1 || '.test:1', 'active', 0)`,
  )
    .bind(id)
    .run()
beforeAll(async () => {
  await stage()
  await runner.join()
})

test('rule proxy-set-aside: three failures in a row set a proxy aside, a success in between forgets them', async () => {
  await add('one')
  const tries = [false, false, true, false, false]
  for (const ok of tries) expect(await recordProbe(db, 'one', ok)).toEqual({ nonactive: false })
  expect(await recordProbe(db, 'one', false)).toEqual({ nonactive: true })
  expect(await proxies()).toMatchObject([{ status: 'nonactive', failed_probes: 3 }])
  await bound.DB.prepare('delete from proxies').run()
})

test('an account whose proxy is dead is told so, and leases another after the third time', async () => {
  await add('a')
  await makeLender('owner')
  const account = await linkedAccount(runner, 'owner')
  expect(await proxies()).toMatchObject([{ id: 'a', status: 'in use', leased_by: account.accountId }])
  await add('b')
  account.socket.say(dead, dead)
  await until('two failures', async () => (await proxies())[0]?.failed_probes === 2)
  expect(await proxies()).toMatchObject([{ status: 'in use' }, { status: 'active' }])
  account.socket.say(dead)
  await until('another lease', async () => (await proxies())[1]?.leased_by === account.accountId)
  expect(await proxies()).toMatchObject([
    { id: 'a', status: 'nonactive', leased_by: null },
    { id: 'b', status: 'in use' },
  ])
  expect((await account.object.snapshot())?.state).toBe('reconnecting')
})
