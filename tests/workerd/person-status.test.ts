// An admin pauses, closes and opens a person; a person closes their own account and takes their data (rules person-status,
// close-own, own-data).
import { createScheduledController, evictDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Held } from '../../contract/holds.ts'
import type { User } from '../../contract/users.ts'
import { hashToken, newSignInToken } from '../../domain/auth/token.ts'
import { openSession } from '../../domain/auth/store.ts'
import { claimNumbers } from '../../domain/blast/store.ts'
import { runBatch } from '../../domain/db/connection.ts'
import { reconcile } from '../../domain/ledger/store.ts'
import { until } from '../../scripts/drive/until.ts'
import { onCron } from '../../worker/cron.ts'
import { ask, call, listen } from './support/api.ts'
import { type Blasting, stageBlasts } from './support/blasting.ts'
import { all, bound, db, one, run } from './support/database.ts'
import { makePerson, PASSWORD, type Person } from './support/people.ts'
import { acked, linkedAccount, newClientBody, numbers } from './support/stage.ts'

const { runner, someone, blasting } = stageBlasts('person-status')
let admin: Person
let staff: Person
beforeAll(async () => {
  admin = await makePerson('admin')
  staff = await makePerson('staff')
})
type Fail = { reason: string; msg: string; fields?: Record<string, string> }
const turn = (id: string, body: object, who: Person = admin) =>
  ask<Fail & { user: User }>('PUT', `/admin/users/${id}/status`, { token: who.token, body })
const pause = (id: string, reason = 'Banyak keluhan') => turn(id, { status: 'paused', reason })
const close = (id: string, reason = 'Melanggar aturan') => turn(id, { status: 'closed', reason })
const open = (id: string) => turn(id, { status: 'active' })
const login = (who: Person, password = PASSWORD) =>
  ask<Fail>('POST', '/auth/login', { body: { email: who.email, password } })
const ownerOf = async ({ accountId }: Pick<Blasting, 'accountId'>): Promise<string> =>
  (await one<{ user_id: string }>('select user_id from whatsapp where id = ?', accountId)).user_id
const held = async (object: Blasting['object']): Promise<Held | null | undefined> => (await object.snapshot())?.held
const heldIs = (object: Blasting['object'], of: string | undefined) =>
  until(`held by ${of}`, async () => (await held(object))?.of === of)
const claimed = async () => (await one<{ n: number }>('select count(*) as n from phone_numbers where in_use = 1')).n
const answer = async ({ socket, object }: Pick<Blasting, 'socket' | 'object'>, place: number) => {
  socket.say(acked(socket, place))
  await until('the answer is in', async () => ((await object.snapshot())?.count_success ?? 0) > place)
}
const cron = () => onCron(createScheduledController({ scheduledTime: new Date(60_000) }), bound)
const isRemoved = (accountId: string) =>
  until(
    'it is removed',
    async () => (await all('select 1 from whatsapp where id = ? and removed_at is not null', accountId)).length === 1,
  )

/** With bank details and this much from a bonus. */
const earner = async (rupiah: number): Promise<Person> => {
  const person = await makePerson('member')
  await run(`update users set account_bank = 'BCA', account_name = 'A', account_number = '1' where id = ?`, person.id)
  if (rupiah > 0)
    await ask('POST', '/admin/bonus/create', {
      token: admin.token,
      body: { userId: person.id, nominal: rupiah, reason: 'rajin' },
    })
  return person
}
const request = (who: Person, nominal: number) =>
  ask<Fail & { data: { id: string } }>('POST', '/admin/withdraw/request', {
    token: who.token,
    body: { nominal, userId: who.id },
  })
const decide = (id: string, status: string) =>
  ask<Fail & { data: { User: { status: string } } }>('PUT', '/admin/withdraw/update', {
    token: staff.token,
    body: { id, status },
  })
const booksOf = (who: Person) =>
  all('select kind, amount_sen from ledger where user_id = ? order by id', who.id).then(async (entries) => ({
    entries,
    balance: (await all<{ balance_sen: number }>('select balance_sen from balances where user_id = ?', who.id))[0],
  }))
const booksAreEqual = async () => expect((await reconcile(db)).difference).toBe(0)

