// Withdraw, Bonus, Message log, Settings and Levels.
import { expect } from 'vitest'
import { giveBonus } from '../../../../domain/money/bonus/give-bonus.ts'
import { requestWithdraw } from '../../../../domain/money/withdraw/decide-withdraw.ts'
import { bound, db } from '../database.ts'
import { makePerson } from '../people.ts'
import { INVALID, NOT_FOUND } from './tools.ts'
import { type Cases, giveMoney, withBank } from './world.ts'

const ITEM = ['id', 'nominal', 'createdAt', 'status']
const TRANSFER = ['firstname', 'lastname', 'account_bank', 'account_number', 'account_name'].map((key) => `User.${key}`)
const BONUS = ['id', 'nominal', 'reason', 'createdAt', 'User.firstname', 'User.lastname', 'userId', 'adminId']
const ofUser =
  (keys: readonly string[], amount: number): Cases[string] =>
  async (line, { member, friend, admin, staff }) => {
    const person = await makePerson('member')
    for (const as of [person, admin]) {
      const json = await line.good<Record<string, unknown>>({ as, id: person.id }, keys)
      for (const key of keys) expect([key, json[key]]).toEqual([key, 0])
    }
    await giveMoney(person, 25_000)
    await bound.DB.prepare(
      'insert into daily_stats (user_id, day, success, fail, income_sen) values (?, ?, 1, 0, 2500000)',
    )
      .bind(person.id, new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10))
      .run()
    const json = await line.good<Record<string, unknown>>({ as: person, id: person.id }, keys)
    for (const key of keys) expect([key, json[key]]).toEqual([key, amount])
    await line.closed({ id: friend.id }, [member, staff])
  }
const ofAll: Cases[string] = async (line, { admin, staff, member }) => {
  for (const as of [admin, staff]) await line.good({ as }, ['total'], [['total', 'value']])
  await line.closed({}, [member])
}

