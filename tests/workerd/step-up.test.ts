// What must be proved again, and the list of one's sign-ins.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ask } from './support/api.ts'
import { all, run } from './support/database.ts'
import {
  type Answer,
  CHROME,
  post,
  proved,
  login,
  step,
  security,
  valid,
  old,
  notices,
  freshCode,
  withTotp,
  withPasskey,
} from './support/factors.ts'
import { makePerson, PASSWORD, type Person } from './support/people.ts'

const EVERYBODY = { join: 'and', not: false, of: [] }
describe('rule step-up: five minutes after the last proof', () => {
  let target: Person
  beforeEach(async () => {
    target = await makePerson('member')
  })
  const CALLS: [string, string, (() => object)?][] = [
    ['PUT', '/admin/withdraw/update', () => ({ id: 'x', status: 'accepted' })],
    ['GET', '/admin/withdraw/export'],
    ['GET', '/admin/money/periods/export'],
    ['GET', '/admin/money/members/export'],
    ['GET', '/admin/phonenumber/export'],
    ['GET', '/admin/suppression/export'],
    ['GET', '/admin/consent/export'],
    ['GET', '/admin/import/x/skipped'],
    ['GET', '/admin/users/:id/data'],
    ['POST', '/admin/data-request', () => ({ number: '081200000001', reference: 'Surat 1' })],
    ['POST', '/admin/consent/erase', () => ({ number: '081200000001' })],
    ['PUT', '/admin/users/:id', () => ({ role: 'staff' })],
    ['PUT', '/admin/users/:id', () => ({ blast_fee: 77 })],
    ...(
      [
        { price: 123 },
        { factor_required: true },
        { recipient_cooldown_hours: 30 },
        { send_window_start: '07:00' },
        { send_window_end: '19:00' },
        { daily_cap: 7 },
        { lookup_daily_cap: 7 },
        { interval_floor: 2 },
        { support_url: 'https://t.me/kantor' },
        { info: 'Penarikan dipercepat, hubungi kami' },
        { fraud_list_score: 7 },
        { fraud_hold_score: 7 },
      ] as const
    ).map((change): [string, string, () => object] => ['PUT', '/admin/setting/update', () => change]),
    ['GET', '/admin/proxy/export'],
    ['GET', '/admin/audit/export'],
    ['GET', '/admin/withdraw/statement-file/:id'],
    ['GET', '/admin/withdraw/income-days-file/:id'],
    ['POST', '/admin/whatsapp/send-message/1', () => ({ senders: 'x', targets: 'All', message: 'Halo' })],
    [
      'POST',
      '/admin/whatsapp/send-message/1',
      () => ({ senders: 'x', targets: Array.from({ length: 21 }, (_, i) => `08120000${1000 + i}`), message: 'Halo' }),
    ],
    ['POST', '/admin/message/create', () => ({ text: 'Halo', status: 'active' })],
    ['POST', '/admin/message/import'],
    ['POST', '/admin/bonus/create', () => ({ user_id: 'x', nominal: 5, reason: 'uji' })],
    ['PUT', '/admin/users/:id', () => ({ level_id: 'x' })],
    ['PUT', '/admin/users/:id/status', () => ({ status: 'paused', reason: 'uji' })],
    ['POST', '/admin/users/:id/reset-link'],
    ['POST', '/admin/phonenumber/1/link'],
    ['POST', '/admin/bulk', () => ({ act: 'delete', rule: EVERYBODY, people: 1 })],
    ['POST', '/admin/bulk', () => ({ act: 'stop', reason: 'uji', rule: EVERYBODY, people: 1 })],
    ['POST', '/admin/import/x/undo', () => ({ people: 1 })],
    ['DELETE', '/admin/bonus/x'],
    ['DELETE', '/admin/level/x'],
    ['POST', '/admin/fraud/hold', () => ({ user_id: 'x', reason: 'uji' })],
    ['POST', '/admin/fraud/lift', () => ({ user_id: 'x', reason: 'uji' })],
    ['POST', '/auth/totp'],
    ['DELETE', '/admin/users/:id/factors'],
  ]
  test.each(CALLS)('rules proof-money, proof-data: %s %s needs another', async (method, path, body) => {
    const admin = await makePerson('admin')
    await old(admin)
    const send = async () =>
      (
        await ask<Answer>(method, path.replace(':id', target.id), {
          token: admin.token,
          ...(method === 'GET' ? {} : { body: body?.() ?? {} }),
        })
      ).json.reason
    const before = await all('select key, value from settings order by key')
    expect(await send()).toBe('proof_needed')
    expect(await all('select key, value from settings order by key')).toEqual(before)
    expect(await all('select role, blast_fee from users where id = ?', target.id)).toEqual([
      { role: 'member', blast_fee: null },
    ])
    await run('update sessions set proved_at = ? where user_id = ?', Date.now(), admin.id)
    expect(await send().catch(() => 'a file')).not.toBe('proof_needed')
    await run("update settings set value = 'false' where key = 'factor_required'")
  })
  test('the present password is one, a wrong one is none', async () => {
    const admin = await makePerson('admin')
    await old(admin)
    const send = async () => (await post('/admin/fraud/lift', admin, { user_id: 'x', reason: 'uji' })).json.reason
    expect((await post('/auth/prove', admin, { current_password: 'salah' })).json.reason).toBe('password_wrong')
    expect(await send()).toBe('proof_needed')
    admin.token = await proved(admin, { current_password: PASSWORD })
    expect(await send()).not.toBe('proof_needed')
  })
  test.each([
    ['everybody', 'all', 9, 'proof_needed'],
    ['more than 20', 'list', 21, 'proof_needed'],
    ['twenty', 'list', 20, 'one_off_over'],
  ])('a one-off blast to %s that was stopped, to go on', async (_, targets, total, reason) => {
    const id = `lanjut-${targets}-${total}`
    const admin = await makePerson('admin')
    await run(
      `insert into blaster_jobs (id, whatsapp_id, user_id, targets, message, phase, total, count_success,
         count_fail, count_unknown, skipped, refused, version, created_at)
       values (?, 'x', ?, ?, 'Halo', 'stop', ?, 0, 0, 0, '{}', '[]', 1, 1)`,
      id,
      admin.id,
      targets,
      total,
    )
    await old(admin)
    const go = async () => (await post('/admin/blaster/continue', admin, { id })).json.reason
    expect(await go()).toBe(reason)
    await run('update sessions set proved_at = ? where user_id = ?', Date.now(), admin.id)
    expect(await go()).not.toBe('proof_needed')
  })
  test('rule proof-data: a one-off blast to few, once there were twenty of them in a day', async () => {
    const admin = await makePerson('admin')
    await old(admin)
    const send = async (from: number, n: number) => {
      const targets = Array.from({ length: n }, (_, i) => `0812000${String(10_000 + from + i)}`)
      return (await post('/admin/whatsapp/send-message/1', admin, { senders: 'x', targets, message: 'Halo' })).json
        .reason
    }
    expect([await send(0, 12), await send(12, 8)]).toEqual(['not_found', 'not_found'])
    expect(await send(20, 1)).toBe('proof_needed')
    await run('update sessions set proved_at = ? where user_id = ?', Date.now(), admin.id)
    expect(await send(20, 1)).toBe('not_found')
    await run('update request_counts set window = window - 1441 where key = ?', `unproven:${admin.id}`)
    await run('update sessions set proved_at = 1 where user_id = ?', admin.id)
    expect(await send(21, 20)).toBe('not_found')
  })
  test('what moves no money needs none', async () => {
    const admin = await makePerson('admin')
    await old(admin)
    const { status } = await post('/admin/setting/update', admin, { colors: '#2C2C2C' }, 'PUT')
    expect(status).toBe(200)
    // and what is taken back for a day
    await run('delete from bulk_acts')
    const act = { act: 'deactivate', rule: EVERYBODY, people: 1 }
    expect((await post('/admin/bulk', admin, act)).status).toBe(200)
  })
  test('who has a factor proves by it, not by the password, and one’s bank needs both', async () => {
    const { who, secret } = await withTotp()
    await old(who)
    const bank = { account_bank: 'BCA', account_number: '1234567890', current_password: PASSWORD }
    expect((await post(`/admin/users/${who.id}`, who, bank, 'PUT')).json.reason).toBe('proof_needed')
    expect((await post('/auth/prove', who, { current_password: PASSWORD })).status).toBe(422)
    expect((await post('/auth/prove/options', who)).json.ways).toEqual(['totp', 'recovery'])
    who.token = await proved(who, { code: await freshCode(who, secret) })
    expect((await post(`/admin/users/${who.id}`, who, bank, 'PUT')).status).toBe(200)
    expect((await notices(who)).at(-1)?.data).toBe('{"what":"bank"}')
  })
  test('rule security-events: a wrong proof is on record, by whose sign-in it was', async () => {
    const { who } = await withTotp()
    await post('/auth/prove', who, { code: '000000' })
    const [plain, kinds] = [
      await makePerson('member'),
      (of: Person) => all("select kind, by from security_events where user_id = ? and kind = 'sign_in_failed'", of.id),
    ]
    await post('/auth/prove', plain, { current_password: 'salah-sekali' })
    for (const of of [who, plain]) expect(await kinds(of)).toEqual([{ kind: 'sign_in_failed', by: of.id }])
  })
  test('a passkey proves it, on the sign-in that was asked, and by what was asked for this', async () => {
    const { who, device } = await withPasskey()
    const { json: signIn } = await login(who)
    const entered = await step({ ticket: signIn.ticket, passkey: await device.get(signIn.ticket) })
    const elsewhere = { ...who, token: entered.json.token ?? '' }
    const { json: adding } = await post('/auth/passkeys/options', who)
    const asked = { ticket: adding.ticket, passkey: await device.get(adding.options.challenge) }
    expect((await post('/auth/prove', who, asked)).json.reason).toBe('factor_ticket_invalid')
    await old(who)
    const { json } = await post('/auth/prove/options', who)
    const body = { ticket: json.ticket, passkey: await device.get(json.options.challenge) }
    expect((await post('/auth/prove', elsewhere, body)).json.reason).toBe('factor_ticket_invalid')
    who.token = await proved(who, body)
    expect((await post('/auth/recovery-codes', who)).status).toBe(200)
    expect((await post('/auth/recovery-codes', elsewhere)).json.reason).toBe('proof_needed')
  })
})

