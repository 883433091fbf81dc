import { exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { LINK_CONSENT_VERSION } from '../../contract/sending/whatsapp.ts'
import { userChannel } from '../../durable-objects/stubs.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask, listen, ORIGIN } from './support/api.ts'
import { all, bound, db, run } from './support/database.ts'
import { accountByHandle } from '../../domain/sending/whatsapp/store.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLevel, makePerson, type Person } from './support/people.ts'
import { linkedAccount, newClientBody, numbers, stage } from './support/stage.ts'

type Fail = { reason: string; msg: string }
type Wire = { id: string; clientid: string; state: string; status: string; user_id: string; version: number }
const runner = new FakeRunner('doors')
let member: Person
let other: Person
let admin: Person
let staff: Person
beforeAll(async () => {
  await makeLevel('l1', 100, 0)
  await stage()
  await numbers(1, 5)
  await runner.join()
  member = await makePerson('member')
  other = await makePerson('member')
  admin = await makePerson('admin')
  staff = await makePerson('staff')
})
const post = <T = Fail>(who: Person, path: string, body: object) =>
  ask<T>('POST', `/admin/whatsapp/${path}`, { token: who.token, body })
const newClient = (who: Person, deviceId: string, more: object = {}) =>
  post<Fail & { id: string; clientid: string; proxyId: null }>(who, 'new-client', newClientBody(who.id, deviceId, more))

describe('linking', () => {
  test('rule informed-consent: a member’s first link needs consent to the current text, once', async () => {
    const person = await makePerson('member')
    expect((await newClient(person, 'device-a1', { consentVersion: null })).json.reason).toBe('consent_required')
    expect((await newClient(person, 'device-a1', { consentVersion: 'old' })).json.reason).toBe('consent_required')
    expect((await newClient(person, 'device-a1')).status).toBe(200)
    expect((await newClient(person, 'device-a2', { previousDeviceId: 'device-a1', consentVersion: null })).status).toBe(
      200,
    )
    const [row] = await all('select link_consent_version from users where id = ?', person.id)
    expect(row).toEqual({ link_consent_version: LINK_CONSENT_VERSION })
  })
  test('rule account-identity: mints an account for a client id and finds it again', async () => {
    const first = await newClient(member, 'device-b1')
    const again = await newClient(member, 'device-b1')
    expect(first.json).toMatchObject({ clientid: 'device-b1', proxyId: null })
    expect(again.json.id).toBe(first.json.id)
    expect((await ask('GET', '/admin/whatsapp/client-state/device-b1', { token: member.token })).json).toEqual({
      state: 'unknown',
    })
    expect((await post(member, 'save', { clientid: 'device-b1', serialized: { creds: 1 } })).json.reason).toBe(
      'not_connected',
    )
  })
  test('rule account-identity: with somebody else’s client id or name is refused', async () => {
    await newClient(member, 'device-b2')
    for (const who of [other, admin]) {
      const { status, json } = await newClient(who, 'device-b2')
      expect([status, json.reason]).toEqual([403, 'clientid_taken'])
    }
    expect((await newClient(other, 'device-b3', { userId: member.id })).json.reason).toBe('forbidden')
  })
  test('is for blasts with members, for number checks with staff', async () => {
    expect((await newClient(member, 'device-c1', { purpose: 'generator' })).json.reason).toBe('forbidden')
    expect((await newClient(staff, 'device-c2')).json.reason).toBe('forbidden')
    expect((await newClient(staff, 'device-c2', { purpose: 'validator' })).status).toBe(200)
  })
  test.each([[{ deviceId: 'x' }], [{ deviceId: 'with space 123' }], [{ phoneNumber: '123' }], [{ purpose: 'spam' }]])(
    'refuses %j',
    async (more) => {
      expect((await newClient(member, 'device-d1', more)).status).toBe(422)
    },
  )
  test('without a free proxy is refused, never direct', async () => {
    await bound.DB.prepare(
      `insert into proxies (id, value, status, created_at) values ('p', 'http://a:1', 'nonactive', 0)`,
    ).run()
    const { status, json } = await newClient(member, 'device-e1')
    expect([status, json.msg]).toEqual([503, 'Proxy tidak tersedia. Coba lagi.'])
    await bound.DB.prepare('delete from proxies').run()
  })
})

describe('a linked account', () => {
  let account: Awaited<ReturnType<typeof linkedAccount>>
  let clientid: string
  beforeAll(async () => {
    account = await linkedAccount(runner, member.id)
    clientid = `client-${account.accountId}`
    await bound.DB.prepare('insert into client_aliases values (?, ?, ?, 1)')
      .bind(clientid, account.accountId, member.id)
      .run()
  })

  test('rule session-vault: is shown by id and by client id, without its session', async () => {
    for (const handle of [account.accountId, clientid]) {
      const { json } = await ask<{ whatsapp: Wire }>('GET', `/admin/whatsapp/${handle}`, { token: member.token })
      expect(json.whatsapp).toMatchObject({ id: account.accountId, clientid, state: 'connected', status: 'idle' })
      expect(json.whatsapp).not.toHaveProperty('serialized')
    }
    const state = await ask('GET', `/admin/whatsapp/client-state/${clientid}`, { token: member.token })
    expect(state.json).toEqual({ state: 'CONNECTED' })
    const saved = await post<{ success: boolean; whatsapp: Wire }>(member, 'save', {
      clientid,
      serialized: 'x',
      user_id: other.id,
    })
    expect(saved.json).toMatchObject({ success: true, whatsapp: { user_id: member.id } })
  })
  test('rule account-states: stands in its owner’s list and counts, filtered by state and search', async () => {
    const list = async (query: string) =>
      (await ask<{ data: Wire[] }>('GET', `/admin/whatsapp/list-per-page?${query}`, { token: member.token })).json.data
        .length
    expect(await list('')).toBe(1)
    expect(await list('status=connected')).toBe(1)
    expect(await list('status=loggedOut')).toBe(0)
    expect(await list(`search=${account.phone.slice(0, 9)}`)).toBe(1)
    expect(await list('search=62999')).toBe(0)
    const count = await ask('GET', `/admin/whatsapp/count/${member.id}`, { token: member.token })
    expect(count.json).toEqual({ connectedCount: 1, disconnectedCount: 0 })
    expect((await ask('GET', '/admin/users/active', { token: admin.token })).json).toEqual({ count: 1 })
  })
  test('says whose it is to admin and dev, in everybody’s list alone', async () => {
    const shown = async (who: Person, query = ''): Promise<object> => {
      const path = `/admin/whatsapp/list-per-page?search=${account.accountId}${query}`
      return (await ask<{ data: object[] }>('GET', path, { token: who.token })).json.data[0] ?? {}
    }
    const [{ name } = { name: '' }] = await all<{ name: string }>(
      `select firstname || ' ' || lastname as name from users where id = ?`,
      member.id,
    )
    expect(await shown(admin)).toMatchObject({ user_id: member.id, owner_name: name.trim() })
    expect(await shown(admin, `&user_id=${member.id}`)).not.toHaveProperty('owner_name')
    expect(await shown(member)).not.toHaveProperty('owner_name')
  })
  test('at work is shown as its object knows it, however old its row is', async () => {
    const busy = await linkedAccount(runner, other.id)
    const shown = async (): Promise<unknown> =>
      (await ask<{ data: Wire[] }>('GET', '/admin/whatsapp/list-per-page', { token: other.token })).json.data[0]
    const age = (status: string) =>
      bound.DB.prepare('update whatsapp set status = ?, count_success = 77, version = 0 where id = ?')
        .bind(status, busy.accountId)
        .run()
    await age('idle')
    expect(await shown()).toMatchObject({ count_success: 77, status: 'idle' })
    await age('sending')
    expect(await shown()).toMatchObject({ count_success: 0, status: 'idle' })
  })
  test('is offered for number checks only to its owner', async () => {
    const offered = async (who: Person): Promise<string[]> =>
      (
        await ask<{ data: Wire[] }>('GET', '/admin/whatsapp/list-per-page?checks=1', { token: who.token })
      ).json.data.map(({ id }) => id)
    const forChecks = await linkedAccount(runner, staff.id)
    await bound.DB.prepare(`update whatsapp set purpose = 'validator' where id = ?`).bind(forChecks.accountId).run()
    expect(await offered(staff)).toEqual([forChecks.accountId])
    expect(await offered(admin)).toEqual([forChecks.accountId])
    expect(await offered(member)).toEqual([account.accountId])
  })
  test('rule blast-loop: starts and stops by client id, and cannot be reset meanwhile', async () => {
    const started = await post<{ whatsapp: Wire }>(member, 'start-blasting', {
      whatsappClientId: clientid,
      socketClientId: clientid,
      loop: true,
    })
    expect(started.json.whatsapp).toMatchObject({ status: 'sending', blasting: true })
    await until('first message', () => account.socket.sends().length > 0)
    expect((await post(member, 'reset', { id: account.accountId })).json.reason).toBe('account_busy')
    const stopped = await post<Fail>(member, 'stop-blasting', { whatsappClientId: account.accountId })
    expect(stopped.status).toBe(200)
  })
  test('takes its owner’s interval, not under the floor', async () => {
    const put = (min: unknown, max: unknown) =>
      ask<Fail>('PUT', '/admin/whatsapp/interval', {
        token: member.token,
        body: { id: account.accountId, blast_interval_min: min, blast_interval_max: max },
      })
    expect((await put('3.9', 8)).json).toMatchObject({ blast_interval_min: '3', blast_interval_max: '8' })
    expect((await put(-1, 8)).json.reason).toBe('interval_below_floor')
    expect((await put(9, 8)).json.reason).toBe('interval_order')
    expect((await put('abc', 8)).json.reason).toBe('invalid_input')
    const [row] = await all('select blast_interval_min, blast_interval_max from users where id = ?', member.id)
    expect(row).toEqual({ blast_interval_min: 3, blast_interval_max: 8 })
  })
  test('rule suspension: that is not blocked is activated by an admin only', async () => {
    expect((await post(member, 'activate', { id: account.accountId })).status).toBe(403)
    expect(
      (
        await ask('PUT', '/admin/whatsapp/status', {
          token: other.token,
          body: { id: account.accountId, status: 'idle' },
        })
      ).status,
    ).toBe(403)
  })
})

describe('the realtime door', () => {
  const ticketOf = async (who: Person): Promise<string> =>
    (await ask<{ ticket: string }>('POST', '/auth/ws-ticket', { token: who.token, body: {} })).json.ticket

  test('rule socket-ticket: opens with the bearer, or with a ticket once', async () => {
    expect((await listen(`deviceId=client-${member.id}&token=${member.token}`)).status).toBe(101)
    const ticket = await ticketOf(member)
    expect((await listen(`deviceId=x&token=${ticket}`)).status).toBe(101)
    expect((await listen(`deviceId=x&token=${ticket}`)).status).toBe(401)
    expect((await listen(`deviceId=x&token=${ticket.slice(0, -1)}0`)).status).toBe(401)
    expect((await listen('deviceId=x')).status).toBe(401)
  })
  test('rule socket-ticket: opens for our page only', async () => {
    const from = async (origin: string) => {
      const headers = { upgrade: 'websocket', origin }
      return (await exports.default.fetch(new Request(`${ORIGIN}/api/ws?token=${member.token}`, { headers }))).status
    }
    expect([await from(ORIGIN), await from('http://localhost:8787')]).toEqual([101, 101])
    for (const origin of ['https://evil.example', 'null', `${ORIGIN}.evil.example`, 'http://127.0.0.1.evil.example'])
      expect([origin, await from(origin)]).toEqual([origin, 403])
  })
  test('shows nobody another’s channel', async () => {
    expect((await listen(`deviceId=client-${other.id}&token=${member.token}`)).status).toBe(403)
    expect((await listen(`deviceId=client-admin&token=${member.token}`)).status).toBe(403)
    expect((await listen(`deviceId=client-admin&token=${staff.token}`)).status).toBe(403)
    expect((await listen(`deviceId=client-admin&token=${admin.token}`)).status).toBe(101)
  })
  test('brings count_synced when a list is refreshed, and closes with its sign-in', async () => {
    const person = await makePerson('member')
    await linkedAccount(runner, person.id)
    const { ws, events } = await listen(`token=${person.token}`)
    let closed = 0
    ws?.addEventListener('close', (e) => {
      closed = e.code
    })
    await ask('GET', '/admin/whatsapp/list-per-page?synced=1', { token: person.token })
    await until('count_synced', () => events.some((e) => e.event === 'count_synced'))
    await ask('POST', '/auth/logout', { token: person.token })
    await until('close', () => closed > 0)
    expect((await userChannel(bound, person.id).publish([])).listeners).toBe(0)
  })
})

test('rule account-identity: a client id that is an account’s id, any UUID, or a channel’s name is nobody’s to choose', async () => {
  const victim = await makePerson('member')
  const { accountId } = await linkedAccount(runner, victim.id)
  await run(`insert into whatsapp (id, clientid, user_id, purpose, state, status, created_at)
    values ('akun-lama', 'akun-lama-c', 'x', 'blast', 'connected', 'idle', 0)`)
  for (const deviceId of [
    accountId,
    'akun-lama',
    crypto.randomUUID().toUpperCase(),
    'client-admin',
    `CLIENT-${victim.id}`,
  ]) {
    const body = { deviceId, consentVersion: LINK_CONSENT_VERSION }
    const { status, json } = await ask<{ reason: string }>('POST', '/admin/whatsapp/new-client', {
      token: other.token,
      body,
    })
    expect([deviceId, status, json.reason]).toEqual([deviceId, 422, 'clientid_reserved'])
  }
  expect(await all('select 1 from client_aliases where user_id = ?', other.id)).toEqual([])
  // an alias of before that has the id of an account still does not name another one
  await run(
    `insert into whatsapp (id, clientid, user_id, purpose, state, status, created_at)
    values ('aa-perebut', 'aa-perebut-c', ?, 'blast', 'connected', 'idle', 0)`,
    other.id,
  )
  await run(
    'insert into client_aliases (clientid, account_id, user_id, created_at) values (?, ?, ?, 0)',
    accountId,
    'aa-perebut',
    other.id,
  )
  expect((await accountByHandle(db, accountId))?.user_id).toBe(victim.id)
  await run('delete from client_aliases where clientid = ?', accountId)
  await run(`delete from whatsapp where id in ('akun-lama', 'aa-perebut')`)
})
