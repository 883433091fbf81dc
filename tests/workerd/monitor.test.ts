// The developer monitor: what stands in it, what must never stand in it, and who may look.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type {
  LocalAccount,
  LocalFleet,
  RemoteAccount,
  RemoteFleet,
  RunnerReport,
  SocketView,
} from '../../contract/operation/monitor.ts'
import type { BrowserEvent } from '../../contract/operation/events.ts'
import { eventFrame } from '../support/event-frames.ts'
import { adminChannel, userChannel } from '../../durable-objects/stubs.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import { bound, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makePerson, type Person } from './support/people.ts'
import { acked, inside, linkedAccount, numbers, stage } from './support/stage.ts'
import { fire } from './support/document.ts'

const runner = new FakeRunner('runner-m')
const SECRET_ROW = 'c2VjcmV0LWtleS1yb3c='
const PROXY_PASSWORD = 'sandi-proxy-rahasia'
let dev: Person
let owner: Person
const report: RunnerReport = {
  version: '1.0.0',
  node: '24.0.0',
  baileys: '7.0.0',
  pid: 7,
  uptime: 60,
  rssMb: 100,
  heapMb: 50,
  lagMs: 1,
  capacity: 100,
  draining: false,
  accounts: 1,
  socketsOpen: 1,
  sockets: 1,
}
beforeAll(async () => {
  await stage()
  dev = await makePerson('dev')
  owner = await makePerson('member')
  await run('update users set blast_interval_min = 0, blast_interval_max = 0')
  await runner.join()
})
beforeEach(() => run('delete from phone_numbers'))

const get = async <T>(path: string): Promise<{ status: number; data: T; text: string }> => {
  const { status, json } = await ask<{ data: T }>('GET', `/dev/monitor/${path}`, { token: dev.token })
  return { status, data: json.data, text: JSON.stringify(json) }
}
const listen = async (
  channel: ReturnType<typeof adminChannel | typeof userChannel>,
  headers: Record<string, string>,
) => {
  const response = await channel.fetch('https://channel/ws', { headers: { upgrade: 'websocket', ...headers } })
  const events: BrowserEvent[] = []
  const ws = response.webSocket
  if (!ws) throw new Error('no socket')
  ws.accept()
  ws.addEventListener('message', ({ data }) => {
    if (data === 'pong') return
    const frame = eventFrame.parse(JSON.parse(String(data)))
    events.push(...('events' in frame ? frame.events : [frame]))
  })
  return { ws, events }
}

describe('local', () => {
  test('shows the object’s state, and no key, credential or text stands in it', async () => {
    await numbers(0, 2)
    const { object, socket, accountId } = await linkedAccount(runner, owner.id)
    await inside(object, ({ sql }) => {
      const { value } = sql.exec<{ value: string }>('select value from document').one()
      expect(value).toContain('"proxy":null')
    })
    socket.say({ kind: 'rows', rows: [{ type: 'session', id: 's.0', owner: null, data: SECRET_ROW }] })
    await object.start()
    const sent = await until('send', () => socket.sends()[0])
    await until('stored', () => socket.acked > 0)
    const { data, text } = await get<LocalAccount>(`local?id=${accountId}`)
    expect(data).toMatchObject({
      scope: 'account',
      id: accountId,
      user_id: owner.id,
      state: 'connected',
      status: 'sending',
      runnerSocket: true,
      buffer: { count: 1 },
      check: null,
      attempts: { counts: { pending: 1 } },
    })
    expect(data.attempts.last[0]).toMatchObject({ number: sent.number, messageId: sent.messageId, outcome: 'pending' })
    expect(data.timers.map((t) => t.name)).toContain('ack')
    expect(data.rules).toMatchObject({ price: 100, dailyCap: 1000, templates: [{ id: 't1' }] })
    expect(data.document).toMatchObject({ run: { attempted: 1 }, linked: true })
    expect(data.vault).toEqual(expect.arrayContaining([expect.objectContaining({ type: 'creds', rows: 1 })]))
    for (const secret of [
      SECRET_ROW,
      'e30=',
      'Halo',
      sent.content.text,
      dev.token,
      bound.LINK_KEYS,
      bound.SUPPRESSION_KEYS,
    ])
      expect(text).not.toContain(secret)
    await object.stop()
    socket.say(acked(socket, 0))
  })

  test('shows a proxy without its credentials', async () => {
    await run(
      `insert into proxies (id, value, status, created_at) values ('px', 'http://orang:${PROXY_PASSWORD}@p.test:80', 'active', 1)`,
    )
    const { accountId } = await linkedAccount(runner, owner.id)
    const { data, text } = await get<LocalAccount>(`local?id=${accountId}`)
    expect(data.document['proxy']).toEqual({ id: 'px', value: 'http://•••@p.test:80' })
    expect(text).not.toContain(PROXY_PASSWORD)
    await run('delete from proxies')
  })

  test('without id sums up the fleet, and an unknown id is not found', async () => {
    const { data } = await get<LocalFleet>('local')
    expect(data.scope).toBe('fleet')
    expect(data.accounts).toBe(Object.values(data.states).reduce((sum, n) => sum + n, 0))
    expect(data.accounts).toBeGreaterThanOrEqual(2)
    expect((await get('local?id=nobody-knows')).status).toBe(404)
  })
})

