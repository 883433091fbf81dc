// One press, one act: what comes twice under one key happens once, and what was said not to have happened never does (rule one-press).
// Here is what happens between a press and its answer; every write is tried in presses-of-all.test.ts and by the conformance suite.
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { KEY_HEADER } from '../../contract/ground/press-key.ts'
import { hashOfKey } from '../../domain/ground/presses/seal.ts'
import { Stored } from '../../durable-objects/account-blast/core/stored.ts'
import { accountObject } from '../../durable-objects/stubs.ts'
import { pressId } from '../../worker/http/press.ts'
import { until } from '../../scripts/drive/until.ts'
import { call } from './support/api.ts'
import { all, bound, run } from './support/database.ts'
import { freshCode, post, withTotp } from './support/factors.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { slowCall } from './support/meanwhile.ts'
import * as office from './support/payouts.ts'
import { makePerson, type Person } from './support/people.ts'
import { askPress, press, pressAgain } from './support/presses.ts'
import { inside, kill, linkedAccount, numbers, stage } from './support/stage.ts'
import { tripsOf, watchTrips } from './support/trips.ts'

const runner = new FakeRunner('presses')
let admin: Person
beforeAll(async () => {
  await stage()
  await runner.join()
  ;({ admin } = await office.makeOffice())
})
const withdrawsOf = (who: Person) => all('select id from withdraws where user_id = ?', who.id)

const REQUEST = ['POST', '/admin/withdraw/request'] as const
describe('rule one-press: a withdraw whose answer was lost', () => {
  test('asked for again fifty times at once it is one withdraw', async () => {
    const who = await office.member(900_000)
    const key = crypto.randomUUID()
    const sent = { token: who.token, body: { nominal: 10_000, userId: who.id } }
    const answers = await Promise.all(Array.from({ length: 50 }, () => press(...REQUEST, sent, key)))
    const reasons = await Promise.all(answers.map(async (one) => (await one.json<{ reason?: string }>()).reason))
    expect(new Set(reasons.filter((reason) => reason !== undefined))).toEqual(new Set(['press_running']))
    expect(await withdrawsOf(who)).toHaveLength(1)
    expect(await (await pressAgain(...REQUEST, sent, key)).json()).toMatchObject({ withdraw: { nominal: 10_000 } })
    expect(await office.balanceOf(who)).toBe(890_000)
  })
  test('was called failed, and pressed again made two: now its key says what became of it', async () => {
    const who = await office.member(50_000)
    const key = crypto.randomUUID()
    const sent = { token: who.token, body: { nominal: 20_000, userId: who.id } }
    await press(...REQUEST, sent, key)
    // asked before the answer is kept, it is done all the same
    expect((await askPress(who.token, key)).state).toBe('done')
    await pressAgain(...REQUEST, sent, key)
    expect(await askPress(who.token, key)).toMatchObject({ state: 'done', status: 200, answer: { success: true } })
    expect(await withdrawsOf(who)).toHaveLength(1)
  })
  test('whose request was lost has not happened, and arrives a minute later in vain', async () => {
    const who = await office.member(50_000)
    const [lost, late] = [crypto.randomUUID(), crypto.randomUUID()]
    const sent = { token: who.token, body: { nominal: 20_000, userId: who.id } }
    expect((await askPress(who.token, lost)).state).toBe('burnt')
    expect(await (await press(...REQUEST, sent, lost)).json()).toMatchObject({ reason: 'press_burnt' })
    const headers = { [KEY_HEADER]: late }
    const arrived = await slowCall([...REQUEST], { ...sent, headers }, 'insert into withdraws', async () => {
      expect((await askPress(who.token, late)).state).toBe('burnt')
    })
    expect([arrived.status, arrived.json.reason]).toEqual([409, 'press_burnt'])
    expect([await withdrawsOf(who), await office.balanceOf(who), await office.difference()]).toEqual([[], 50_000, 0])
    expect(await all(`select 1 from audit_log where action = 'withdraw.request' and actor_id = ?`, who.id)).toEqual([])
  })
  test('that a Worker did not live to answer is done, and says so after a minute', async () => {
    const who = await office.member(50_000)
    const key = crypto.randomUUID()
    const sent = { token: who.token, body: { nominal: 20_000, userId: who.id } }
    await press(...REQUEST, sent, key)
    await pressAgain(...REQUEST, sent, key)
    await run('update presses set status = null, answer = null where user_id = ?', who.id)
    expect(await (await press(...REQUEST, sent, key)).json()).toMatchObject({ reason: 'press_running' })
    await run('update presses set at = at - 61000 where user_id = ?', who.id)
    expect(await (await press(...REQUEST, sent, key)).json()).toMatchObject({ reason: 'press_done' })
    expect(await askPress(who.token, key)).toEqual({ state: 'done', status: null, answer: null })
    expect(await withdrawsOf(who)).toHaveLength(1)
  })
  test('a key is somebody’s own: another person’s question and press touch nothing', async () => {
    const [one, two] = [await office.member(50_000), await office.member(50_000)]
    const key = crypto.randomUUID()
    expect((await askPress(two.token, key)).state).toBe('burnt')
    const sent = { token: one.token, body: { nominal: 20_000, userId: one.id } }
    expect((await press(...REQUEST, sent, key)).status).toBe(200)
  })
})

