// The files of a payout batch for its bank, and the images that prove payments.
import { beforeAll, describe, expect, test } from 'vitest'
import { ask, call } from './support/api.ts'
import { all, bound, one, run } from './support/database.ts'
import { slowCall } from './support/meanwhile.ts'
import {
  act,
  approve,
  create,
  decide,
  file,
  history,
  makeOffice,
  member,
  open,
  order,
  PNG,
  prove,
  read,
  request,
  returnsOf,
  sendBack,
  textOf,
  type Fail,
} from './support/payouts.ts'
import { makePerson, type Person } from './support/people.ts'

let admin: Person
let staff: Person
beforeAll(async () => {
  ;({ admin, staff } = await makeOffice())
})

test('rule withdraw-reserved: a request goes to the account of its own moment, on every screen and in the files, whatever is saved since', async () => {
  const person = await member(10_000, 'BCA', 'Sri Ayu')
  const id = await request(person)
  const { n } = await one<{ n: string }>('select account_number as n from users where id = ?', person.id)
  await run(
    `update users set account_bank = 'BRI', account_number = '99887766554', account_name = 'Orang Lain' where id = ?`,
    person.id,
  )
  const theirs = { account_bank: 'BCA', account_number: n, account_name: 'Sri Ayu' }
  expect((await ask('GET', `/admin/withdraw/account/${id}`, { token: admin.token })).json).toMatchObject(theirs)
  const listed = await ask<{ data: object[] }>('GET', `/admin/withdraw/histories-per-page?id=${id}`, {
    token: admin.token,
  })
  expect(listed.json.data).toMatchObject([{ id, User: { ...theirs, account_number: `••••${n.slice(-4)}` } }])
  const batch = await open([id])
  expect(JSON.stringify((await read(batch.id)).lines)).toContain(`••••${n.slice(-4)}`)
  const [, row] = await textOf(batch.id, 'format=bca')
  expect(row).toContain(`,${n},SRI AYU,`)
})

describe('rule payout-file:', () => {
  test('rule spreadsheet-safe: each bank’s file has its own accounts, plain text and no formula', async () => {
    const people = [
      await member(10_000, 'BCA', '=HYPERLINK("http://x";"y"), Sári\r\nP,1'),
      await member(10_000, 'Bank Mandiri', '+62'),
      await member(10_000, 'BRI', 'Budi, S.E.'),
      await member(10_000, 'DANA', '@cmd'),
    ]
    const { id, number } = await open(await Promise.all(people.map((person) => request(person))))
    const [bca, mandiri, bri, wallet] = (await read(id)).lines.map(({ reference }) => reference)
    const answer = await file(id, 'format=bca')
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="payout-${number}-bca.csv"`)
    const numbers = (
      await all<{ n: string }>(
        'select account_number as n from withdraws where id in (select withdraw_id from payout_lines where batch_id = ?)',
        id,
      )
    ).map(({ n }) => n)
    const rows = (await answer.text()).trimEnd().split('\r\n')
    expect(rows).toHaveLength(2)
    expect(rows[1]).toMatch(new RegExp(`^${bca},BCA,,\\d+,HYPERLINK HTTP X Y SARI P 1,10000,,${bca},,,,$`))
    expect(
      (await ask<Fail>('GET', `/admin/payout/${id}/file?format=mandiri`, { token: admin.token })).json.fields,
    ).toHaveProperty('account')
    expect((await file(id, 'format=mandiri&account=12%0d%0a34567890')).status).toBe(422)
    const [first, second] = await textOf(id, 'format=mandiri&account=1234567890')
    expect(first).toMatch(/^P,\d{8},1234567890,1,10000$/)
    expect(second).toContain(`,62,,,,IDR,10000,${mandiri},${mandiri},IBU,`)
    const lines = await textOf(id, 'format=bri')
    expect(lines[1]).toMatch(new RegExp(`^1,BUDI S.E.,\\d+,10000,,${bri}$`))
    expect(lines.slice(2)).toEqual(['COUNT,,,1,,', 'TOTAL,,,10000,,'])
    const generic = await textOf(id, 'format=csv')
    expect(generic[0]).toBe('Referensi,Bank,Nomor,Nama pemilik,Nominal,Status,Alasan')
    expect(generic).toHaveLength(numbers.length + 2)
    expect(generic.join('\n')).toContain(`${wallet},DANA,`)
    expect(generic.join('\n')).toContain(`"'=HYPERLINK(""`)
    expect(generic.join('\n')).toContain(`,'@cmd,`)
    const none = await open([await request(await member(10_000, 'DANA'))])
    expect((await file(none.id, 'format=bca')).status).toBe(422)
  })
})

