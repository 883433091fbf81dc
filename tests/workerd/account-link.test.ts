// Linking and disconnects, each verdict by itself: what the page is told, what stays, what goes.
import { beforeAll, describe, expect, test } from 'vitest'
import { CLOSE, type Fact, LOGOUT_MS } from '../../contract/operation/runner.ts'
import { vaultCounts } from '../../durable-objects/account-blast/tables/monitor-store.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import { documentOf, fire } from './support/document.ts'
import { until } from '../../scripts/drive/until.ts'
import { all, bound, one, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender } from './support/people.ts'
import { inside, linkedAccount, linkRequest, stage, wakeWith } from './support/stage.ts'

const runner = new FakeRunner('runner-link')
let serial = 0
const someone = async () => (await makeLender(`linker-${++serial}`)).id
/** What the account's owner is told, read from the object before it leaves: names and reasons. */
const closed = (code: number, more: Partial<Extract<Fact, { kind: 'closed' }>> = {}): Fact => ({
  kind: 'closed',
  code,
  detail: 'test',
  reachedWhatsapp: true,
  proxyFailed: false,
  ...more,
})
const begin = async (userId: string, mode: 'qr' | 'code' = 'qr', accountId = `link-${crypto.randomUUID()}`) => {
  const object = accountObject(bound, accountId)
  const request = {
    accountId,
    clientid: `client-${accountId}`,
    userId,
    purpose: 'blast' as const,
    mode,
    phone: mode === 'code' ? '6281234567890' : null,
  }
  const begun = await object.beginLink(request)
  if (!begun.ok) throw new Error(begun.refusal)
  const { socket, epoch } = await runner.take(accountId)
  socket.say({ kind: 'hello', connection: 'none', me: null })
  const command = await until('link command', () => socket.commands.find((c) => c.kind === 'link'))
  return { object, socket, epoch, accountId, command, request }
}
const linkOver = (object: ReturnType<typeof accountObject>) =>
  until('the attempt is over', () =>
    inside(object, ({ sql }) => {
      const [row] = sql.exec<{ value: string }>('select value from document').toArray()
      return row ? (JSON.parse(row.value) as { link: unknown }).link === null : true
    }),
  )

beforeAll(async () => {
  await stage()
  await runner.join()
})

test('a code is asked for the phone that was typed', async () => {
  const { command } = await begin(await someone(), 'code')
  expect(command).toMatchObject({ kind: 'link', mode: 'code', phone: '6281234567890' })
})

describe('rule linking: an attempt that fails leaves no row, no session and no proxy behind', () => {
  test.each([
    ['the last QR ran out', closed(408)],
    ['WhatsApp refused without a reason', closed(400)],
    ['nobody answered', closed(408, { reachedWhatsapp: false })],
    ['the proxy is dead', closed(408, { reachedWhatsapp: false, proxyFailed: true })],
  ])('%s', async (_name, fact) => {
    await run(
      `insert or replace into proxies (id, value, status, created_at) values ('px', 'http://p.test:1', 'active', 0)`,
    )
    const { object, socket, accountId } = await begin(await someone())
    expect((await one<{ status: string }>(`select status from proxies where id = 'px'`)).status).toBe('in use')
    socket.say(
      { kind: 'qr', qr: 'x', ttlMs: 60_000 },
      { kind: 'rows', rows: [{ type: 'creds', id: 'creds', owner: null, data: 'e30=' }] },
    )
    socket.say(fact)
    await linkOver(object)
    await until(
      'proxy back',
      async () => (await one<{ status: string }>(`select status from proxies where id = 'px'`)).status === 'active',
    )
    expect(await all('select 1 from whatsapp where id = ?', accountId)).toEqual([])
    expect(await inside(object, ({ sql }) => vaultCounts(sql))).toEqual([])
    await run('delete from proxies')
  })
})

test('rule proxy-one-account: with proxies and none free nothing dials directly', async () => {
  await run(
    `insert into proxies (id, value, status, leased_by, created_at) values ('busy', 'http://p.test:2', 'in use', 'other', 0)`,
  )
  const userId = await someone()
  const accountId = `link-${crypto.randomUUID()}`
  const refused = await accountObject(bound, accountId).beginLink(linkRequest(accountId, userId))
  expect(refused).toEqual({ ok: false, refusal: 'proxy_unavailable' })
  await run('delete from proxies')
})

test('a number that another person linked is refused and that device logged out; its row stays theirs', async () => {
  const first = await linkedAccount(runner, await someone())
  const { object, socket, accountId } = await begin(await someone())
  const me = { phone: first.phone, lid: null, pushname: 'X' }
  socket.say({ kind: 'paired', me }, closed(515))
  await until('connect', () => socket.commands.some((c) => c.kind === 'connect'))
  socket.say({ kind: 'open', me })
  await until('logout', () => socket.commands.some((c) => c.kind === 'disconnect' && c.logout))
  await linkOver(object)
  expect(await all('select 1 from whatsapp where id = ?', accountId)).toEqual([])
  expect(await all('select 1 from whatsapp where phonenumber = ? and removed_at is null', first.phone)).toHaveLength(1)
})