describe('rule sign-ins: one’s own sign-ins', () => {
  test('are named by device and country; one ends, or all but this', async () => {
    const who = await makePerson('member')
    await login(who, { 'user-agent': CHROME, 'cf-ipcountry': 'ID' })
    const third = (await login(who)).json.token
    const list = (await security(who)).sign_ins
    expect(list).toHaveLength(3)
    expect(list.filter(({ current }) => current)).toHaveLength(1)
    const phone = list.find(({ device }) => device === 'Chrome · Android')
    expect(phone?.country).toBe('ID')
    const other = await makePerson('member')
    expect((await post('/auth/sign-ins/end', other, { id: phone?.id })).status).toBe(404)
    expect((await post('/auth/sign-ins/end', who, { id: phone?.id })).status).toBe(200)
    expect((await security(who)).sign_ins).toHaveLength(2)
    expect((await post('/auth/sign-ins', who, {}, 'DELETE')).status).toBe(200)
    expect([await valid(who.token), await valid(third)]).toEqual([200, 401])
  })
  test('are last seen to the day, without a write for each call', async () => {
    const who = await makePerson('member')
    const seen = async () =>
      (await all<{ seen_at: number }>('select seen_at from sessions where user_id = ?', who.id))[0]?.seen_at ?? 0
    const today = await seen()
    await valid(who.token)
    expect(await seen()).toBe(today)
    await run('update sessions set seen_at = 1 where user_id = ?', who.id)
    await valid(who.token)
    await vi.waitFor(async () => expect(await seen()).toBeGreaterThan(1))
  })
  test('from a device that is new are told to who was here before, and from a known one are not', async () => {
    const who = await makePerson('member')
    await run('delete from sessions where user_id = ?', who.id)
    await login(who)
    expect(await notices(who)).toEqual([])
    const second = await login(who, { 'user-agent': CHROME, 'cf-ipcountry': 'SG' })
    expect(await notices(who)).toEqual([{ kind: 'new_device', data: '{"device":"Chrome · Android","country":"SG"}' }])
    await login(who, { cookie: (second.headers.get('set-cookie') ?? '').split(';')[0] ?? '' })
    expect(await notices(who)).toHaveLength(1)
  })
})

test('rule passkeys: one with the id of another’s is refused, and theirs goes on working', async () => {
  const theirs = await withPasskey()
  for (const thief of [await makePerson('member'), theirs.who]) {
    const { json } = await post('/auth/passkeys/options', thief)
    const passkey = await theirs.device.create(json.options.challenge)
    const { status, json: refused } = await post('/auth/passkeys', thief, { ticket: json.ticket, passkey, name: 'x' })
    expect([status, refused.reason]).toEqual([409, 'passkey_taken'])
    expect((await security(thief)).passkeys).toHaveLength(thief === theirs.who ? 1 : 0)
  }
  const { json } = await post('/auth/passkey-options', null)
  const body = { ticket: json.ticket, passkey: await theirs.device.get(json.options.challenge) }
  expect((await post('/auth/login/passkey', null, body)).status).toBe(200)
})