describe('rule one-press: an act of several batches', () => {
  test.each([
    ['recipients', '/admin/phonenumber/delete-many', 'delete from phone_numbers', 'phone_numbers'],
    ['proxies', '/admin/proxy/delete-many', 'delete from proxies', 'proxies'],
  ])(
    '%s: whose Worker died between two of them has happened in part, and is not called done',
    async (_, path, deletes, table) => {
      await numbers(900, 3)
      await run(`insert into proxies (id, value, status, created_at) select 'p' || id, 'http://10.0.0.9:' || id, 'nonactive', 1
      from phone_numbers limit 3`)
      const ids = (
        await all<{ id: string | number }>(`select id from ${table} order by created_at desc, id desc limit 3`)
      ).map(({ id }) => id)
      const key = crypto.randomUUID()
      const sent = { token: admin.token, body: { ids } }
      const killed = await slowCall(
        ['POST', path],
        { ...sent, headers: { [KEY_HEADER]: key } },
        deletes,
        async () => {
          expect((await askPress(admin.token, key)).state).toBe('running')
          throw new Error('killed')
        },
        2,
      )
      expect(killed.status).toBe(500)
      expect(await (await press('POST', path, sent, key)).json()).toMatchObject({ reason: 'press_running' })
      await run('update presses set at = at - 61000 where user_id = ?', admin.id)
      expect(await askPress(admin.token, key)).toEqual({ state: 'partly', status: null, answer: null })
      expect(await (await press('POST', path, sent, key)).json()).toMatchObject({ reason: 'press_partly' })
      const rest = crypto.randomUUID()
      expect(await (await press('POST', path, sent, rest)).json()).toMatchObject({ deleted: 2 })
      await pressAgain('POST', path, sent, rest)
      expect(await askPress(admin.token, rest)).toMatchObject({ state: 'done', status: 200 })
      await run('delete from proxies')
    },
  )
})

describe('rule one-press: a refused press', () => {
  test('may come again under its key, once what it lacked is there', async () => {
    const who = await office.member(0)
    const key = crypto.randomUUID()
    const sent = { token: who.token, body: { nominal: 10_000, userId: who.id } }
    const reasonOf = async (response: Response) => (await response.json<{ reason?: string }>()).reason
    expect(await reasonOf(await press(...REQUEST, sent, key))).toBe('withdraw_balance')
    expect(await reasonOf(await press(...REQUEST, { ...sent, token: 'x'.repeat(43) }, key))).toBe('invalid_token')
    await post('/admin/bonus/create', admin, { userId: who.id, nominal: 10_000, reason: 'rajin' })
    expect((await press(...REQUEST, sent, key)).status).toBe(200)
    expect(await reasonOf(await press(...REQUEST, sent, 'pendek'))).toBe('press_key')
  })
  test('by an account’s object, too', async () => {
    const member = await makePerson('member')
    const { accountId: id, object } = await linkedAccount(runner, member.id)
    const key = crypto.randomUUID()
    const reset = () => press('POST', '/admin/whatsapp/reset', { token: member.token, body: { id } }, key)
    await numbers(300, 5)
    await object.start()
    expect(await (await reset()).json()).toMatchObject({ reason: 'account_busy' })
    await object.stop(null)
    const done = await until('it to rest', async () => {
      const response = await reset()
      return response.status === 200 ? response : null
    })
    expect(await done.json()).toMatchObject({ success: true })
  })
  test('that waits for a proof takes its key along', async () => {
    await run('update sessions set proved_at = 1 where user_id = ?', admin.id)
    const key = crypto.randomUUID()
    const body = { name: 'Baru', text: 'Halo', button: [], status: 'active' }
    const create = () => press('POST', '/admin/message/create', { token: admin.token, body }, key)
    expect(await (await create()).json()).toMatchObject({ reason: 'proof_needed' })
    await run('update sessions set proved_at = ? where user_id = ?', Date.now(), admin.id)
    expect((await create()).status).toBe(200)
  })
})