describe('rule person-status: a paused person sends nothing', () => {
  test('their accounts stop where they stood, say who and why, and go on with the person; others are not touched', async () => {
    const account = await blasting(4)
    const owner = await ownerOf(account)
    const other = await linkedAccount(runner, await someone())
    await numbers(9_000, 3)
    await other.object.start()
    await until('the other sends', () => other.socket.sends()[0])
    expect((await pause(owner)).json.user).toMatchObject({
      status: 'paused',
      stopped: { reason: 'Banyak keluhan', by: expect.stringMatching(/^Orang/) },
    })
    await heldIs(account.object, 'person')
    expect(await held(account.object)).toMatchObject({ of: 'person', reason: 'Banyak keluhan' })
    await answer(account, 0)
    await evictDurableObject(account.object)
    await account.object.poke()
    expect(account.socket.sends()).toHaveLength(1)
    await answer(other, 0)
    await until('the other goes on', () => other.socket.sends()[1])
    await other.object.stop()
    await answer(other, 1)
    await until('only the paused one is left', async () => (await claimed()) === 0)
    expect((await open(owner)).json.user).toMatchObject({ status: 'active', stopped: null })
    for (const place of [1, 2]) {
      await until('the next send', () => account.socket.sends()[place])
      await answer(account, place)
    }
  })

  test('a claim of a paused person takes no number, in the statement that claims', async () => {
    const { accountId } = await linkedAccount(runner, await someone())
    const userId = await ownerOf({ accountId })
    await numbers(9_100, 3)
    const claim = (n: number) =>
      claimNumbers(db, { accountId, userId, want: 2, now: Date.now(), runStartedAt: 0, count: false, claim: n })
    await run(`update users set status = 'paused', status_reason = 'x', status_version = 1 where id = ?`, userId)
    const refused = await claim(1)
    expect([refused.numbers, refused.context.person]).toMatchObject([[], { version: 1, paused: { reason: 'x' } }])
    await run(`update users set status = 'active', status_version = 2 where id = ?`, userId)
    expect((await claim(2)).numbers).toHaveLength(2)
  })

  test('whoever starts without having heard of the pause sends nothing, and is not finished by it', async () => {
    const { accountId, object, socket } = await linkedAccount(runner, await someone())
    const userId = await ownerOf({ accountId })
    await numbers(9_200, 2)
    await run(
      `update users set status = 'paused', status_reason = 'x', status_at = 1, status_version = 1 where id = ?`,
      userId,
    )
    await object.start()
    await heldIs(object, 'person')
    expect([socket.sends(), await claimed()]).toEqual([[], 0])
    expect(await object.snapshot()).toMatchObject({ status: 'sending' })
    await open(userId)
    await until('its first send', () => socket.sends()[0])
    await object.stop()
  })

  test('pauses and claims at the same moment: after the answer nothing more leaves, whatever came first', async () => {
    for (let round = 0; round < 5; round++) {
      await run('delete from phone_numbers')
      const { accountId, object, socket } = await linkedAccount(runner, await someone())
      const userId = await ownerOf({ accountId })
      await numbers(9_300 + round * 10, 5)
      await Promise.all([object.start(), pause(userId)])
      await heldIs(object, 'person')
      const sent = socket.sends().length
      expect(sent).toBeLessThanOrEqual(1)
      if (sent === 1) await answer({ socket, object }, 0)
      await evictDurableObject(object)
      await object.poke()
      expect(socket.sends()).toHaveLength(sent)
      await until('its numbers are free', async () => (await claimed()) === 0)
    }
  })

  test('the cron tells it again, in case the Worker died before it told the accounts', async () => {
    const account = await blasting(3)
    const owner = await ownerOf(account)
    await run(
      `update users set status = 'paused', status_reason = 'Mati', status_at = ?, status_version = 1 where id = ?`,
      Date.now(),
      owner,
    )
    await cron()
    expect(await held(account.object)).toMatchObject({ of: 'person', reason: 'Mati' })
    await answer(account, 0)
    expect(account.socket.sends()).toHaveLength(1)
  })

  test('starts are refused with the reason, an account linked meanwhile is stopped, too', async () => {
    const person = await makePerson('member')
    const { accountId } = await linkedAccount(runner, person.id)
    await pause(person.id, 'Nomor dipinjam')
    for (const [method, path, body] of [
      ['POST', 'start-blasting', { whatsappClientId: accountId }],
      ['PUT', 'status', { id: accountId, status: 'sending' }],
    ] as const) {
      const refused = await ask<Fail>(method, `/admin/whatsapp/${path}`, { token: person.token, body })
      expect([refused.status, refused.json]).toMatchObject([
        409,
        { reason: 'person_paused', msg: expect.stringContaining('Alasan: Nomor dipinjam') },
      ])
    }
    const sent = await ask<Fail>('POST', '/admin/whatsapp/send-message/1', {
      token: admin.token,
      body: { senders: accountId, targets: 'all', message: 'Halo', template_id: 't1' },
    })
    expect(sent.json.reason).toBe('person_paused')
    expect((await call('GET', '/admin/whatsapp/list-per-page', { token: person.token })).status).toBe(200)
    const { own } = (await ask<{ own: Held | null }>('GET', '/admin/sending-pause', { token: person.token })).json
    expect(own).toMatchObject({ of: 'person', reason: 'Nomor dipinjam' })
    const notices = await all('select kind, data from notices where user_id = ?', person.id)
    expect(notices).toEqual([{ kind: 'person_status', data: '{"status":"paused","reason":"Nomor dipinjam"}' }])
  })
})