describe('rule payout-file:', () => {
  const spoil = (id: string, field: string, value: string) =>
    run(`update withdraws set ${field} = ? where id = ?`, value, id)
  test.each([
    ['account_number', '1234567890 (rek 2)'],
    ['account_number', '1234'],
    ['account_name', '李明'],
  ])('%s %j is in no bank’s file, and in no new batch', async (field, value) => {
    const ids = [await request(await member(10_000)), await request(await member(10_000, 'BCA', 'Budi'))]
    const { id } = await open(ids)
    const [good, bad] = (await read(id)).lines.map(({ reference }) => reference)
    await spoil(ids[1] ?? '', field, value)
    const refused = await ask<Fail>('GET', `/admin/payout/${id}/file?format=bca`, { token: admin.token })
    expect([refused.status, refused.json.reason]).toEqual([422, 'payout_unusable'])
    expect(refused.json.msg).toContain(` ${bad}.`)
    expect(refused.json.msg).not.toContain(good)
    await act('release', id)
    expect((await create(ids)).json.reason).toBe('payout_unusable')
    expect(await all('select payout_id as p from withdraws where id = ?', ids[0])).toEqual([{ p: null }])
    expect((await create(ids.slice(0, 1))).status).toBe(200)
  })
  test('separators are no part of a number, and the plain CSV keeps its zeros for a spreadsheet', async () => {
    const id = await request(await member(10_000, 'BRI'))
    await spoil(id, 'account_number', '0012-3456.789 0')
    const batch = await open([id])
    expect((await textOf(batch.id, 'format=bri'))[1]).toContain(',001234567890,')
    const plain = await request(await member(10_000, 'BRI'))
    await spoil(plain, 'account_number', '001234567890')
    expect((await textOf((await open([plain])).id, 'format=csv'))[1]).toContain(`,'001234567890,`)
  })
})

describe('rule payout-proof:', () => {
  const proofsOf = async (id: string) => (await bound.MEDIA.list({ prefix: `proofs/${id}/` })).objects
  test('an image that comes while its payment is returned proves nothing, and that of before is not of what is asked again', async () => {
    const id = await request(await member(10_000))
    await decide(id, 'accepted')
    await order(id)
    await prove(id)
    await sendBack(id)
    const [question] = await returnsOf(id)
    const shows = () => one('select payment, proof_key is not null as image from withdraws where id = ?', id)
    const form = new FormData()
    form.set('file', new File([PNG], 'bukti.png'))
    const late = await slowCall(
      ['POST', `/admin/payout/proof/${id}`],
      { token: admin.token, form },
      'insert into withdraw_proofs',
      () => approve(question?.id ?? ''),
    )
    expect([late.status, late.json.reason]).toEqual([409, 'proof_status'])
    expect((await history(id)).proofs.map(({ kind }) => kind)).toEqual(['payment', 'return'])
    await decide(id, 'requested')
    expect(await shows()).toEqual({ payment: null, image: 0 })
  })
  test('an image of an accepted request, known by its bytes, for its member and those who pay', async () => {
    const person = await member(20_000)
    const id = await request(person)
    expect((await prove(id, PNG)).json.reason).toBe('proof_status')
    expect(await proofsOf(id)).toEqual([])
    await decide(id, 'accepted')
    expect((await prove(id, PNG)).json.reason).toBe('proof_status')
    expect((await order(id)).status).toBe(200)
    for (const [bytes, reason] of [
      ['<svg onload="x">', 'proof_type'],
      [`GIF89a${'x'.repeat(20)}`, 'proof_type'],
      [new Uint8Array(2 * 1024 * 1024 + 1).fill(0x89), 'proof_size'],
    ] as const)
      expect((await prove(id, bytes)).json.reason).toBe(reason)
    expect((await prove(id, PNG)).status).toBe(200)
    expect((await prove(id, PNG, staff)).status).toBe(200)
    // the second image supersedes the first one, which stays
    expect(await proofsOf(id)).toHaveLength(2)
    expect((await history(id)).proofs).toMatchObject([
      { n: 1, kind: 'payment' },
      { n: 2, kind: 'payment' },
    ])
    const get = (who: Person, query = '') => call('GET', `/admin/payout/proof/${id}${query}`, { token: who.token })
    for (const who of [person, admin, staff]) {
      const shown = await get(who)
      expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
      expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(new Uint8Array(await shown.arrayBuffer())).toEqual(PNG)
    }
    expect((await get(await makePerson('member'))).status).toBe(403)
    expect([(await get(staff, '?n=1')).status, (await get(person, '?n=1')).status]).toEqual([200, 403])
    expect((await prove(id, PNG, person)).status).toBe(403)
    for (const write of ['delete from withdraw_proofs', "update withdraw_proofs set key = 'x'"])
      await expect(run(write)).rejects.toThrow(/append-only/)
  })
})
