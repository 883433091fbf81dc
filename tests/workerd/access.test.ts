import { exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '../../contract/api/call.ts'
import { ROUTES } from '../../contract/api/table.ts'
import { ROLES, type Role } from '../../contract/people/role-table.ts'
import { app } from '../../worker/app.ts'
import { call, ORIGIN } from './support/api.ts'
import { bound } from './support/database.ts'
import { makeLevel, makePerson, type Person } from './support/people.ts'

type Entry = { key: string; method: string; path: string; access: Call }
const table: Entry[] = ROUTES.map(([key, access]) => {
  const [method = '', path = ''] = key.split(' ')
  return { key, method, path, access }
})
const people = {} as Record<Role, Person>
let other: Person
/** Admins once: their sign-in ran out, was signed out, or ended with their role. */
const ended = {} as Record<'expired' | 'revoked' | 'demoted', Person>

const account = async (id: string, userId: string): Promise<void> => {
  await bound.DB.batch([
    bound.DB.prepare(`insert into whatsapp (id, clientid, user_id, purpose, phonenumber, state, status, created_at)
      values (?, ?, ?, 'blast', ?, 'disconnected', 'idle', 1)`).bind(
      id,
      `client.${id}`,
      userId,
      `62812${id.length}${userId.length}${id}`,
    ),
    bound.DB.prepare('insert into client_aliases values (?, ?, ?, 1)').bind(`client.${id}`, id, userId),
  ])
}
beforeAll(async () => {
  await makeLevel('l1', 100, 0)
  for (const role of ROLES) {
    people[role] = await makePerson(role)
    await account(`acc-${role}`, people[role].id)
  }
  other = await makePerson('member')
  await account('acc-other', other.id)
  for (const how of ['expired', 'revoked', 'demoted'] as const) ended[how] = await makePerson('admin')
  await bound.DB.prepare('update sessions set expires_at = 1 where user_id = ?').bind(ended.expired.id).run()
  expect((await call('POST', '/auth/logout', { token: ended.revoked.token })).status).toBe(200)
  const demoted = { token: people.dev.token, body: { role: 'member' } }
  expect((await call('PUT', `/admin/users/${ended.demoted.id}`, demoted)).status).toBe(200)
})

const makeWithdraw = (id: string, userId: string): Promise<unknown> =>
  bound.DB.prepare(`insert or replace into withdraws (id, user_id, nominal, status, account_name, account_bank,
      account_number, created_at) values (?, ?, 10000, 'requested', '', '', '', 1)`)
    .bind(id, userId)
    .run()

/** A job whose id is the account's it asks through; the walk deletes some. */
const makeCheck = (kind: string, accountId: string, userId: string): Promise<unknown> =>
  bound.DB.prepare(`insert or replace into number_checks (id, kind, user_id, whatsapp_id, start_number, end_number,
      total, interval_min, interval_max, created_at, updated_at)
    values (?, ?, ?, ?, '6281200000001', '6281200000009', 9, 1, 2, 1, 1)`)
    .bind(accountId, kind, userId, accountId)
    .run()

const bodyOf = (rule: Call['own'], id: { account: string; user: string }) => {
  if (rule === 'account')
    return {
      id: id.account,
      whatsappClientId: id.account,
      status: 'idle',
      blast_interval_min: 5,
      blast_interval_max: 9,
    }
  if (rule === 'client' || rule === 'newClient')
    return { deviceId: `client.${id.account}`, clientid: `client.${id.account}`, userId: id.user }
  if (rule === 'ownAccount') return { id: id.account, nickname: 'Toko' }
  if (rule === 'withdraw') return { id: id.account }
  if (rule === 'check') return { id: id.account, whatsapp_id: id.account, interval_min: 1, interval_max: 2 }
  return { userId: id.user }
}
const send = async (entry: Entry, who: Person | null, id: { account: string; user: string }): Promise<Response> => {
  const byUser = entry.access.own === 'user'
  if (entry.access.own === 'check') await makeCheck(entry.path.split('/')[2] ?? '', id.account, id.user)
  const handle = entry.access.own === 'client' ? `client.${id.account}` : byUser ? id.user : id.account
  if (['withdraw', 'proof'].includes(entry.access.own)) await makeWithdraw(id.account, id.user)
  const path = entry.path.replace(/:userId/, id.user).replace(/:[a-zA-Z]+/, handle)
  const body = entry.method === 'GET' ? undefined : bodyOf(entry.access.own, id)
  // the one that answers when something happens is asked to answer now
  const query = entry.path.includes('listen-message') ? '?wait=0' : ''
  return call(entry.method, `${path}${query}`, { token: who?.token, body })
}
const reasonOf = async (response: Response): Promise<string> =>
  (await response.json<{ reason?: string }>()).reason ?? ''
const open = (access: Call): boolean => access.audience !== 'people'

test('every mounted route stands in the table, and every entry is mounted', () => {
  const mounted = new Set(
    app.routes
      .filter((route) => route.method !== 'ALL')
      .map(
        (route) =>
          `${route.method} ${route.path
            .replace(/^\/api/, '')
            .replace(/\{[^}]*\}/g, '')
            .replace(/:accountId/, ':id')}`,
      ),
  )
  expect([...mounted].toSorted()).toEqual(ROUTES.map(([key]) => key).toSorted())
})

describe.each(table.filter((entry) => !open(entry.access)))('$key', (entry) => {
  test('is closed to nobody, to a stranger’s token, to one that ran out and to one that was taken back', async () => {
    const theirs = { account: 'acc-other', user: other.id }
    const response = await send(entry, null, theirs)
    expect([response.status, await reasonOf(response)]).toEqual([401, 'missing_token'])
    for (const token of ['x'.repeat(43), ended.expired.token, ended.revoked.token, ended.demoted.token]) {
      const answer = await send(entry, { ...ended.expired, token }, theirs)
      expect([answer.status, await reasonOf(answer)]).toEqual([401, 'invalid_token'])
    }
  })
  test.each(ROLES)('rule ownership: asked by %s for their own and for another’s', async (role) => {
    const { roles } = entry.access
    // signing out would end the walk for this person
    const who = entry.path === '/auth/logout' ? await makePerson(role) : people[role]
    const theirs = await send(entry, who, { account: 'acc-other', user: other.id })
    const sees = role === 'admin' || role === 'dev'
    const owned = ['user', 'account', 'client', 'check'].includes(entry.access.own)
    if (!roles.includes(role)) expect([theirs.status, await reasonOf(theirs)]).toEqual([403, 'forbidden'])
    else if (
      (entry.access.own === 'proof' && role === 'member') ||
      (owned && !sees) ||
      ['body', 'withdraw', 'ownAccount'].includes(entry.access.own)
    )
      expect([theirs.status, await reasonOf(theirs)]).toEqual([403, 'forbidden'])
    else if (entry.access.own === 'newClient')
      expect([theirs.status, await reasonOf(theirs)]).toEqual([403, 'clientid_taken'])
    else expect([401, 405, 500]).not.toContain(theirs.status)
    if (!roles.includes(role)) return
    if (entry.path === '/auth/logout') return
    const own = await send(entry, who, { account: `acc-${role}`, user: who.id })
    expect([401, 405, 500]).not.toContain(own.status)
    if (owned || ['withdraw', 'proof', 'ownAccount'].includes(entry.access.own))
      expect(await reasonOf(own)).not.toBe('forbidden')
    else if (entry.access.own === 'newClient') expect(await reasonOf(own)).not.toBe('clientid_taken')
  })
})

test('rule ownership: a list never shows a member another’s rows, whatever the query says', async () => {
  for (const key of ['/admin/whatsapp/list-per-page', '/admin/whatsapp/list']) {
    for (const wanted of [other.id, 'null', '']) {
      const response = await call('GET', `${key}?user_id=${wanted}&userId=${wanted}`, { token: people.member.token })
      const { data } = await response.json<{ data: { user_id: string }[] }>()
      expect(data.map((row) => row.user_id)).toEqual([people.member.id])
    }
  }
})

test('runners’ doors need a signature', async () => {
  for (const entry of table.filter((e) => e.access.audience === 'runner')) {
    const response = await exports.default.fetch(
      new Request(`${ORIGIN}/api${entry.path}`, { headers: { upgrade: 'websocket' } }),
    )
    expect(response.status).toBe(401)
  }
})
