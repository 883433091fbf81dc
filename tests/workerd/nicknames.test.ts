// An owner names an account (rule nickname): every place that names it follows, nobody else changes it; and what an account has sent
// today stands in lists and on the home, by the claim's own cap (rule daily-cap).
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MemberHome } from '../../contract/operation/home.ts'
import type { Account } from '../../contract/sending/whatsapp.ts'
import { until } from '../../scripts/drive/until.ts'
import { ask } from './support/api.ts'
import { all, one, run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makePerson, type Person } from './support/people.ts'
import { acked, inside, linkedAccount, numbers, stage } from './support/stage.ts'

const runner = new FakeRunner('runner-n')
const people = {} as { admin: Person; member: Person; other: Person }
beforeAll(async () => {
  await stage({ daily_cap: '7' })
  people.admin = await makePerson('admin')
  people.member = await makePerson('member')
  people.other = await makePerson('member')
  await run(`update users set blast_interval_min = 0, blast_interval_max = 0, level_id = 'bronze'`)
  await runner.join()
})
beforeEach(() => run('delete from phone_numbers'))

type Answer = { whatsapp: Account; msg: string; reason: string; fields?: Record<string, string> }
const rename = (who: Person, id: string, nickname: unknown) =>
  ask<Answer>('PUT', '/admin/whatsapp/nickname', { token: who.token, body: { id, nickname } })
const listed = async (who: Person, query = ''): Promise<Account[]> =>
  (await ask<{ data: Account[] }>('GET', `/admin/whatsapp/list-per-page?limit=100${query}`, { token: who.token })).json
    .data
const rowOf = async (who: Person, id: string, query = '') => (await listed(who, query)).find((row) => row.id === id)
const homeOf = async ({ id, token }: Person): Promise<MemberHome> =>
  (await ask<MemberHome>('GET', `/admin/home/${id}`, { token })).json

describe('rule nickname: a name', () => {
  test('is the owner’s to give, to change and to take away; admins see it', async () => {
    const account = await linkedAccount(runner, people.member.id)
    const given = await rename(people.member, account.accountId, '  Toko Ibu ')
    expect([given.status, given.json.whatsapp.nickname, given.json.whatsapp.pushname]).toEqual([200, 'Toko Ibu', 'Uji'])
    expect((await rowOf(people.member, account.accountId))?.nickname).toBe('Toko Ibu')
    expect((await rowOf(people.admin, account.accountId))?.nickname).toBe('Toko Ibu')
    await rename(people.member, account.accountId, 'Warung')
    expect((await rowOf(people.admin, account.accountId))?.nickname).toBe('Warung')
    await rename(people.member, account.accountId, null)
    expect(await one('select nickname from whatsapp where id = ?', account.accountId)).toEqual({ nickname: null })
  })

  test('is given by nobody else, not even an admin', async () => {
    const account = await linkedAccount(runner, people.member.id)
    for (const who of [people.admin, people.other]) {
      const { status, json } = await rename(who, account.accountId, 'Punya saya')
      expect([status, json.reason]).toEqual([403, 'forbidden'])
    }
    expect((await rename(people.member, 'acc-nobody', 'Toko')).status).toBe(404)
    expect(await one('select nickname from whatsapp where id = ?', account.accountId)).toEqual({ nickname: null })
  })

  test.each([
    ['', 'Tulis nama akun.'],
    [undefined, 'Tulis nama akun.'],
    ['x'.repeat(31), 'Nama akun paling panjang 30 karakter.'],
    ['Toko\u0007', 'Nama akun hanya boleh berisi huruf, angka, tanda baca, dan emoji.'],
    ['wa.me/62812', 'Nama akun tidak boleh berisi tautan.'],
  ])('%j is refused beside its field', async (text, why) => {
    const account = await linkedAccount(runner, people.member.id)
    const { status, json } = await rename(people.member, account.accountId, text)
    expect([status, json.reason, json.fields?.nickname]).toEqual([422, 'invalid_input', why])
  })

  test('is found by the beginnings of its words, and no longer once it is changed; the other name still is', async () => {
    const { accountId } = await linkedAccount(runner, people.member.id)
    await rename(people.member, accountId, 'Kedai Mentari')
    expect(await rowOf(people.member, accountId, '&search=ment')).toBeDefined()
    expect(await rowOf(people.admin, accountId, '&search=kedai')).toBeDefined()
    expect(await rowOf(people.member, accountId, '&search=uji')).toBeDefined()
    await rename(people.member, accountId, 'Kios')
    expect(await rowOf(people.member, accountId, '&search=mentari')).toBeUndefined()
    expect(await rowOf(people.member, accountId, '&search=kios')).toBeDefined()
    await rename(people.member, accountId, null)
    expect(await rowOf(people.member, accountId, '&search=kios')).toBeUndefined()
  })

  test('stands in notices, in what needs help, in an overview and in what was earned', async () => {
    const [number] = (await numbers(0, 1)) as [string]
    const owner = await makePerson('member')
    await run(
      `update users set blast_interval_min = 0, blast_interval_max = 0, level_id = 'bronze' where id = ?`,
      owner.id,
    )
    const account = await linkedAccount(runner, owner.id)
    await rename(owner, account.accountId, 'Lapak')
    await account.object.start()
    await until('the send', () => account.socket.sends()[0])
    account.socket.say(acked(account.socket, 0))
    await until('the end', async () => (await account.object.snapshot())?.status === 'idle')
    expect(account.socket.sends()[0]?.number).toBe(number)
    const days = async () =>
      (
        await ask<{ data: { name: string }[] }>('GET', `/admin/withdraw/income-days/${owner.id}`, {
          token: owner.token,
        })
      ).json.data
    await until('settled', async () => (await days())?.length === 1)
    expect((await days())[0]?.name).toBe('Lapak')
    type Overview = { accounts: { list: { name: string }[] } }
    const seen = await ask<Overview>('GET', `/admin/users/${owner.id}/overview`, { token: people.admin.token })
    expect(seen.json.accounts.list.map(({ name }) => name)).toEqual(['Lapak'])
    account.socket.say({ kind: 'closed', code: 401, detail: 'x', reachedWhatsapp: true, proxyFailed: false })
    const told = () =>
      all<{ data: string }>(`select data from notices where user_id = ? and kind = 'account_out'`, owner.id)
    await until('the notice', async () => (await told()).length === 1)
    expect(JSON.parse((await told())[0]?.data ?? '{}')).toMatchObject({ account: `Lapak (${account.phone})` })
    expect((await homeOf(owner)).troubled.list.map(({ nickname }) => nickname)).toEqual(['Lapak'])
  })

  test('of admins’ own accounts is on record', async () => {
    const account = await linkedAccount(runner, people.admin.id)
    await rename(people.admin, account.accountId, 'Kantor')
    expect(await all('select action, after from audit_log where target = ?', account.accountId)).toContainEqual({
      action: 'whatsapp.rename',
      after: '{"nickname":"Kantor"}',
    })
  })
})