export const MONEY: Cases = {
  'GET /admin/withdraw/income/{userId}': ofUser(['income', 'value', 'total'], 25_000),
  'GET /admin/withdraw/balance/{userId}': ofUser(['balance', 'value', 'total'], 25_000),
  'GET /admin/withdraw/total-requested/{userId}': ofUser(['total', 'value'], 0),
  'GET /admin/withdraw/total-accepted/{userId}': ofUser(['total', 'value'], 0),
  'GET /admin/withdraw/total-today': ofAll,
  'GET /admin/withdraw/total-all': ofAll,
  'POST /admin/withdraw/request': async (line, { admin, staff, member, dev }) => {
    const person = await makePerson('member')
    const ask = (nominal: unknown, as = person) => ({ as, body: { nominal, userId: as.id } })
    const least = 'Minimal permintaan penarikan adalah Rp 10.000'
    for (const nominal of [9_999, '9999', 0]) await line.refused(ask(nominal), { status: 422, text: least })
    const profile = 'Lengkapi data rekening bank Anda di profil terlebih dahulu.'
    await line.refused(ask(10_000), { status: 422, text: profile, code: 1 })
    await withBank(person)
    await line.refused(ask(10_000), { status: 409, text: 'Saldo tidak mencukupi.' })
    await giveMoney(person, 30_000)
    const made = await line.good<{ withdraw: object }>(
      ask(10_000),
      [...ITEM, ...TRANSFER].map((key) => `withdraw.${key}`),
      [['withdraw', 'data']],
    )
    expect(made.withdraw).toMatchObject({ nominal: 10_000, status: 'requested', User: { account_bank: 'BCA' } })
    await line.good(ask('10000'), ['withdraw'])
    for (const nominal of ['', null, 'abc', 10_000.5])
      await line.refused(ask(nominal), { status: 422, text: INVALID, fields: ['nominal'] })
    await line.refused(ask(10_000, dev), { status: 422, text: profile, code: 1 })
    await line.closed(ask(10_000), [admin, staff])
    const others = { as: person, body: { nominal: 10_000, userId: member.id } }
    await line.refused(others, { status: 403, text: 'Anda tidak memiliki akses ke halaman ini.' })
  },
  'PUT /admin/withdraw/update': async (line, { admin, staff, dev, member }) => {
    const person = await makePerson('member')
    await withBank(person)
    await giveMoney(person, 20_000)
    const { id } = await requestWithdraw(db, { userId: person.id, nominal: 20_000, now: Date.now() }, () => [])
    const decide = (status: string, as = admin) => ({ as, body: { id, status } })
    const keys = [...ITEM, ...TRANSFER].map((key) => `withdraw.${key}`)
    for (const [status, as] of [
      ['accepted', admin],
      ['requested', dev],
      ['rejected', staff],
      ['requested', admin],
    ] as const)
      expect(await line.good(decide(status, as), keys, [['withdraw', 'data']])).toMatchObject({ withdraw: { status } })
    const moved = 'Status permintaan ini sudah berubah. Muat ulang halaman.'
    await line.refused(decide('requested'), { status: 409, text: moved })
    await line.refused(decide('paid'), { status: 422, text: INVALID, fields: ['status'] })
    await line.refused({ as: admin, body: { id: 'x', status: 'accepted' } }, NOT_FOUND)
    await line.closed(decide('accepted'), [member])
  },
  'GET /admin/withdraw/history/{userId}': async (line, { admin, member, friend, staff }) => {
    const [person] = await withdrawers()
    for (const as of [person, admin])
      await line.good(
        { as, id: person.id },
        [...ITEM, ...TRANSFER].map((key) => `list.0.${key}`),
        [['list', 'data']],
      )
    await line.closed({ id: friend.id }, [member, staff])
  },
  'GET /admin/withdraw/histories': async (line, { admin, staff, member }) => {
    await withdrawers()
    for (const as of [admin, staff])
      await line.good(
        { as },
        [...ITEM, ...TRANSFER].map((key) => `list.0.${key}`),
        [['list', 'data']],
      )
    await line.closed({}, [member])
  },
  'GET /admin/withdraw/histories-per-page': async (line, { admin, member }) => {
    const [person] = await withdrawers()
    await line.page({ as: admin, query: '&user_id=null' }, [...ITEM, ...TRANSFER])
    const one = await line.good<{ data: { userId: string }[] }>({ as: admin, query: `?user_id=${person.id}` }, ['data'])
    expect(one.data.map((row) => row.userId)).toEqual([person.id])
    const none = await line.good<{ data: [] }>({ as: member, query: `?user_id=${person.id}` }, ['data'])
    expect(none.data).toEqual([])
    await line.closed({})
  },
  'GET /admin/messagelog/count/{userId}': async (line, { member, friend, admin }) => {
    for (const as of [member, admin]) await line.good({ as, id: member.id }, ['successCount', 'failCount'])
    await line.closed({ id: friend.id }, [member])
  },
  'GET /admin/messagelog/today-income/{userId}': async (line, { member, friend, admin }) => {
    for (const as of [member, admin])
      expect(await line.good({ as, id: member.id }, ['income'])).toEqual({ income: expect.any(Number) })
    await line.closed({ id: friend.id }, [member])
  },
  'GET /admin/messagelog/today-count': async (line, { admin, dev, member, staff }) => {
    for (const as of [admin, dev]) await line.good({ as }, ['success', 'fail'])
    await line.closed({}, [member, staff])
  },
  'GET /admin/messagelog/total-count': async (line, { admin, member, staff }) => {
    await line.good(
      { as: admin },
      ['success', 'fail'],
      [
        ['success', 'successCount'],
        ['fail', 'failCount'],
      ],
    )
    await line.closed({}, [member, staff])
  },
  'GET /admin/stats/daily': async (line, { admin, member }) => {
    for (const as of [admin, member])
      await line.good({ as, query: '?days=7' }, ['list.6.day', 'list.0.success', 'list.0.income', 'connectedCount'])
    await line.refused({ as: admin, query: '?days=0' }, { status: 422, text: INVALID, fields: ['days'] })
    await line.closed({})
  },
  'GET /admin/ledger/reconcile': async (line, { admin, member, staff }) => {
    expect(await line.good({ as: admin }, ['difference', 'rows'])).toMatchObject({ difference: 0, rows: [] })
    await line.closed({}, [member, staff])
  },
  'POST /admin/bonus/create': async (line, { admin, dev, member, staff }) => {
    const give = (body: object, as = admin) => ({ as, body: { adminId: as.id, ...body } })
    const form = { userId: member.id, nominal: '5000', reason: 'Rajin' }
    const made = await line.good<{ bonus: object }>(
      give(form, dev),
      BONUS.map((key) => `bonus.${key}`),
    )
    expect(made.bonus).toMatchObject({ nominal: 5_000, reason: 'Rajin', userId: member.id, adminId: dev.id })
    for (const [field, value] of [
      ['nominal', ''],
      ['nominal', 'abc'],
      ['nominal', 0],
      ['reason', ' '],
      ['userId', ''],
    ] as const)
      await line.refused(give({ ...form, [field]: value }), { status: 422, text: INVALID, fields: [field] })
    const toNobody = give({ ...form, userId: 'nobody' })
    await line.refused(toNobody, { status: 422, text: 'Member tidak dikenal.', fields: ['userId'] })
    // no matter who signs it in the form, it is the caller's
    const signed = await line.good({ as: admin, body: { ...form, adminId: dev.id } }, ['bonus.adminId'])
    expect(signed).toMatchObject({ bonus: { adminId: admin.id } })
    await line.closed(give(form), [member, staff])
  },
  'DELETE /admin/bonus/{id}': async (line, { admin, member, staff }) => {
    const bonus = { id: 'bonus-1', userId: member.id, adminId: admin.id, nominal: 1_000, reason: 'x', now: 1 }
    await giveBonus(db, bonus, admin.id, [])
    await line.closed({ id: 'bonus-1' }, [member, staff])
    await line.good({ as: admin, id: 'bonus-1' }, ['success'])
    await line.refused({ as: admin, id: 'bonus-1' }, NOT_FOUND)
  },
  'GET /admin/bonus/list-per-page': async (line, { admin, member, friend, staff }) => {
    await line.page({ as: admin, query: '&user_id=null' }, BONUS)
    await line.page({ as: member, query: `&user_id=${member.id}` }, BONUS)
    const others = await line.good<{ data: [] }>({ as: friend, query: `?page=1&user_id=${member.id}` }, ['data'])
    expect(others.data).toEqual([])
    await line.closed({}, [staff])
  },
  'GET /admin/bonus/total/{userId}': ofUser(['totalBonus'], 0),
  'GET /admin/setting/get': async (line, { member, staff, admin }) => {
    const keys = ['interval_min', 'interval_max', 'price', 'bank_names', 'colors', 'referral_percent', 'info']
    for (const as of [member, staff, admin])
      await line.good(
        { as },
        keys.map((key) => `setting.${key}`),
      )
    const { setting } = await line.good<{ setting: Record<string, unknown> }>({ as: admin }, ['setting'])
    expect(typeof setting['referral_percent']).toBe('string')
    expect(setting).toMatchObject({ bank_names: 'BCA, MANDIRI, BRI', colors: '#2C2C2C, #3E3A32' })
    await line.closed({})
  },
  'GET /admin/setting/changes': async (line, { member, staff, admin }) => {
    await line.good({ as: admin }, ['changes'])
    await line.closed({}, [member, staff])
  },
  'PUT /admin/setting/update': async (line, { admin, dev, member, staff }) => {
    const form = { interval_min: '5', interval_max: '15', referral_percent: '10', info: 'Halo' }
    for (const as of [admin, dev]) await line.good({ as, body: form }, ['success', 'setting.info'])
    for (const [field, value] of [
      ['interval_min', ''],
      ['interval_max', 'abc'],
      ['referral_percent', ''],
      ['referral_percent', '101'],
    ] as const)
      await line.refused(
        { as: admin, body: { ...form, [field]: value } },
        { status: 422, text: INVALID, fields: [field] },
      )
    await line.closed({ body: form }, [member, staff])
  },
  'POST /admin/level/create': async (line, { admin, dev, member, staff }) => {
    const form = { name: 'Emas', blast_fee: '200', requirement_blast: '1000' }
    const keys = ['id', 'name', 'blast_fee', 'requirement_blast', 'color'].map((key) => `level.${key}`)
    for (const as of [admin, dev]) await line.good({ as, body: form }, keys)
    for (const [field, value] of [
      ['name', ' '],
      ['blast_fee', ''],
      ['requirement_blast', 'banyak'],
    ] as const)
      await line.refused(
        { as: admin, body: { ...form, [field]: value } },
        { status: 422, text: INVALID, fields: [field] },
      )
    await line.closed({ body: form }, [member, staff])
  },
  'PUT /admin/level/{id}': async (line, { admin, member, staff }) => {
    const form = { name: 'Perak', blast_fee: 160, requirement_blast: 6 }
    expect(await line.good({ as: admin, id: 'silver', body: form }, ['level'])).toMatchObject({ level: form })
    await line.refused(
      { as: admin, id: 'silver', body: {} },
      {
        status: 422,
        text: INVALID,
        fields: ['name', 'blast_fee', 'requirement_blast'],
      },
    )
    await line.refused({ as: admin, id: 'none', body: form }, NOT_FOUND)
    await line.closed({ id: 'silver', body: form }, [member, staff])
  },
  'DELETE /admin/level/{id}': async (line, { admin, member, staff }) => {
    await bound.DB.prepare(
      `insert into levels (id, name, blast_fee, requirement_blast, created_at) values ('tin', 'Timah', 1, 9, 0)`,
    ).run()
    await bound.DB.prepare(`update users set level_id = 'bronze' where id = ?`).bind(member.id).run()
    await line.closed({ id: 'tin' }, [member, staff])
    await line.good({ as: admin, id: 'tin' }, ['success'])
    await line.refused({ as: admin, id: 'tin' }, NOT_FOUND)
    await line.refused({ as: admin, id: 'bronze' }, { status: 409, text: 'Level masih dipakai oleh member.' })
  },
  'GET /admin/level/list-per-page': async (line, { admin, member, staff }) => {
    await line.page({ as: admin }, ['id', 'name', 'blast_fee', 'requirement_blast'])
    await line.closed({}, [member, staff])
  },
  'GET /admin/level/{id}': async (line, { admin, member, staff }) => {
    await line.good({ as: admin, id: 'bronze' }, ['name', 'blast_fee', 'requirement_blast'], [['level', 'data']])
    await line.refused({ as: admin, id: 'none' }, NOT_FOUND)
    await line.closed({ id: 'bronze' }, [member, staff])
  },
}

/** Two members with one request each. */
const withdrawers = async () => {
  const people = [await makePerson('member'), await makePerson('member')] as const
  for (const person of people) {
    await withBank(person)
    await giveMoney(person, 20_000)
    await requestWithdraw(db, { userId: person.id, nominal: 15_000, now: Date.now() }, () => [])
  }
  return people
}
