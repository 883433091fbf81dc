// The settings that admins change, what the page knows of them before anybody signs in, and prices far above the usual, also of levels and
// people.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_SETTINGS, DEFAULT_SETTINGS } from '../../contract/ground/settings.ts'
import { ask } from './support/api.ts'
import { all, bound, one, run } from './support/database.ts'
import { setting } from './support/payouts.ts'
import { makeLevel, makePerson, type Person } from './support/people.ts'

type Fail = { reason: string; msg: string; fields?: Record<string, string> }
let member: Person
let admin: Person
beforeAll(async () => {
  member = await makePerson('member')
  admin = await makePerson('admin')
})

/** tests/workerd/setup.ts asks nobody for a second factor. */
const HERE = { ...DEFAULT_SETTINGS, factor_required: false }

describe('settings', () => {
  const update = (body: object) =>
    ask<Fail & { setting: object }>('PUT', '/admin/setting/update', { token: admin.token, body })
  test('start at their defaults and keep what is sent', async () => {
    const first = await ask<{ setting: object }>('GET', '/admin/setting/get', { token: member.token })
    expect(first.json.setting).toEqual(HERE)
    await update({ info: 'Halo', staff_can_process: false, price: '120' })
    const then = await ask<{ setting: object }>('GET', '/admin/setting/get', { token: member.token })
    expect(then.json.setting).toEqual({ ...HERE, info: 'Halo', staff_can_process: false, price: 120 })
  })
  test.each([
    [{ interval_min: 99, interval_max: 5 }, 'interval_order'],
    [{ referral_percent: '101' }, 'invalid_input'],
    [{ referral_percent: '1.5' }, 'invalid_input'],
    [{ send_window_start: '8 pagi' }, 'invalid_input'],
    [{ price: -1 }, 'invalid_input'],
    [{ price: 'abc' }, 'invalid_input'],
  ])('refuse %j and stay as they were', async (body, reason) => {
    const { status, json } = await update(body)
    expect([status, json.reason]).toEqual([422, reason])
    expect(Object.keys(json.fields ?? {})).toHaveLength(1)
  })
})

test('rule setting-changes: each setting says its last change, by whom and from what; one that was changed elsewhere names nobody', async () => {
  const [second, save] = [
    await makePerson('admin'),
    (by: Person, body: object) => ask('PUT', '/admin/setting/update', { token: by.token, body }),
  ]
  await run(`update users set firstname = 'Rina', lastname = '' where id = ?`, second.id)
  for (const by of [admin, second])
    expect((await save(by, { lookup_daily_cap: by === admin ? 20 : 25, staff_can_process: by === admin })).status).toBe(
      200,
    )
  await save(admin, { whatsapp_version: '2.3000.1', info: 'Halo juga' })
  await save(admin, { whatsapp_version: '' })
  await run(`update settings set value = 'Lain' where key = 'info'`)
  type Change = { field: string; entry: number; by: string; before: string; after: string }
  const { json } = await ask<{ changes: Change[] }>('GET', '/admin/setting/changes', { token: admin.token })
  const of = (name: string) => json.changes.find(({ field }) => field === name)
  expect(of('lookup_daily_cap')).toMatchObject({ by: 'Rina', before: '20', after: '25' })
  expect(of('staff_can_process')).toMatchObject({ by: 'Rina', before: 'true', after: 'false' })
  expect(of('whatsapp_version')).toMatchObject({ before: '2.3000.1', after: '' })
  expect([of('info'), of('daily_cap'), of('unversioned')]).toEqual([undefined, undefined, undefined])
  const entry = await ask<{ data: object[] }>('GET', `/admin/audit?id=${of('lookup_daily_cap')?.entry}`, {
    token: admin.token,
  })
  // the others begin with what the first ones left
  await run(`update settings set value = 'Halo' where key = 'info'`)
  await run(`update users set role = 'member' where id = ?`, second.id)
  expect(entry.json.data).toEqual([
    expect.objectContaining({
      action: 'settings.update',
      actor_id: second.id,
      after: { lookup_daily_cap: 25, staff_can_process: false, unversioned: true },
    }),
  ])
})

