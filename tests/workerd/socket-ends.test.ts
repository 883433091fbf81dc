// Every socket of a sign-in ends with it, on a person's own channel and on the admins', also while the channel sleeps.
import { createExecutionContext, evictDurableObject } from 'cloudflare:test'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ADMIN_CLIENT_ID } from '../../contract/ground/channels.ts'
import { DAY_MS } from '../../contract/ground/time.ts'
import { makeReset } from '../../domain/people/auth/reset-password.ts'
import { adminChannel, userChannel } from '../../durable-objects/stubs.ts'
import { until } from '../../scripts/drive/until.ts'
import type { EndedSignIns } from '../../durable-objects/rpc.ts'
import worker from '../../worker/index.ts'
import { ask, call, listen, ORIGIN } from './support/api.ts'
import { bound, db, run } from './support/database.ts'
import { makePerson, PASSWORD, type Person } from './support/people.ts'

afterEach(() => vi.restoreAllMocks())

/** Both sockets of one sign-in; `ended` names those that were closed, and why. */
const openBoth = async (token: string) => {
  const ended: Record<string, number> = {}
  const both = {
    own: await listen(`token=${token}`),
    admins: await listen(`deviceId=${ADMIN_CLIENT_ID}&token=${token}`),
  }
  for (const [name, { status, ws }] of Object.entries(both)) {
    expect([name, status]).toEqual([name, 101])
    ws?.addEventListener('close', ({ code }) => {
      ended[name] = code
      ws.close()
    })
  }
  return { ...both, ended }
}
const BOTH = { own: 4401, admins: 4401 }
const signIn = async (who: Person): Promise<string> =>
  (await ask<{ token: string }>('POST', '/auth/login', { body: { email: who.email, password: PASSWORD } })).json.token
const change = (by: string, id: string, body: object) => call('PUT', `/admin/users/${id}`, { token: by, body })

describe('rule socket-ends: sockets end with', () => {
  test('a sign-out, and no other sign-in’s', async () => {
    const [admin, neighbour] = [await makePerson('admin'), await makePerson('admin')]
    const [left, stays] = [await openBoth(admin.token), await openBoth(await signIn(admin))]
    const others = await openBoth(neighbour.token)
    await call('POST', '/auth/logout', { token: admin.token })
    await until('both closed', () => Object.keys(left.ended).length === 2)
    expect([left.ended, stays.ended, others.ended]).toEqual([BOTH, {}, {}])
  })
  test.each([
    ['another role', { role: 'member' }],
    ['a password that an admin sets', { password: 'sandi-baru-9', current_password: PASSWORD }],
    ['a revocation', { revoke_sessions: true }],
  ])('%s', async (_, body) => {
    const [person, dev] = [await makePerson('admin'), await makePerson('dev')]
    const sockets = [await openBoth(person.token), await openBoth(await signIn(person))]
    const others = await openBoth(dev.token)
    expect((await change(dev.token, person.id, body)).status).toBe(200)
    await until('all closed', () => sockets.every(({ ended }) => Object.keys(ended).length === 2))
    expect([...sockets.map(({ ended }) => ended), others.ended]).toEqual([BOTH, BOTH, {}])
  })
  test('a new password by link', async () => {
    const admin = await makePerson('admin')
    const { ended } = await openBoth(admin.token)
    const mail = await makeReset(db, { email: admin.email, origin: 'http://app.test', now: Date.now() })
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const body = { token, password: 'sandi-baru-1', password2: 'sandi-baru-1' }
    expect((await call('POST', '/auth/reset-password/confirm', { body })).status).toBe(200)
    await until('both closed', () => Object.keys(ended).length === 2)
    expect(ended).toEqual(BOTH)
  })
  test('their own new password, but those of the device that gave it', async () => {
    const admin = await makePerson('admin')
    const [here, there] = [await openBoth(admin.token), await openBoth(await signIn(admin))]
    const body = { password: 'sandi-baru-2', current_password: PASSWORD }
    expect((await change(admin.token, admin.id, body)).status).toBe(200)
    await until('both closed', () => Object.keys(there.ended).length === 2)
    expect([here.ended, there.ended]).toEqual([{}, BOTH])
  })
  test('a sign-out while both channels sleep', async () => {
    const admin = await makePerson('admin')
    const { ended } = await openBoth(admin.token)
    await evictDurableObject(adminChannel(bound))
    await evictDurableObject(userChannel(bound, admin.id))
    await call('POST', '/auth/logout', { token: admin.token })
    await until('both closed', () => Object.keys(ended).length === 2)
    expect(ended).toEqual(BOTH)
  })
})

const told = [{ event: 'withdraw', payload: { deviceId: ADMIN_CLIENT_ID } } as const]
describe('nothing is told to a socket', () => {
  test.each(['awake', 'asleep'])('rule socket-ends: whose sign-in ran out, %s', async (how) => {
    const admin = await makePerson('admin')
    await run('update sessions set expires_at = ? where user_id = ?', Date.now() + DAY_MS / 24, admin.id)
    const { own, admins, ended } = await openBoth(admin.token)
    if (how === 'asleep') {
      await evictDurableObject(adminChannel(bound))
      await evictDurableObject(userChannel(bound, admin.id))
    }
    const now = Date.now() + DAY_MS / 24 + 1
    vi.spyOn(Date, 'now').mockReturnValue(now)
    await adminChannel(bound).publish([...told])
    await userChannel(bound, admin.id).publish([...told])
    vi.restoreAllMocks()
    await until('both closed', () => Object.keys(ended).length === 2)
    expect([ended, own.events, admins.events]).toEqual([BOTH, [], []])
  })
  test('rule socket-ends: that has been open for a day; its page opens another, by the sign-in as it is then', async () => {
    const admin = await makePerson('admin')
    const { own, admins, ended } = await openBoth(admin.token)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + DAY_MS)
    await adminChannel(bound).publish([...told])
    await userChannel(bound, admin.id).publish([...told])
    vi.restoreAllMocks()
    await until('both closed', () => Object.keys(ended).length === 2)
    expect([own.events, admins.events]).toEqual([[], []])
  })
  test('rule socket-ends: that was opened while the sign-in ended', async () => {
    const admin = await makePerson('admin')
    const channel = {
      idFromName: () => ({}),
      get: () => ({
        fetch: async (request: Request) => {
          // the sign-out finds no socket, because this one is still on its way
          await call('POST', '/auth/logout', { token: admin.token })
          return adminChannel(bound).fetch(request)
        },
        disconnect: (which: EndedSignIns) => adminChannel(bound).disconnect(which),
      }),
    }
    const ctx = createExecutionContext()
    const request = new Request(`${ORIGIN}/api/ws?deviceId=${ADMIN_CLIENT_ID}&token=${admin.token}`, {
      headers: { upgrade: 'websocket' },
    })
    const env = { ...bound, ADMIN_CHANNEL: channel } as unknown as typeof bound
    const { webSocket } = await worker.fetch(request, env, ctx)
    webSocket?.accept()
    let code = 0
    webSocket?.addEventListener('close', (event) => void (code = event.code))
    await until('closed', () => code > 0)
    expect(code).toBe(4401)
  })
})