test('rule relink: a new pairing of the same account keeps row and counters and wipes the old keys; another number is refused', async () => {
  const userId = await someone()
  const account = await linkedAccount(runner, userId)
  account.socket.say(closed(401))
  await until('loggedOut', async () => (await account.object.snapshot())?.state === 'loggedOut')
  const relink = async (phone: string) => {
    const begun = await account.object.beginLink(linkRequest(account.accountId, userId))
    expect(begun.ok).toBe(true)
    const seen = await inside(
      account.object,
      ({ sql }) =>
        JSON.parse(sql.exec<{ value: string }>('select value from document').one().value) as { epoch: number },
    )
    const { socket } = await runner.take(account.accountId, seen.epoch - 1)
    socket.say({ kind: 'hello', connection: 'none', me: null })
    await until('link', () => socket.commands.some((c) => c.kind === 'link'))
    const me = { phone, lid: null, pushname: 'Uji' }
    socket.say(
      { kind: 'rows', rows: [{ type: 'creds', id: 'creds', owner: null, data: 'bmV3' }] },
      { kind: 'paired', me },
      closed(515),
    )
    await until('connect', () => socket.commands.some((c) => c.kind === 'connect'))
    socket.say({ kind: 'open', me })
    return socket
  }
  const before = Date.now()
  const wrong = await relink('6285799999999')
  await until('logout', () => wrong.commands.some((c) => c.kind === 'disconnect' && c.logout))
  // until the runner has logged that phone out, or given it up
  expect((await documentOf(account.object)).timers.lease).toBeGreaterThanOrEqual(before + LOGOUT_MS)
  expect((await one<{ p: string }>('select phonenumber as p from whatsapp where id = ?', account.accountId)).p).toBe(
    account.phone,
  )
  await relink(account.phone)
  await until('connected', async () => (await account.object.snapshot())?.state === 'connected')
  const rows = await inside(account.object, ({ sql }) =>
    sql.exec<{ data: string }>(`select data from vault where type = 'creds'`).toArray(),
  )
  expect(rows).toEqual([{ data: 'bmV3' }])
  // rule vault-keys: of the keys that the new ones replaced none is counted
  const counted = () => all<{ rows: number }>('select rows from vault_rows where account_id = ?', account.accountId)
  await until('counted', async () => (await counted())[0]?.rows === 1)
})

test('rule relink: a stored session is tried first; only its refusal asks for a new pairing', async () => {
  const userId = await someone()
  const account = await linkedAccount(runner, userId)
  account.socket.say(closed(503))
  await until('reconnecting', async () => (await account.object.snapshot())?.state === 'reconnecting')
  const before = account.socket.commands.length
  const begun = await account.object.beginLink(linkRequest(account.accountId, userId))
  expect(begun.ok).toBe(true)
  const next = () => account.socket.commands.slice(before)
  await until('stored session tried', () => next().some((c) => c.kind === 'connect'))
  account.socket.say(closed(401))
  await until('new pairing', () => next().some((c) => c.kind === 'link'))
})

