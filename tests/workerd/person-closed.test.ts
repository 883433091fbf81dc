// An admin closes a person; who may, and how the list shows it (rule person-status).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../contract/ground/time.ts'
import { hashToken, newSignInToken } from '../../domain/ground/crypto/token.ts'
import { openSession } from '../../domain/people/auth/store.ts'
import { runBatch } from '../../domain/ground/db/connection.ts'
import { until } from '../../scripts/drive/until.ts'
import { cron } from './support/cron.ts'
import { ask, call, listen } from './support/api.ts'
import { stageBlasts } from './support/blasting.ts'
import { all, db, one, run } from './support/database.ts'
import { makePerson, PASSWORD, type Person } from './support/people.ts'
import { linkedAccount } from './support/stage.ts'
import {
  answer,
  booksAreEqual,
  booksOf,
  claimed,
  isRemoved,
  login,
  ownerOf,
  request,
  stopping,
  type Fail,
} from './support/stops.ts'
import type { User } from '../../contract/people/users.ts'

const { runner, someone, blasting } = stageBlasts('person-closed')
let admin: Person
let staff: Person
beforeAll(async () => {
  admin = await makePerson('admin')
  staff = await makePerson('staff')
})
const { turn, pause, close, open, earner, decide } = stopping(() => admin)

describe('rule person-closed: a closed person is out', () => {
  test('every sign-in and socket ends; the sign-in says so after the right password alone', async () => {
    const person = await makePerson('member')
    const { ws } = await listen(`token=${person.token}`)
    const ended = new Promise<number>((done) => ws?.addEventListener('close', ({ code }) => done(code)))
    expect((await login(person)).status).toBe(200)
    await close(person.id, 'Nomor disalahgunakan')
    expect(await ended).toBe(4401)
    expect((await call('GET', '/admin/sending-pause', { token: person.token })).status).toBe(401)
    expect((await login(person, 'salah-sekali')).json.reason).toBe('login_failed')
    const refused = await login(person)
    expect([refused.status, refused.json]).toMatchObject([
      403,
      { reason: 'account_closed', msg: expect.stringContaining('Nomor disalahgunakan') },
    ])
    expect(await all('select 1 from sessions where user_id = ?', person.id)).toEqual([])
    await open(person.id)
    expect((await login(person)).status).toBe(200)
  })

  test('a sign-in that was checked before the close opens nothing after it', async () => {
    const person = await makePerson('member')
    await close(person.id)
    const token = newSignInToken(person)
    await runBatch(db, [openSession(db, { tokenHash: await hashToken(token), userId: person.id, now: Date.now() })])
    expect((await call('POST', '/auth/validate', { token, body: {} })).status).toBe(401)
  })

  test('their blast ends after the message in flight, and the accounts are logged out and removed', async () => {
    const account = await blasting(3)
    const owner = await ownerOf(account)
    const resting = await linkedAccount(runner, owner)
    await close(owner)
    await isRemoved(resting.accountId)
    expect(resting.socket.commands).toContainEqual(expect.objectContaining({ kind: 'disconnect', logout: true }))
    await answer(account, 0)
    await isRemoved(account.accountId)
    expect(account.socket.sends()).toHaveLength(1)
    await until('its numbers are free', async () => (await claimed()) === 0)
    await open(owner)
    const again = await linkedAccount(runner, owner)
    await again.object.start()
    await until('it sends again', () => again.socket.sends()[0])
    await again.object.stop()
  })

  test.each([
    ['a minute', MINUTE_MS],
    ['an hour', HOUR_MS],
  ])('an account that was linked in the moment of the close is removed by the cron, %s later, too', async (_, ms) => {
    const owner = await someone()
    await close(owner)
    const { accountId } = await linkedAccount(runner, owner)
    await run('update users set status_at = status_at - ? where id = ?', ms, owner)
    await cron()
    await isRemoved(accountId)
  })

  test('the books stay as they are, a waiting request stays for staff, and the person can be opened again', async () => {
    const person = await earner(50_000)
    const waiting = (await request(person, 20_000)).json.data.id
    const before = await booksOf(person)
    await close(person.id)
    expect(await booksOf(person)).toEqual(before)
    expect((await decide(waiting, 'accepted')).status).toBe(200)
    expect((await booksOf(person)).balance).toEqual({ balance_sen: 3_000_000 })
    await booksAreEqual()
    expect((await turn(person.id, { status: 'paused', reason: 'x' })).json.reason).toBe('status_moved')
    expect((await open(person.id)).json.user.status).toBe('active')
  })

  test('a request on its way when the person is closed holds nothing', async () => {
    const person = await earner(20_000)
    await run(`update users set status = 'closed', status_reason = 'x' where id = ?`, person.id)
    const refused = await request(person, 20_000)
    expect([refused.status, refused.json.reason]).toEqual([403, 'account_closed'])
    expect((await booksOf(person)).balance).toEqual({ balance_sen: 2_000_000 })
  })
})

