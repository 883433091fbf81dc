// A proxy that fails again and again is set aside, and its account goes on through another (rule proxy-set-aside).
import { beforeAll, expect, test, vi } from 'vitest'
import type { Fact } from '../../contract/operation/runner.ts'
import { MINUTE_MS } from '../../contract/ground/time.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { assignProxy, recordProbe, updateProxy } from '../../domain/sending/proxies/store.ts'
import { Clock } from '../../durable-objects/account-blast/core/clock.ts'
import { until } from '../../scripts/drive/until.ts'
import { all, bound, db, run } from './support/database.ts'
import { documentOf } from './support/document.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender } from './support/people.ts'
import { inside, linkedAccount, linkRequest, stage } from './support/stage.ts'

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

test('rule proxy-set-aside: one that an admin enables again has three failures before it, as a new one', async () => {
  await add('again')
  for (let times = 0; times < 3; times++) await recordProbe(db, 'again', false)
  expect(await proxies()).toMatchObject([{ status: 'nonactive' }])
  await runBatch(db, [updateProxy(db, 'again', { value: 'http://again.test:1', active: true })])
  for (let times = 0; times < 2; times++) expect(await recordProbe(db, 'again', false)).toEqual({ nonactive: false })
  expect(await proxies()).toMatchObject([{ status: 'active', failed_probes: 2 }])
  expect(await recordProbe(db, 'again', false)).toEqual({ nonactive: true })
  await run('delete from proxies')
})

test('rule proxy-set-aside: an account that WhatsApp logged out is lent another while it is linked anew', async () => {
  await add('dead')
  const owner = (await makeLender('linked-anew')).id
  const { object, socket, accountId, epoch } = await linkedAccount(runner, owner)
  socket.say({ kind: 'closed', code: 401, detail: 'test', reachedWhatsapp: true, proxyFailed: false })
  await until('logged out', async () => (await object.snapshot())?.state === 'loggedOut')
  await add('good')
  let last = epoch
  for (let times = 0; times < 3; times++) {
    expect(await object.beginLink(linkRequest(accountId, owner))).toMatchObject({
      ok: true,
      value: { proxyId: 'dead' },
    })
    const taken = await runner.take(accountId, last)
    last = taken.epoch
    taken.socket.say({ kind: 'hello', connection: 'none', me: null })
    await until('link', () => taken.socket.commands.some(({ kind }) => kind === 'link'))
    taken.socket.say(dead)
    await until('over', async () => (await documentOf(object)).link === null)
  }
  expect(await object.beginLink(linkRequest(accountId, owner))).toMatchObject({ ok: true, value: { proxyId: 'good' } })
  expect(await proxies()).toMatchObject([
    { id: 'dead', status: 'nonactive' },
    { id: 'good', leased_by: accountId },
  ])
  await object.cancelLink(accountId)
  await run('delete from proxies')
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

test('rule proxy-one-account: with none free the account keeps the one that failed, and nobody else gets it once it is enabled again', async () => {
  await bound.DB.prepare('delete from proxies').run()
  await add('only')
  await makeLender('keeper')
  const { accountId, object, socket } = await linkedAccount(runner, 'keeper')
  const said = { id: 'k', number: '6281200000099', lid: 'KEEPER', text: 'halo', at: Date.now() }
  socket.say(dead, dead, dead, { kind: 'inbound', items: [said] })
  const contacts = () => inside(object, ({ sql }) => sql.exec('select 1 from contacts').toArray())
  await until('all of it is done', async () => (await contacts()).length > 0)
  expect(await proxies()).toMatchObject([{ id: 'only', status: 'nonactive', leased_by: accountId }])
  await runBatch(db, [updateProxy(db, 'only', { value: 'http://only.test:1', active: true })])
  expect(await proxies()).toMatchObject([{ id: 'only', status: 'in use', leased_by: accountId }])
  expect(await assignProxy(db, 'another')).toBe('none_free')
})

test('rule proxy-one-account: the proxy of a removed account whose release D1 refuses is free a minute later', async () => {
  await run('delete from proxies')
  await add('kept')
  await makeLender('leaves')
  const { accountId, object } = await linkedAccount(runner, 'leaves')
  await run(`create trigger hold_proxies before update on proxies begin select raise(abort, 'down'); end`)
  expect(await object.remove()).toEqual({ ok: true, value: null })
  await run('drop trigger hold_proxies')
  expect(await proxies()).toMatchObject([{ status: 'in use', leased_by: accountId }])
  const clock = vi.spyOn(Clock.prototype, 'now').mockImplementation(() => Date.now() + MINUTE_MS)
  await inside(object, ({ alarm }) => alarm()).finally(() => clock.mockRestore())
  expect(await proxies()).toMatchObject([{ status: 'active', leased_by: null }])
})