test.each(['member', 'staff'] as const)(
  'rule admin-settings: a %s reads none of those that say above what somebody looks, or where troubles are told',
  async (role) => {
    const secret = {
      second_person_above: 123_000,
      decider_day_limit: 456_000,
      second_person_fee_above: 789,
      fraud_list_score: 41,
      fraud_hold_score: 97,
      alert_email: 'siaga@tests.example',
      alert_webhook_url: 'https://siaga.example/x',
    }
    const [who, saved] = [
      await makePerson(role),
      await ask('PUT', '/admin/setting/update', { token: admin.token, body: secret }),
    ]
    expect(saved.status).toBe(200)
    const read = (by: Person) => ask<{ setting: object }>('GET', '/admin/setting/get', { token: by.token })
    expect((await read(admin)).json.setting).toMatchObject(secret)
    const theirs = (await read(who)).json.setting
    expect(theirs).toMatchObject(Object.fromEntries(ADMIN_SETTINGS.map((key) => [key, DEFAULT_SETTINGS[key]])))
    for (const value of Object.values(secret)) expect(Object.values(theirs)).not.toContain(value)
  },
)
test('the page knows its bot check and banks before sign-in, and nothing secret', async () => {
  const { json } = await ask('GET', '/public/config')
  expect(json).toMatchObject({
    sandbox: true,
    bankNames: ['BCA', 'MANDIRI', 'BRI'],
    turnstileSiteKey: 'site-key-of-the-tests',
  })
  // what somebody who registers now would earn, and when it is paid
  const [price] = await all<{ value: string }>(`select value from settings where key = 'price'`)
  expect(json).toMatchObject({
    newcomer: { blast_fee: Number(price?.value), payoutDays: DEFAULT_SETTINGS.payout_days },
  })
  expect(JSON.stringify(json)).not.toContain(bound.TURNSTILE_SECRET)
  expect((await ask('GET', '/health')).json).toMatchObject({ ok: true, runners: 0 })
})