describe('a disconnect', () => {
  test.each([
    [401, 'loggedOut'],
    [411, 'loggedOut'],
    [440, 'conflict'],
    [403, 'suspended'],
    [408, 'reconnecting'],
    [428, 'reconnecting'],
    [503, 'reconnecting'],
    [418, 'unknown'],
    [405, 'unknown'],
  ] as const)('%i leads to %s', async (code, state) => {
    const { object, socket, accountId } = await linkedAccount(runner, await someone())
    socket.say(closed(code))
    await until(state, async () => (await object.snapshot())?.state === state)
    await until(
      'row',
      async () => (await one<{ state: string }>('select state from whatsapp where id = ?', accountId)).state === state,
    )
  })

  test('515 logs in again at once and nobody notices', async () => {
    const { object, socket } = await linkedAccount(runner, await someone())
    const before = socket.commands.length
    socket.say(closed(515))
    await until('connect', () => socket.commands.slice(before).some((c) => c.kind === 'connect'))
    expect((await object.snapshot())?.state).toBe('connected')
  })

  test('rule disconnect-codes: 500 three times drops the Signal sessions, here and in the runner, and keeps the creds', async () => {
    const { object, socket } = await linkedAccount(runner, await someone())
    socket.say({ kind: 'rows', rows: [{ type: 'session', id: 's.0', owner: '628', data: 'AA==' }] })
    const types = () => inside(object, ({ sql }) => vaultCounts(sql).map((r) => r.type))
    socket.say(closed(500))
    socket.say(closed(500))
    await until('two', () => socket.acked > 0)
    expect(await types()).toEqual(['creds', 'session'])
    socket.say(closed(500))
    await until('dropped', async () => (await types()).join() === 'creds')
    await fire(object, 'reconnect')
    const brought = () => socket.commands.flatMap((c) => (c.kind === 'connect' ? c.rows.map(({ type }) => type) : []))
    await until('a login that brings the creds', () => brought().join() === 'creds')
  })

  test('rule reconnect: after 20 tries that reached WhatsApp it is given up, and only those count', async () => {
    const { object, socket } = await linkedAccount(runner, await someone())
    for (let i = 0; i < 30; i++) socket.say(closed(408, { reachedWhatsapp: false }))
    for (let i = 0; i < 20; i++) socket.say(closed(503))
    await until('reconnecting', async () => (await object.snapshot())?.state === 'reconnecting')
    socket.say(closed(503))
    await until('disconnected', async () => (await object.snapshot())?.state === 'disconnected')
  })

  test('rule reconnect: a login that ends at once is one more of the row, one that stood for a minute begins a new one', async () => {
    const { object, socket, me } = await linkedAccount(runner, await someone())
    const tries = async () => (await documentOf(object)).reconnectTries
    for (let i = 0; i < 20; i++) {
      socket.say(closed(503))
      socket.say({ kind: 'open', me })
    }
    await until('20', async () => (await tries()) === 20)
    expect((await object.snapshot())?.state).toBe('connected')
    await wakeWith(object, { openSince: Date.now() - 60_000 })
    socket.say(closed(503))
    await until('the first of a new row', async () => (await tries()) === 1)
    for (let i = 1; i < 20; i++) {
      socket.say({ kind: 'open', me })
      socket.say(closed(503))
    }
    await until('20 again', async () => (await tries()) === 20)
    socket.say({ kind: 'open', me })
    socket.say(closed(503))
    await until('disconnected', async () => (await object.snapshot())?.state === 'disconnected')
  })

  test('a draining runner hands back, and another one takes over with the next epoch', async () => {
    const { object, socket, accountId, epoch, me } = await linkedAccount(runner, await someone())
    const other = new FakeRunner('runner-other')
    await other.join()
    socket.say(closed(0))
    const { socket: taken, epoch: next } = await other.take(accountId, epoch)
    expect(next).toBeGreaterThan(epoch)
    taken.say({ kind: 'hello', connection: 'none', me: null })
    await until('connect', () => taken.commands.some((c) => c.kind === 'connect'))
    taken.say({ kind: 'open', me })
    await until('connected', async () => (await object.snapshot())?.state === 'connected')
    other.leave()
  })

  test('a runner that is to end works on until its successor dials, and the successor until then is told to come again', async () => {
    const { object, socket, accountId, epoch, me } = await linkedAccount(runner, await someone())
    const other = new FakeRunner('runner-successor')
    await other.join()
    socket.say({ kind: 'leaving' })
    const { socket: early, epoch: next } = await other.take(accountId, epoch)
    await until('not yet', () => early.closed === CLOSE.notYet)
    expect(next).toBe(epoch + 1)
    expect((await object.snapshot())?.state).toBe('connected')
    await until('told to let go', () => socket.commands.some((c) => c.kind === 'handOver'))
    socket.say(closed(0))
    await until('let go', async () => (await object.snapshot())?.state === 'reconnecting')
    const taken = await other.dial(accountId, next)
    taken.say({ kind: 'hello', connection: 'none', me: null })
    await until('connect', () => taken.commands.some((c) => c.kind === 'connect'))
    taken.say({ kind: 'open', me })
    await until('connected', async () => (await object.snapshot())?.state === 'connected')
    expect(other.opens.filter((o) => o.accountId === accountId)).toHaveLength(1)
    other.leave()
  })
  test('without a successor it is told to let go at once', async () => {
    const { object, socket, epoch } = await linkedAccount(runner, await someone())
    runner.send(JSON.stringify({ kind: 'draining' }))
    socket.say({ kind: 'leaving' })
    await until('told to let go', () => socket.commands.some((c) => c.kind === 'handOver'))
    expect((await documentOf(object)).epoch).toBe(epoch)
    runner.leave()
    await runner.join()
  })
})

test('removing an account logs out, frees number and proxy, and wipes the session', async () => {
  const { object, socket, accountId, phone } = await linkedAccount(runner, await someone())
  expect((await object.remove()).ok).toBe(true)
  await until('logout', () => socket.commands.some((c) => c.kind === 'disconnect' && c.logout))
  expect(await all('select 1 from whatsapp where phonenumber = ? and removed_at is null', phone)).toEqual([])
  expect(await all('select 1 from whatsapp where id = ? and removed_at is not null', accountId)).toHaveLength(1)
  expect(await inside(object, ({ sql }) => vaultCounts(sql))).toEqual([])
})
