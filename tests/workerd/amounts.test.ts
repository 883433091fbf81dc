// Every number that a route takes is read as people in Indonesia write it, or refused: none is guessed. The schemas of
// all mounted routes are walked, so that a field nobody thought of here fails too.
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { rupiahToSen } from '../../contract/ground/money.ts'
import { DEFAULT_SETTINGS } from '../../contract/ground/settings.ts'
import { ROUTES, type Route } from '../../contract/api/table.ts'
import { claimNumbers } from '../../domain/sending/blast/store.ts'
import { ask } from './support/api.ts'
import { all, bound, db, run } from './support/database.ts'
import { makeLevel, makePerson, type Person, PASSWORD } from './support/people.ts'

type Fail = { reason: string; fields?: Record<string, string> }
let admin: Person
let member: Person
beforeAll(async () => {
  await makeLevel('low', 100, 0)
  admin = await makePerson('admin')
  member = await makePerson('member')
})

/** Read by its specification: a fraction of these seconds is cut off. */
const FLOORED = ['PUT /admin/whatsapp/interval blast_interval_min', 'PUT /admin/whatsapp/interval blast_interval_max']
const UNREADABLE = ['25,5', '1.25', '2.5', '25.00', '25,000', '1e1', '0x10', '١٢', '1 0', 'abc', '']

const fieldsOf = (schema: z.ZodType | undefined): [string, z.ZodType][] => {
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape) as [string, z.ZodType][]
  // refined objects and what wraps them
  const inner = (schema as { def?: { innerType?: z.ZodType; in?: z.ZodType } } | undefined)?.def
  return inner?.innerType ? fieldsOf(inner.innerType) : inner?.in ? fieldsOf(inner.in) : []
}
/** Of fields that take JSON numbers: a small one, or the number of a phone. What takes a list too is looked at by nobody. */
const takesNumber = (field: z.ZodType): number | undefined =>
  [7, 6_281_234_567_890].find((value) => field.safeParse(value).success && !field.safeParse([[]]).success)
type NumberField = { key: Route; name: string; field: z.ZodType; taken: number }
const numbersOf = (): NumberField[] =>
  ROUTES.flatMap(([key, { body, form }]) =>
    [...fieldsOf(body), ...fieldsOf(form)].flatMap(([field, schema]) => {
      const taken = takesNumber(schema)
      return taken === undefined ? [] : [{ key, name: `${key} ${field}`, field: schema, taken }]
    }),
  )

describe('every number of every body', () => {
  test('is found', () => {
    const found = Map.groupBy(numbersOf(), ({ key }) => key)
    const fields = [...found].map(([key, some]) => [key, some.map(({ name }) => name.split(' ').at(-1)).toSorted()])
    const intervals = ['interval_max', 'interval_min']
    const level = ['blast_fee', 'blast_fee_again', 'requirement_blast']
    const settings = Object.entries(DEFAULT_SETTINGS).flatMap(([key, value]) =>
      typeof value === 'number' ? [key] : [],
    )
    expect(Object.fromEntries(fields)).toMatchObject({
      'POST /admin/bonus/create': ['nominal'],
      'POST /admin/withdraw/request': ['nominal'],
      'POST /admin/level/create': level,
      'PUT /admin/level/:id': level,
      'PUT /admin/users/:id': ['blast_fee', 'blast_fee_again', 'blast_interval_max', 'blast_interval_min'],
      'PUT /admin/whatsapp/interval': ['blast_interval_max', 'blast_interval_min'],
      'POST /admin/generator/create': ['end_number', ...intervals, 'start_number'],
      'PUT /admin/generator/:id': intervals,
      'POST /admin/validator/create': intervals,
      'PUT /admin/validator/:id': intervals,
      'PUT /admin/setting/update': [
        ...settings,
        'price_again',
        'referral_percent',
        'referral_percent_again',
      ].toSorted(),
    })
  })
  test('takes its digits as text, and no fraction', () => {
    for (const { name, field, taken } of numbersOf()) {
      expect([name, field.parse(String(taken))]).toEqual([name, field.parse(taken)])
      if (!FLOORED.includes(name)) expect([name, field.safeParse(taken + 0.5).success]).toEqual([name, false])
    }
  })
  test('is never guessed', () => {
    for (const { name, field } of numbersOf()) {
      const sent = FLOORED.includes(name) ? UNREADABLE.filter((text) => !/^\d+[.,]\d+$/.test(text)) : UNREADABLE
      for (const text of sent) expect([name, text, field.safeParse(text).success]).toEqual([name, text, false])
    }
  })
  test('takes a dot as thousands, or says that it is too much', () => {
    for (const { name, field, taken } of numbersOf()) {
      if (taken !== 7) continue
      const read = field.safeParse('1.000')
      const words = read.error?.issues[0]?.message ?? ''
      expect([name, read.success ? String(read.data) : words]).toEqual([
        name,
        read.success ? '1000' : expect.stringMatching(/^Terlalu besar\. Paling banyak [\d.]+\.$/),
      ])
    }
  })
})