describe('rule usual-price:', () => {
  type Approval = { id: string; kind: string; amount: number; changes: object[] }
  type Answer = Partial<Fail> & { approval_pending?: boolean }
  const send = (method: string, path: string, body: object) => ask<Answer>(method, path, { token: admin.token, body })
  const settings = (body: object) => send('PUT', '/admin/setting/update', body)
  const waiting = async () =>
    (await ask<{ data: Approval[] }>('GET', '/admin/approval/list-per-page', { token: second.token })).json.data
  const approve = async () => {
    const id = (await waiting())[0]?.id
    return ask('PUT', '/admin/approval/decide', { token: second.token, body: { id, approve: true } })
  }
  const stored = async (key: string) =>
    (await all<{ value: string }>('select value from settings where key = ?', key))[0]?.value
  const DAY = 86_400_000
  /** An entry of the log that says what was there until then. */
  const was = (target: string, action: string, daysAgo: number, before: object) =>
    run(
      `insert into audit_log (at, actor_id, actor_role, action, target, before, after) values (?, 'x', 'admin', ?, ?, ?, '{}')`,
      Date.now() - daysAgo * DAY,
      action,
      target,
      JSON.stringify(before),
    )
  const again = (field: string, amount: string, usual: string) => [
    422,
    'amount_again',
    {
      [field]: `${amount} lebih dari 3 kali yang biasa, yaitu ${usual}. Ketik sekali lagi; bila ada orang kedua, ia juga harus menyetujuinya.`,
    },
  ]
  const refused = ({ status, json }: { status: number; json: Answer }) => [status, json.reason, json.fields]
  let second: Person
  beforeAll(async () => {
    await makeLevel('low', 125, 0)
    await makeLevel('mid', 300, 50)
    second = await makePerson('admin')
  })
  beforeEach(async () => {
    await setting('second_person_fee_above', '0')
    await setting('second_person_above', '0')
    await setting('price', '125')
    await setting('referral_percent', '10')
    await run(`update approvals set status = 'refused' where status = 'waiting'`)
    await run(`delete from levels where id not in ('low', 'mid')`)
    await run(`update levels set blast_fee = 125, requirement_blast = 0 where id = 'low'`)
    await run(`update levels set blast_fee = 300, requirement_blast = 50 where id = 'mid'`)
    await run(`update users set level_id = 'low', blast_fee = null where id = ?`, member.id)
  })

  test('500,000 for 125 is typed twice and waits for a second person, who sees how far it is, although no limit is set', async () => {
    // it was 100 before the first test here
    expect(refused(await settings({ price: 500_000, info: 'Baru' }))).toEqual(again('price', 'Rp 500.000', 'Rp 100'))
    expect(refused(await settings({ price: 500_000, price_again: 50_000 }))[1]).toBe('amount_again')
    expect([await waiting(), await stored('price'), await stored('info')]).toEqual([[], '125', 'Halo'])
    const sent = await settings({ price: 500_000, price_again: '500.000', info: 'Baru' })
    expect([sent.status, sent.json.approval_pending, await stored('price'), await stored('info')]).toEqual([
      200,
      true,
      '125',
      'Baru',
    ])
    expect(await waiting()).toMatchObject([
      {
        kind: 'setting',
        changes: [{ of: 'price', before: 125, after: 500_000, steep: { amount: 500_000, usual: 100 } }],
      },
    ])
    expect([(await approve()).status, await stored('price')]).toEqual([200, '500000'])
    // what two agreed to is usual from then on
    expect((await settings({ price: 600_000 })).json.approval_pending).toBe(false)
  })
  test('the referral percent alike', async () => {
    expect((await settings({ referral_percent: 30 })).json.approval_pending).toBe(false)
    // three times what it was an hour ago is nine times the usual
    expect(refused(await settings({ referral_percent: '90' }))).toEqual(again('referral_percent', '90%', '10%'))
    const sent = await settings({ referral_percent: '90', referral_percent_again: '90' })
    expect([sent.json.approval_pending, await stored('referral_percent')]).toEqual([true, '30'])
    expect((await waiting())[0]?.changes).toEqual([
      { of: 'referral_percent', before: '30', after: '90', steep: { amount: 90, usual: 10 } },
    ])
    expect([(await approve()).status, await stored('referral_percent')]).toEqual([200, '90'])
  })
  test('a level: new, dearer, or for more people', async () => {
    const level = { name: 'Emas', blast_fee: 500_000, requirement_blast: 10 }
    expect(refused(await send('POST', '/admin/level/create', level))).toEqual(
      again('blast_fee', 'Rp 500.000', 'Rp 125'),
    )
    expect((await send('POST', '/admin/level/create', { ...level, blast_fee_again: 500_000 })).status).toBe(202)
    expect(await all(`select 1 from levels where name = 'Emas'`)).toEqual([])
    expect((await approve()).status).toBe(200)
    const [made] = await all<{ id: string; blast_fee: number }>(`select id, blast_fee from levels where name = 'Emas'`)
    expect(made?.blast_fee).toBe(500_000)
    const mid = (body: object) => send('PUT', '/admin/level/mid', { name: 'M', requirement_blast: 50, ...body })
    expect((await mid({ blast_fee: 900 })).status).toBe(200)
    expect(refused(await mid({ blast_fee: 901 }))).toEqual(again('blast_fee', 'Rp 901', 'Rp 300'))
    expect((await mid({ blast_fee: 901, blast_fee_again: 901 })).status).toBe(202)
    await run(`update approvals set status = 'refused' where status = 'waiting'`)
    // nobody types a price that stays; that more people get it is seen by two
    expect((await mid({ blast_fee: 900, requirement_blast: 9 })).status).toBe(202)
    expect((await waiting())[0]?.changes).toContainEqual({
      of: 'level_requirement',
      before: 50,
      after: 9,
      steep: { amount: 900, usual: 125 },
    })
  })
  test('a person: by a fee of their own, and by a level that is given', async () => {
    const edit = (body: object) => send('PUT', `/admin/users/${member.id}`, body)
    const fee = () => one('select blast_fee, level_id from users where id = ?', member.id)
    await setting('second_person_fee_above', '0')
    expect((await edit({ blast_fee: 375 })).json.approval_pending).toBeUndefined()
    expect(refused(await edit({ blast_fee: 1_125, firstname: 'Baru' }))).toEqual(
      again('blast_fee', 'Rp 1.125', 'Rp 125'),
    )
    const sent = await edit({ blast_fee: 1_125, blast_fee_again: 1_125, firstname: 'Baru' })
    expect([sent.json.approval_pending, await fee()]).toEqual([true, { blast_fee: 375, level_id: 'low' }])
    expect((await waiting())[0]?.changes).toEqual([
      { of: 'blast_fee', before: 375, after: 1_125, steep: { amount: 1_125, usual: 125 } },
    ])
    expect([(await approve()).status, await fee()]).toEqual([200, { blast_fee: 1_125, level_id: 'low' }])
    await run(`update users set blast_fee = null where id = ?`, member.id)
    await makeLevel('top', 9_000, 500)
    expect([(await edit({ level_id: 'top' })).json.approval_pending, await fee()]).toEqual([
      true,
      { blast_fee: null, level_id: 'low' },
    ])
    expect((await waiting())[0]?.changes).toMatchObject([{ of: 'level_id', steep: { amount: 9_000, usual: 125 } }])
  })
  test('steps count for thirty days', async () => {
    await makeLevel('old', 300, 90)
    await was('old', 'level.update', 31, { blast_fee: 100 })
    const raise = (blast_fee: number) =>
      send('PUT', '/admin/level/old', { name: 'Old', blast_fee, requirement_blast: 90 })
    expect((await raise(310)).status).toBe(200)
    await was('old', 'level.update', 29, { blast_fee: 100 })
    expect(refused(await raise(320))).toEqual(again('blast_fee', 'Rp 320', 'Rp 100'))
  })
  test('who is alone types the general price twice, and asks nobody', async () => {
    await run(`update users set role = 'member' where id = ?`, second.id)
    expect(refused(await settings({ price: 90_000 }))[1]).toBe('amount_again')
    expect((await settings({ price: 90_000, price_again: 90_000 })).json.approval_pending).toBe(false)
    expect(await stored('price')).toBe('90000')
    await run(`update users set role = 'admin' where id = ?`, second.id)
  })
})
