// Payout batches: chosen requests are frozen, paid by one file at the bank, and its result is applied once.
import { beforeAll, describe, expect, test } from 'vitest'
import { ask, call } from './support/api.ts'
import { all, one, run } from './support/database.ts'
import {
  act,
  approve,
  balanceOf,
  cancel,
  create,
  decide,
  difference,
  file,
  holdAtOnce,
  makeOffice,
  member,
  open,
  read,
  request,
  result,
  returnsOf,
  setting,
  statusesOf,
  textOf,
  type Fail,
  type Payout,
  BANKS,
} from './support/payouts.ts'
import { makePerson, type Person } from './support/people.ts'

let admin: Person
let other: Person
let staff: Person
beforeAll(async () => {
  ;({ admin, other, staff } = await makeOffice())
})

describe('rule payout-result:', () => {
  test('300 requests with 7 returned: all of them once, and the ledger differs by 0', async () => {
    const people = await Promise.all(BANKS.flatMap((bank) => Array.from({ length: 5 }, () => member(200_000, bank))))
    const requests = people.flatMap((person) => Array.from({ length: 15 }, () => ({ person, id: crypto.randomUUID() })))
    await holdAtOnce(requests.map(({ person, id }) => ({ user: person.id, id })))
    const ids = requests.map(({ id }) => id)
    const payout = await open(ids)
    expect(payout).toMatchObject({ status: 'frozen', count: 300, total: 3_000_000 })
    const { lines } = await read(payout.id)
    expect(new Set(lines.map(({ reference }) => reference)).size).toBe(300)
    // the generic file is filled in as the bank's result
    const [head = '', ...rows] = await textOf(payout.id, 'format=csv')
    const back = [0, 40, 80, 120, 160, 200, 299]
    const filled = rows.map((row, i) => row.replace(/,,$/, back.includes(i) ? ',Gagal,Rekening tutup' : ',Berhasil,'))
    const sheet = [head, ...filled].join('\r\n')
    const first = await result(payout.id, sheet)
    expect([first.status, first.json]).toMatchObject([
      200,
      { accepted: 293, returned: 7, unchanged: 0, payout: { status: 'frozen', accepted: 293, returned: 0 } },
    ])
    const returned = lines.filter((_, i) => back.includes(i)).map(({ withdrawId }) => withdrawId)
    // what came back waits for a second person; the same file once more does not ask a second time
    expect(await statusesOf(ids)).toEqual([{ status: 'accepted', n: 300 }])
    expect((await result(payout.id, sheet)).json).toMatchObject({ accepted: 0, returned: 0, unchanged: 300 })
    const questions = await returnsOf(...returned)
    expect(questions).toHaveLength(7)
    for (const { id, detail } of questions) {
      expect(detail).toBe('Rekening tutup')
      expect((await approve(id)).status).toBe(200)
    }
    expect((await read(payout.id)).payout).toMatchObject({ status: 'done', accepted: 293, returned: 7 })
    expect(await statusesOf(ids)).toEqual([
      { status: 'accepted', n: 293 },
      { status: 'rejected', n: 7 },
    ])
    const theirs = requests.filter(({ id }) => returned.includes(id)).map(({ person }) => person)
    const balances = await all<{ id: string; sen: number }>('select user_id as id, balance_sen as sen from balances')
    for (const person of people) {
      const again = theirs.filter((one) => one === person).length
      expect(balances.find(({ id }) => id === person.id)?.sen).toBe(5_000_000 + again * 1_000_000)
    }
    expect(await difference()).toBe(0)
    // the same file once more changes nothing
    const entries = await one<{ n: number }>('select count(*) as n from ledger')
    const twice = await result(payout.id, sheet)
    expect([twice.status, twice.json]).toMatchObject([200, { accepted: 0, returned: 0, unchanged: 300 }])
    expect(await one('select count(*) as n from ledger')).toEqual(entries)
    const told = await all<{ kind: string; n: number }>(
      `select kind, count(*) as n from notices where kind in ('withdraw_paid', 'withdraw_rejected') group by 1 order by 1`,
    )
    expect(told).toEqual([
      { kind: 'withdraw_paid', n: 293 },
      { kind: 'withdraw_rejected', n: 7 },
    ])
    // each is an ordinary decided request afterwards
    expect((await decide(returned[0] ?? '', 'requested')).status).toBe(200)
    expect(await difference()).toBe(0)
  })

  test('a file with a wrong row is refused with a sentence a row, and nothing of it is applied', async () => {
    const person = await member(100_000)
    const ids = [await request(person), await request(person), await request(person), await request(person)]
    const { id } = await open(ids)
    expect((await result(id, 'Referensi,Status')).json.reason).toBe('payout_not_fetched')
    await file(id, 'format=csv')
    const [a = '', b = '', c = '', d = ''] = (await read(id)).lines.map(({ reference }) => reference)
    expect((await result(id, `Referensi;Status\n${d};Diterima`)).json).toMatchObject({ accepted: 1, unchanged: 0 })
    const wrong = [
      `Status,Referensi`,
      `Diterima,${a}`,
      `Gagal,WDXXXX`,
      `Diterima,${a}`,
      `apa,${b}`,
      `Gagal,${d}`,
      `Gagal,`,
    ]
    const refused = await result(id, wrong.join('\n'))
    expect([refused.status, refused.json.reason]).toEqual([422, 'payout_result'])
    expect(refused.json.fields).toEqual({
      '3': 'Referensi WDXXXX tidak ada dalam batch ini.',
      '4': `Referensi ${a} sudah ada di baris 2.`,
      '5': 'Status "apa" tidak dikenal. Tulis Diterima atau Dikembalikan.',
      '6': `Referensi ${d} sudah diterima sebelumnya. Ubah satu per satu di Permintaan Withdraw.`,
      '7': 'Referensi kosong.',
    })
    expect((await read(id)).lines.map(({ stage }) => stage)).toEqual(['ordered', 'ordered', 'ordered', 'paid'])
    for (const [content, reason] of [
      ['a,b\n1,2', 'payout_result'],
      ['Referensi,Status\n', 'payout_result'],
      [`Referensi,Status\n${a},`, 'payout_result'],
      [new Uint8Array([0xff, 0xfe, 0x41]), 'file_encoding'],
      ['Referensi,Status\n"a,b', 'file_broken'],
    ] as const)
      expect((await result(id, content)).json.reason, String(content)).toBe(reason)
    const rest = await result(
      id,
      `ref,status,alasan\n${a},ok?,\n`.replace('ok?', 'sukses') + `${b},gagal,\n${c},sukses,`,
    )
    expect(rest.json).toMatchObject({ accepted: 2, returned: 1, payout: { status: 'frozen' } })
    // the bank paid it after all: only once the question is refused
    const late = `ref,status\n${b},sukses`
    expect((await result(id, late)).json.fields).toEqual({
      '2': `Referensi ${b} menunggu persetujuan sebagai dikembalikan bank. Tolak dahulu persetujuan itu bila ternyata sudah dibayar.`,
    })
    for (const { id: question } of await returnsOf(...ids)) await approve(question)
    expect((await read(id)).payout.status).toBe('done')
    expect((await read(id)).lines.map(({ status, reason }) => [status, reason])).toEqual([
      ['accepted', null],
      ['returned', 'Dikembalikan oleh bank.'],
      ['accepted', null],
      ['accepted', null],
    ])
    expect([await balanceOf(person), await difference()]).toEqual([70_000, 0])
  })

  test('two uploads at the same moment apply each line once', async () => {
    const person = await member(100_000)
    const ids = await Promise.all(Array.from({ length: 6 }, () => request(person)))
    const { id } = await open(ids)
    await file(id, 'format=csv')
    const refs = (await read(id)).lines.map(({ reference }) => reference)
    const sheet = ['Referensi,Status', ...refs.map((ref, i) => `${ref},${i % 2 ? 'Gagal' : 'Diterima'}`)].join('\n')
    const answers = await Promise.all([result(id, sheet), result(id, sheet, other), result(id, sheet)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.reduce((sum, { json }) => sum + json.accepted + json.returned, 0)).toBe(6)
    expect(
      await all(
        'select step from withdraw_steps where withdraw_id in (select value from json_each(?))',
        JSON.stringify(ids),
      ),
    ).toHaveLength(6 + 3)
    expect(await returnsOf(...ids)).toHaveLength(3)
    expect([await balanceOf(person), await difference()]).toEqual([40_000, 0])
  })

  test('a payment is recorded although its member was paused after the file was given out; before, it is not', async () => {
    const person = await member(20_000)
    const { id } = await open([await request(person, 20_000)])
    const pause = (status: string) =>
      run(`update users set status = ?, status_reason = 'x' where id = ?`, status, person.id)
    await pause('paused')
    const refused = await file(id, 'format=csv')
    expect([refused.status, (await refused.json<Fail>()).reason]).toEqual([409, 'payout_stopped'])
    await pause('active')
    expect((await file(id, 'format=csv')).status).toBe(200)
    await pause('paused')
    const [line] = (await read(id)).lines
    expect((await result(id, `Referensi,Status\n${line?.reference},Diterima`)).json).toMatchObject({ accepted: 1 })
    expect(await difference()).toBe(0)
  })
})

describe('rule payout-batch:', () => {
  test('what is frozen is decided, cancelled and frozen by nobody until its batch lets it go', async () => {
    const person = await member(50_000)
    const ids = [await request(person), await request(person)]
    const { id } = await open(ids)
    for (const status of ['accepted', 'rejected'])
      expect((await decide(ids[0] ?? '', status)).json.reason).toBe('withdraw_frozen')
    expect((await cancel(person, ids[0] ?? '')).json.reason).toBe('withdraw_frozen')
    expect((await create(ids)).json.reason).toBe('payout_choice')
    const shown = await ask<{ list: { payout: number | null; expectedDay: string | null }[] }>(
      'GET',
      `/admin/withdraw/history/${person.id}`,
      { token: person.token },
    )
    expect(shown.json.list).toMatchObject([{ payout: expect.any(Number) }, { payout: expect.any(Number) }])
    expect((await act('release', id)).json.payout.status).toBe('released')
    expect((await act('release', id)).json.reason).toBe('payout_moved')
    const [line] = (await read(id)).lines
    expect((await result(id, `Referensi,Status\n${line?.reference},Diterima`)).json.fields).toEqual({
      '2': `Referensi ${line?.reference} sudah dilepas dari batch ini.`,
    })
    expect((await file(id, 'format=csv')).status).toBe(409)
    expect((await cancel(person, ids[0] ?? '')).status).toBe(200)
    expect((await decide(ids[1] ?? '', 'accepted')).status).toBe(200)
    expect(await difference()).toBe(0)
  })
  test('beside a decision or a cancel at the same moment exactly one of the two happens', async () => {
    for (let round = 0; round < 6; round++) {
      const person = await member(10_000)
      const id = await request(person)
      const single = round % 2 === 0 ? () => decide(id, 'accepted') : () => cancel(person, id)
      const pair = [() => create([id]), single]
      const answers = await Promise.all((round < 3 ? pair : pair.toReversed()).map((start) => start()))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    }
    expect(await difference()).toBe(0)
  })
  test('all of the chosen are frozen or none: decided, paused, owing, twice, somebody’s own', async () => {
    const [good, paused, owing] = [await member(20_000), await member(20_000), await member(30_000)]
    const free = await request(good)
    const [late, debt] = [await request(paused), await request(owing, 30_000)]
    await run(`update users set status = 'paused', status_reason = 'x' where id = ?`, paused.id)
    const [bonus] = await all<{ id: string }>('select id from bonuses where user_id = ?', owing.id)
    await ask('DELETE', `/admin/bonus/${bonus?.id}?confirm=1`, { token: admin.token })
    for (const one of [late, debt, 'none']) expect((await create([free, one])).json.reason).toBe('payout_choice')
    expect(await all('select payout_id from withdraws where id = ?', free)).toEqual([{ payout_id: null }])
    const dev = await makePerson('dev')
    await run(
      `update users set account_bank = 'BCA', account_name = 'D', account_number = '12345678' where id = ?`,
      dev.id,
    )
    await ask('POST', '/admin/bonus/create', {
      token: admin.token,
      body: { userId: dev.id, nominal: 20_000, reason: 'x' },
    })
    const own = await request(dev)
    expect((await create([own, free], dev)).json.reason).toBe('payout_choice')
    const { id } = await open([own, free, free])
    expect((await read(id)).lines).toHaveLength(2)
    const [line] = (await read(id)).lines
    expect((await result(id, `Referensi,Status\n${line?.reference},Diterima`, dev)).json.reason).toBe('payout_own')
    expect((await act('release', id, dev)).json.reason).toBe('payout_own')
  })
  test('only those who pay out: staff while the setting lets them', async () => {
    const ids = [await request(await member(10_000))]
    expect((await create(ids, await makePerson('member'))).status).toBe(403)
    await setting('staff_can_process', 'false')
    expect((await create(ids, staff)).status).toBe(403)
    const { id } = await open([await request(await member(10_000))])
    for (const refused of [
      await call('GET', `/admin/payout/${id}`, { token: staff.token }),
      await file(id, 'format=csv', staff),
      await result(id, 'Referensi,Status', staff),
      await act('approve', id, staff),
      await act('release', id, staff),
      await call('GET', `/admin/payout/proof/${ids[0]}`, { token: staff.token }),
    ])
      expect(refused.status).toBe(403)
    expect((await call('GET', '/admin/payout/list-per-page', { token: staff.token })).status).toBe(403)
    await setting('staff_can_process', 'true')
    expect((await create(ids, staff)).status).toBe(200)
    const list = await ask<{ data: Payout[]; meta: { total: number } }>('GET', '/admin/payout/list-per-page?limit=2', {
      token: staff.token,
    })
    expect(list.json.data).toHaveLength(2)
    expect(list.json.data[0]?.number).toBe(list.json.meta.total)
  })
})