describe('rule one-press: an act of an account’s object', () => {
  const claimed = async (who: Person, accountId: string) => {
    const key = crypto.randomUUID()
    const hash = await hashOfKey(key)
    await run(
      `insert into presses (user_id, key, request, fingerprint, account_id, at) values (?, ?, 'r', 'f', ?, 1)`,
      who.id,
      hash,
      accountId,
    )
    return { key, id: pressId({ userId: who.id, key: hash }) }
  }
  test('whose Worker died before it is burnt by the question; what arrives at the object later is refused', async () => {
    const who = await makePerson('member')
    const { accountId, object } = await linkedAccount(runner, who.id)
    const { key, id } = await claimed(who, accountId)
    expect((await askPress(who.token, key)).state).toBe('burnt')
    expect(await object.underPress(id, 'reset', [])).toEqual({ ok: false, refusal: 'press_burnt' })
    expect((await askPress(who.token, key)).state).toBe('burnt')
  })
  test('whose Worker died after it is done, also after the object died, and comes once', async () => {
    const who = await makePerson('member')
    const { accountId, object } = await linkedAccount(runner, who.id)
    const { key, id } = await claimed(who, accountId)
    expect(await object.underPress(id, 'rename', ['Toko'])).toMatchObject({ ok: true, value: { ok: true } })
    await kill(object)
    const again = accountObject(bound, accountId)
    expect((await askPress(who.token, key)).state).toBe('done')
    expect(await again.underPress(id, 'rename', ['Lain'])).toEqual({ ok: false, refusal: 'press_running' })
    expect((await again.snapshot())?.nickname).toBe('Toko')
  })
  test('that was the first of an account and died while it asked whether it had been there before is burnt', async () => {
    const who = await makePerson('member')
    const accountId = `acc-${crypto.randomUUID()}`
    const object = accountObject(bound, accountId)
    const { key, id } = await claimed(who, accountId)
    let isAsking = false
    const call = vi.spyOn(Stored.prototype, 'saveThenCall').mockImplementation(() => {
      isAsking = true
      return new Promise(() => undefined)
    })
    const link = { accountId, userId: who.id, clientid: 'c', mode: 'qr', phone: null }
    const dies = Promise.resolve(object.underPress(id, 'beginLink', [link])).catch(() => 'died')
    await until('it to ask', () => isAsking)
    expect((await askPress(who.token, key)).state).toBe('running')
    await kill(object)
    call.mockRestore()
    expect(await dies).toBe('died')
    expect((await askPress(who.token, key)).state).toBe('burnt')
    const again = accountObject(bound, accountId)
    expect(await again.underPress(id, 'beginLink', [link])).toEqual({ ok: false, refusal: 'press_burnt' })
  })
  test('that it refused, or an account that nobody linked, keeps no key, and a burnt one goes with its alarm', async () => {
    const who = await makePerson('member')
    const { accountId, object } = await linkedAccount(runner, who.id)
    const { id } = await claimed(who, accountId)
    await object.start()
    expect(await object.underPress(id, 'reset', [])).toEqual({
      ok: true,
      value: { ok: false, refusal: 'account_busy' },
    })
    expect(await inside(object, ({ sql }) => sql.exec('select * from presses').toArray())).toEqual([])
    await object.stop(null)
    const nobody = `acc-${crypto.randomUUID()}`
    const lost = await claimed(who, nobody)
    expect((await askPress(who.token, lost.key)).state).toBe('burnt')
  })
})

describe('rule one-press: what is kept of a press', () => {
  test('neither its key nor its answer can be read in the database', async () => {
    const { who, secret } = await withTotp()
    const proved = await post('/auth/prove', who, { code: await freshCode(who, secret) })
    const key = crypto.randomUUID()
    const sent = { token: proved.json.token }
    const first = await press('POST', '/auth/recovery-codes', sent, key)
    const { recovery_codes: codes } = await first.json<{ recovery_codes: string[] }>()
    await pressAgain('POST', '/auth/recovery-codes', sent, key)
    const kept = JSON.stringify(await all('select * from presses where user_id = ?', who.id))
    for (const word of [key, ...codes]) expect(kept).not.toContain(word)
  })
  test('a write takes no more round trips with a key than without one', async () => {
    watchTrips()
    const who = await makePerson('member')
    const sent = { token: who.token, body: { choices: {}, details: true } }
    const ask = (headers: Record<string, string>) =>
      tripsOf(async () => expect((await call('PUT', '/admin/notice/settings', { ...sent, headers })).status).toBe(200))
    const key = crypto.randomUUID()
    const [bare, keyed] = [await ask({}), await ask({ [KEY_HEADER]: key })]
    await pressAgain('PUT', '/admin/notice/settings', sent, key)
    // the answer is kept after it has left
    const before = keyed.filter(({ statements }) => !statements.some((sql) => sql.includes('update presses')))
    const ofPress = before.filter(({ statements }) => statements.some((sql) => sql.includes('presses')))
    // with the look at the sign-in, and with the write, which asks for the key and takes it
    expect(ofPress.map(({ statements }) => statements.length)).toEqual([2, 3])
    expect(before.length).toBeLessThanOrEqual(bare.length)
  })
})