describe('written as people write it', () => {
  const put = (path: string, body: object) => ask<Fail>('PUT', path, { token: admin.token, body })
  const post = (path: string, body: object) => ask<Fail>('POST', path, { token: admin.token, body })
  const refusal = ({ status, json }: { status: number; json: Fail }, field: string) => [status, json.fields?.[field]]
  const UNCLEAR = 'Tidak jelas. Tulis bilangan bulat tanpa koma; titik hanya untuk ribuan, misalnya 25.000.'

  test.each([
    ['25.000', 25_000],
    ['Rp 25.000', 25_000],
    ['25000', 25_000],
    [25_000, 25_000],
    ['1.000.000', 1_000_000],
  ])('a bonus of %j is booked as %d', async (nominal, booked) => {
    const { json } = await ask<{ bonus: { id: string; nominal: number } }>('POST', '/admin/bonus/create', {
      token: admin.token,
      body: { userId: member.id, nominal, reason: 'rajin' },
    })
    expect(json.bonus.nominal).toBe(booked)
    expect(await all('select amount_sen from ledger where ref = ?', `bonus:${json.bonus.id}`)).toEqual([
      { amount_sen: rupiahToSen(booked) },
    ])
  })
  test.each([
    ['25,5', UNCLEAR],
    ['1.25', UNCLEAR],
    ['1e5', 'Isi dengan angka saja, tanpa huruf atau tanda lain.'],
    [10.5, 'Isi dengan bilangan bulat.'],
    [999_999_999_999, 'Terlalu besar. Paling banyak Rp 1.000.000.000.'],
    ['999999999999', 'Terlalu besar. Paling banyak Rp 1.000.000.000.'],
    [0, 'Paling sedikit Rp 1.'],
  ])('a bonus of %j is refused: %s', async (nominal, words) => {
    const sent = await post('/admin/bonus/create', { userId: member.id, nominal, reason: 'x' })
    expect(refusal(sent, 'nominal')).toEqual([422, words])
  })
  test('a withdraw, a fee, a level and the settings are too', async () => {
    await ask('POST', '/admin/bonus/create', {
      token: admin.token,
      body: { userId: member.id, nominal: '100.000', reason: 'x' },
    })
    // by the member: who writes somebody's bank details raises no price of theirs (rule decider-ties)
    const bank = { account_bank: 'BCA', account_name: 'A', account_number: '1234567', current_password: PASSWORD }
    await ask('PUT', `/admin/users/${member.id}`, { token: member.token, body: bank })
    const asked = await ask<{ data: { nominal: number } }>('POST', '/admin/withdraw/request', {
      token: member.token,
      body: { nominal: 'Rp 25.000', userId: member.id },
    })
    expect(asked.json.data.nominal).toBe(25_000)
    // no price here is three times what it was (rule usual-price)
    await run('update levels set blast_fee = 1000')
    await run(`insert into settings (key, value) values ('price', '1000')`)
    await put(`/admin/users/${member.id}`, { blast_fee: '1.250', blast_interval_max: '1.000' })
    expect(await all('select blast_fee, blast_interval_max from users where id = ?', member.id)).toEqual([
      { blast_fee: 1_250, blast_interval_max: 1_000 },
    ])
    const level = { name: 'Emas', blast_fee: '1.500', requirement_blast: '10.000' }
    expect((await post('/admin/level/create', level)).json).toMatchObject({
      level: { blast_fee: 1_500, requirement_blast: 10_000 },
    })
    const settings = { price: 'Rp 1.500', daily_cap: '1.000', lookup_daily_cap: '2.500', referral_percent: '10' }
    expect((await put('/admin/setting/update', settings)).json).toMatchObject({
      setting: { price: 1_500, daily_cap: 1_000, lookup_daily_cap: 2_500, referral_percent: '10' },
    })
  })
  test('a cap of 0 and a window without length are refused; all day is 00:00 to 24:00', async () => {
    for (const field of ['daily_cap', 'lookup_daily_cap'])
      expect(refusal(await put('/admin/setting/update', { [field]: 0 }), field)).toEqual([422, 'Paling sedikit 1.'])
    const same = await put('/admin/setting/update', { send_window_start: '08:00', send_window_end: '08:00' })
    expect([same.json.reason, ...refusal(same, 'send_window_end')]).toEqual([
      'window_empty',
      422,
      'Jam mulai dan jam selesai sama. Untuk sepanjang hari tulis 00:00 sampai 24:00.',
    ])
    const day = await put('/admin/setting/update', { send_window_start: '00:00', send_window_end: '24:00' })
    expect(day.status).toBe(200)
  })
  test('settings of an older version stand until they are changed, and stop nothing', async () => {
    await bound.DB.prepare(
      `insert or replace into settings (key, value) values ('daily_cap', '0'), ('send_window_start', '08:00'),
        ('send_window_end', '08:00'), ('support_url', 'http://t.me/lama')`,
    ).run()
    expect((await put('/admin/setting/update', { info: 'Halo' })).json).toMatchObject({
      setting: { info: 'Halo', daily_cap: 0, send_window_start: '08:00', send_window_end: '08:00' },
    })
    const want = {
      accountId: 'a',
      userId: member.id,
      want: 0,
      now: Date.now(),
      runStartedAt: 0,
      count: false,
      claim: 1,
    }
    const { rules } = await claimNumbers(db, want)
    expect(rules).toMatchObject({ dailyCap: 0, window: { start: '08:00', end: '08:00' } })
    expect((await ask('GET', '/public/config')).json).toMatchObject({ supportUrl: '' })
  })
})