describe('rule person-status: a paused person withdraws nothing', () => {
  test('a request is refused with the reason and holds no money; what waits is not paid until the person goes on', async () => {
    const person = await earner(50_000)
    const waiting = (await request(person, 20_000)).json.data.id
    await pause(person.id, 'Sedang diperiksa')
    const before = await booksOf(person)
    const refused = await request(person, 10_000)
    expect([refused.status, refused.json]).toMatchObject([
      409,
      { reason: 'person_paused', msg: expect.stringContaining('Sedang diperiksa') },
    ])
    expect((await decide(waiting, 'accepted')).json).toMatchObject({ reason: 'withdraw_paused' })
    expect(await booksOf(person)).toEqual(before)
    expect(await all('select status, step from withdraws where user_id = ?', person.id)).toEqual([
      { status: 'requested', step: 0 },
    ])
    const list = await ask<{ data: { id: string; User: object }[] }>('GET', '/admin/withdraw/histories-per-page', {
      token: staff.token,
    })
    expect(list.json.data.find(({ id }) => id === waiting)?.User).toMatchObject({
      status: 'paused',
      status_reason: 'Sedang diperiksa',
    })
    await open(person.id)
    expect((await decide(waiting, 'accepted')).status).toBe(200)
    expect((await request(person, 10_000)).status).toBe(200)
    await booksAreEqual()
  })

  test('a waiting request of theirs may be rejected and taken back', async () => {
    const person = await earner(50_000)
    const [first, second] = [(await request(person, 10_000)).json.data.id, (await request(person, 10_000)).json.data.id]
    await pause(person.id)
    expect((await decide(first, 'rejected')).status).toBe(200)
    const back = await ask('POST', '/admin/withdraw/cancel', { token: person.token, body: { id: second } })
    expect([back.status, (await booksOf(person)).balance]).toEqual([200, { balance_sen: 5_000_000 }])
  })

  test('a pause and a payment at the same moment: it is paid before, or not at all', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await earner(20_000)
      const { id } = (await request(person, 20_000)).json.data
      const acts = [() => pause(person.id), () => decide(id, 'accepted')]
      const order = round % 2 === 0 ? acts : acts.toReversed()
      await Promise.all(order.map((act) => act()))
      const { status } = await one<{ status: string }>('select status from withdraws where id = ?', id)
      const after = await decide(id, 'accepted')
      expect(after.json.reason).toBe(status === 'accepted' ? 'withdraw_moved' : 'withdraw_paused')
    }
    await booksAreEqual()
  })
})