describe('rule person-status: who may', () => {
  test('admins with a reason, on record; nobody themselves, only dev a dev, and never the last admin', async () => {
    const person = await makePerson('member')
    const dev = await makePerson('dev')
    expect((await turn(person.id, { status: 'paused', reason: 'x' }, staff)).status).toBe(403)
    expect((await turn(person.id, { status: 'paused', reason: ' ' })).json.fields).toHaveProperty('reason')
    expect((await turn(admin.id, { status: 'closed', reason: 'x' })).status).toBe(403)
    expect((await turn(dev.id, { status: 'closed', reason: 'x' })).status).toBe(403)
    expect((await pause('nobody')).status).toBe(404)
    await pause(person.id, 'Uji catatan')
    expect(
      await one('select action, actor_id, before, after from audit_log where target = ? order by id desc', person.id),
    ).toEqual({
      action: 'user.status',
      actor_id: admin.id,
      before: '{"status":"active"}',
      after: '{"status":"paused","reason":"Uji catatan","unversioned":true}',
    })
    // of two admins who close each other at the same moment one stays
    await run(
      `update users set status = 'closed' where role in ('admin', 'dev') and id not in (?, ?)`,
      admin.id,
      dev.id,
    )
    const both = await Promise.all([
      turn(admin.id, { status: 'closed', reason: 'x' }, dev),
      ask<Fail>('POST', '/auth/close-account', { token: dev.token, body: { current_password: PASSWORD } }),
    ])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await all(`select 1 from users where role in ('admin', 'dev') and status <> 'closed'`)).toHaveLength(1)
    await run(`update users set status = 'active' where role in ('admin', 'dev')`)
    admin = await makePerson('admin')
  })

  describe('of two admins one can always run the place', () => {
    const office = async (): Promise<[Person, Person]> => {
      const two: [Person, Person] = [await makePerson('admin'), await makePerson('admin')]
      await run(
        `update users set status = 'closed' where role in ('admin', 'dev') and id not in (?, ?)`,
        two[0].id,
        two[1].id,
      )
      return two
    }
    const mayRun = () => all(`select id from users where role in ('admin', 'dev') and status = 'active'`)
    const paused = { status: 'paused', reason: 'x' } as const
    const demote = (id: string, by: Person) =>
      ask<Fail>('PUT', `/admin/users/${id}`, { token: by.token, body: { role: 'staff' } })
    test.each([
      ['pause', (id: string, by: Person) => turn(id, paused, by)],
      ['take away the role of', demote],
    ])('who %s each other at the same moment', async (_act, act) => {
      const [a, b] = await office()
      const both = await Promise.all([act(a.id, b), act(b.id, a)])
      expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await mayRun()).toHaveLength(1)
    })
    test('where the other is paused, who does nothing: nobody pauses or closes themselves out', async () => {
      const [a, b] = await office()
      expect((await turn(b.id, paused, a)).status).toBe(200)
      const left = await ask<Fail>('POST', '/auth/close-account', {
        token: a.token,
        body: { current_password: PASSWORD },
      })
      expect([left.status, left.json.reason]).toEqual([409, 'last_admin'])
      expect((await turn(b.id, { status: 'active' }, a)).status).toBe(200)
    })
    afterAll(async () => {
      await run(`update users set status = 'active' where role in ('admin', 'dev')`)
      admin = await makePerson('admin')
    })
  })

  test('the list of people is filtered by status', async () => {
    const [paused, closed] = [await makePerson('member'), await makePerson('member')]
    await pause(paused.id)
    await close(closed.id)
    type Page = { data: User[]; meta: { totalItems?: number; total?: number } }
    const list = async (query: string) =>
      (await ask<Page>('GET', `/admin/users/members-per-page?limit=100&${query}`, { token: admin.token })).json
    for (const [status, inside, outside] of [
      ['paused', paused, closed],
      ['closed', closed, paused],
    ] as const) {
      const { data } = await list(`status=${status}`)
      expect(new Set(data.map((row) => row.status))).toEqual(new Set([status]))
      expect(data.map(({ id }) => id)).toContain(inside.id)
      const found = await list(`status=${status}&search=${outside.email}`)
      expect(found.data).toEqual([])
    }
    const active = await list('status=active&role=all')
    expect(active.data.map(({ id }) => id)).not.toContain(paused.id)
    expect(new Set(active.data.map((row) => row.status))).toEqual(new Set(['active']))
  })
})