describe('remote', () => {
  test('brings the runner’s report and the account’s session there', async () => {
    const { accountId, epoch } = await linkedAccount(runner, owner.id)
    const session = {
      accountId,
      epoch,
      connection: 'open' as const,
      hasLease: true,
      linkOpen: true,
      factsWaiting: 0,
      sendsUnderWay: 0,
      hasKeys: true,
      heldFor: 3,
    }
    runner.report = { report, session }
    const { data } = await get<RemoteAccount>(`remote?id=${accountId}`)
    expect(data).toMatchObject({
      answer: 'answered',
      lease: { epoch, runnerId: 'runner-m', connection: 'open' },
      runner: { runnerId: 'runner-m', report },
      session,
    })
    expect(data.lease.runsOutIn).toBeGreaterThan(0)
    const fleet = await get<RemoteFleet>('remote')
    expect(fleet.data.runners.map((r) => [r.runnerId, r.answer])).toEqual([['runner-m', 'answered']])
  })

  test('says so when the runner is silent, and when none holds the account', async () => {
    const { accountId, object } = await linkedAccount(runner, owner.id)
    runner.report = null
    const silent = await get<RemoteAccount>(`remote?id=${accountId}`)
    expect(silent.data).toMatchObject({ answer: 'no_answer', runner: { report: null }, session: null })
    await run('insert into client_aliases values (?, ?, ?, 1)', `client-${accountId}`, accountId, owner.id)
    expect((await object.remove()).ok).toBe(true)
    await fire(object, 'lease')
    const none = await get<RemoteAccount>(`remote?id=client-${accountId}`)
    expect(none.data).toMatchObject({ answer: 'no_runner', runner: null, lease: { runnerId: null } })
    expect(none.data.msg).toBe('Tidak ada mesin pengirim yang memegang akun ini.')
  })
})

test('socket counts who listens, and says nothing of sign-ins', async () => {
  const { accountId, epoch } = await linkedAccount(runner, owner.id)
  const hash = 'f'.repeat(64)
  const mine = await listen(userChannel(bound, owner.id), { 'x-session': hash, 'x-device': `client-${owner.id}` })
  mine.ws.send('ping')
  await until('ping', async () => (await userChannel(bound, owner.id).sockets())[0]?.lastPing)
  const { data, text } = await get<SocketView>(`socket?id=${accountId}`)
  expect(data.channels).toEqual([
    expect.objectContaining({
      userId: owner.id,
      count: 1,
      sockets: [expect.objectContaining({ device: `client-${owner.id}` })],
    }),
  ])
  expect(data.control.map((s) => s.device)).toEqual(['runner-m'])
  expect(data.account).toEqual([expect.objectContaining({ device: 'runner-m', epoch, current: true })])
  expect(text).not.toContain(hash)
  const fleet = await get<SocketView>('socket')
  expect(fleet.data.channels.map((c) => c.userId)).toEqual([owner.id])
  mine.ws.close()
})

test('the admins’ channel names the sender, and a filtered listener hears of one account only', async () => {
  const everything = await listen(adminChannel(bound), { 'x-session': 's', 'x-device': 'client-admin' })
  const first = await linkedAccount(runner, owner.id)
  const filtered = await listen(adminChannel(bound), { 'x-device': 'client-admin', 'x-only': first.accountId })
  const second = await linkedAccount(runner, owner.id)
  const about = (events: BrowserEvent[]) => new Set(events.map((e) => e.payload.sender?.id))
  await first.object.stop()
  await second.object.stop()
  const last = (events: BrowserEvent[]) => events.some((e) => e.event === 'stop')
  // accounts of before may have something to tell as well
  const both = () => [first, second].every(({ accountId }) => about(everything.events).has(accountId))
  await until('all of it', () => last(filtered.events) && both())
  expect(about(filtered.events)).toEqual(new Set([first.accountId]))
  expect(filtered.events.at(-1)).toMatchObject({
    payload: {
      deviceId: `client-${first.accountId}`,
      sender: { id: first.accountId, user_id: owner.id, state: 'connected', status: 'idle' },
    },
  })
  expect(filtered.events.every((e) => e.seq === undefined)).toBe(true)
  everything.ws.close()
  filtered.ws.close()
})

describe('listen-message-created', () => {
  test('answers the next message on record, without its text, and null when none comes', async () => {
    await numbers(10, 1)
    const { object, socket, accountId } = await linkedAccount(runner, owner.id)
    const path = `/admin/whatsapp/listen-message-created/${accountId}`
    const none = await ask('GET', `${path}?wait=0`, { token: owner.token })
    expect(none.json).toEqual({ message: null, data: null })
    const waiting = ask<{ message: Record<string, unknown> }>('GET', path, { token: owner.token })
    await object.start()
    const sent = await until('send', () => socket.sends()[0])
    const { json } = await waiting
    expect(json.message).toMatchObject({ id: sent.messageId, number: sent.number, template_id: 't1' })
    expect(JSON.stringify(json)).not.toContain('Halo')
    const other = await makePerson('member')
    expect((await ask('GET', path, { token: other.token })).status).toBe(403)
    // the sign-in that asked ends before the next message
    const over = ask<{ reason: string }>('GET', path, { token: owner.token })
    await run('delete from sessions where user_id = ?', owner.id)
    await numbers(11, 1)
    socket.say(acked(socket, 0))
    await until('the second send', () => socket.sends()[1])
    expect(await over).toMatchObject({ status: 401, json: { reason: 'invalid_token' } })
    await object.stop()
    socket.say(acked(socket, 1))
  })
})