describe('rule daily-cap: what an account has sent today', () => {
  test('stands beside what it may, while it sends, afterwards and on the home', async () => {
    await numbers(50, 2)
    const owner = await makePerson('member')
    await run(
      `update users set blast_interval_min = 0, blast_interval_max = 0, level_id = 'bronze' where id = ?`,
      owner.id,
    )
    const account = await linkedAccount(runner, owner.id)
    expect(await rowOf(owner, account.accountId)).toMatchObject({ sent_today: 0, daily_cap: 7 })
    await account.object.start()
    await until('the first', () => account.socket.sends()[0])
    // the row lags behind: the object is asked
    expect(await rowOf(owner, account.accountId)).toMatchObject({ sent_today: 1, daily_cap: 7, status: 'sending' })
    expect((await homeOf(owner)).sentToday).toMatchObject({ cap: 7, count: 1, list: [{ sent: 1 }] })
    account.socket.say(acked(account.socket, 0))
    await until('the second', () => account.socket.sends()[1])
    account.socket.say(acked(account.socket, 1))
    await until('the end', async () => (await account.object.snapshot())?.status === 'idle')
    await until('its row', async () => (await rowOf(owner, account.accountId))?.sent_today === 2)
    expect((await homeOf(owner)).sentToday.list[0]).toMatchObject({ id: account.accountId, sent: 2 })
  })

  test('starts over with the Jakarta day, also of an account that rests', async () => {
    const account = await linkedAccount(runner, people.other.id)
    await run(`update whatsapp set sent_day = '2020-01-01', sent_today = 5 where id = ?`, account.accountId)
    expect((await rowOf(people.other, account.accountId))?.sent_today).toBe(0)
    expect((await homeOf(people.other)).sentToday.list[0]?.sent).toBe(0)
    expect(await inside(account.object, ({ sql }) => sql.exec('select 1 from document').toArray())).toHaveLength(1)
  })
})
