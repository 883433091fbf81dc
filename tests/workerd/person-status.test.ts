// An admin pauses a person: their accounts send nothing, and they withdraw nothing (rule person-status).
import { evictDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, test } from 'vitest'
import { claimNumbers } from '../../domain/sending/blast/store.ts'
import { until } from '../../scripts/drive/until.ts'
import { cron } from './support/cron.ts'
import { ask, call } from './support/api.ts'
import { stageBlasts } from './support/blasting.ts'
import { all, db, one, run } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'
import { linkedAccount, numbers } from './support/stage.ts'
import {
  answer,
  booksAreEqual,
  booksOf,
  claimed,
  held,
  heldIs,
  ownerOf,
  request,
  stopping,
  type Fail,
} from './support/stops.ts'
import { type Held } from '../../contract/people/pauses.ts'

const { runner, someone, blasting } = stageBlasts('person-status')
let admin: Person
let staff: Person
beforeAll(async () => {
  admin = await makePerson('admin')
  staff = await makePerson('staff')
})
const { pause, open, earner, decide } = stopping(() => admin)

describe('rule person-paused: a paused person sends nothing', () => {
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
    expect([refused.numbers, refused.rules.person]).toMatchObject([[], { version: 1, paused: { reason: 'x' } }])
    await run(`update users set status = 'active', status_version = 2 where id = ?`, userId)
    expect((await claim(2)).numbers).toHaveLength(2)
  })

  test('anyone who starts without having heard of the pause sends nothing, and is not finished by it', async () => {
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

describe('rule person-paused: a paused person withdraws nothing', () => {
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