describe('rule person-status: a closed person is out', () => {
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

  test('an account that was linked in the moment of the close is removed by the cron', async () => {
    const owner = await someone()
    await close(owner)
    const { accountId } = await linkedAccount(runner, owner)
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
      after: '{"status":"paused","reason":"Uji catatan"}',
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

describe('rule close-own:', () => {
  const closeOwn = (who: Person, password: string | undefined = PASSWORD) =>
    ask<Fail>('POST', '/auth/close-account', { token: who.token, body: { current_password: password } })

  test('with the present password, and only once nothing of theirs waits or can be withdrawn', async () => {
    const person = await earner(30_000)
    expect((await closeOwn(person, '')).json.reason).toBe('password_needed')
    expect((await closeOwn(person, 'salah-sekali')).json.reason).toBe('password_wrong')
    expect((await closeOwn(person)).json.reason).toBe('close_balance')
    const { id } = (await request(person, 25_000)).json.data
    expect((await closeOwn(person)).json.reason).toBe('close_withdraw_waits')
    await decide(id, 'accepted')
    const before = await booksOf(person)
    expect((await closeOwn(person)).status).toBe(200)
    expect(await booksOf(person)).toEqual(before)
    expect((await login(person)).json.msg).toContain('Ditutup oleh pemiliknya sendiri.')
    expect((await call('POST', '/auth/validate', { token: person.token, body: {} })).status).toBe(401)
    await booksAreEqual()
  })

  test('a request and the close at the same moment: never both', async () => {
    for (let round = 0; round < 5; round++) {
      const person = await earner(10_000)
      await Promise.all([request(person, 10_000), closeOwn(person)])
      const { status } = await one<{ status: string }>('select status from users where id = ?', person.id)
      expect(status).toBe('active')
    }
    await booksAreEqual()
  })
})

describe('rule own-data:', () => {
  test('one file has everything of theirs and nothing of others; an admin who takes it is on record', async () => {
    const person = await earner(30_000)
    const friend = await makePerson('member', { referrerId: person.id })
    const { accountId } = await linkedAccount(runner, person.id)
    await request(person, 10_000)
    await pause(person.id)
    const response = await call('GET', `/admin/users/${person.id}/data`, { token: person.token })
    expect(response.headers.get('content-disposition')).toMatch(/attachment; filename="data-.*\.json"/)
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({
      profile: { id: person.id, email: person.email, status: 'paused' },
      accounts: [{ id: accountId }],
      statement: [{ amount: -10_000 }, { amount: 30_000 }],
      withdraws: [{ nominal: 10_000, status: 'requested', steps: [] }],
      bonuses: [{ nominal: 30_000 }],
      referrals: [{ income: 0 }],
      signIns: [{ createdAt: expect.any(String) }],
      notices: [{ kind: 'person_status' }],
    })
    for (const secret of [friend.email, 'scrypt', await hashToken(person.token)]) expect(text).not.toContain(secret)
    expect((await call('GET', `/admin/users/${person.id}/data`, { token: friend.token })).status).toBe(403)
    expect((await call('GET', `/admin/users/${person.id}/data`, { token: admin.token })).status).toBe(200)
    expect(await all(`select actor_id from audit_log where action = 'user.data' and target = ?`, person.id)).toEqual([
      { actor_id: admin.id },
    ])
  })

  test('a statement longer than a page is in it once, line by line', async () => {
    const person = await makePerson('member')
    await run(
      `insert into ledger (user_id, kind, amount_sen, ref, at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 2500)
      select ?, 'bonus', i * 100, 'own-data:' || i, i from n`,
      person.id,
    )
    const { statement } = await (await call('GET', `/admin/users/${person.id}/data`, { token: person.token })).json<{
      statement: { amount: number }[]
    }>()
    expect(statement.map(({ amount }) => amount)).toEqual(Array.from({ length: 2_500 }, (_, i) => 2_500 - i))
  })

  test('a link is not begun for a closed person', async () => {
    const person = await makePerson('member')
    await run(`update users set status = 'closed' where id = ?`, person.id)
    const linked = await ask<Fail>('POST', '/admin/whatsapp/new-client', {
      token: person.token,
      body: newClientBody(person.id, 'client-closed'),
    })
    expect(linked.json.reason).toBe('account_closed')
  })
})
