import { beforeAll, describe, expect, test } from 'vitest'
import { sign } from '../../domain/ground/crypto/token.ts'
import { hashOfNumber, optOutToken } from '../../domain/recipients/suppressions/hash.ts'
import { suppress } from '../../domain/recipients/suppressions/suppress.ts'
import { hashRing } from '../../domain/recipients/suppressions/hash-keys.ts'
import { linkRing } from '../../worker/env.ts'
import { ask, call } from './support/api.ts'
import { all, bound, db, run } from './support/database.ts'
import { liftByTwo } from './support/lift.ts'
import { makeLender, makePerson, type Person } from './support/people.ts'
import { deliver } from './support/stage.ts'

type Fail = { reason: string; fields?: Record<string, string> }
type Phone = { id: number; number: string; status: string; consent_source: string | null; suppressed: boolean }
let admin: Person
beforeAll(async () => {
  admin = await makePerson('admin')
})
const asAdmin = <T = Fail>(method: string, path: string, body?: unknown) =>
  ask<T>(method, path, { token: admin.token, body })
const save = async (number: string, source?: string): Promise<Phone> =>
  (
    await asAdmin<{ data: Phone }>('POST', '/admin/phonenumber/save', {
      number,
      name: 'Orang',
      ...(source === undefined ? {} : { consent_source: source }),
    })
  ).json.data
const edit = (id: number, body: object) => asAdmin<Fail & { data: Phone }>('PUT', `/admin/phonenumber/${id}`, body)
const counters = async () =>
  Object.fromEntries(
    (await all<{ name: string; value: number }>('select * from counters')).map((c) => [c.name, c.value]),
  )
const counted = async () => {
  const [row] = await all(
    `select count(*) as total, coalesce(sum(status = 'active' and count_success = 0), 0) as unblasted from phone_numbers`,
  )
  return row
}
const history = (number: string) =>
  all<{ event: string }>('select event from consent_history where number = ? order by id', number).then((rows) =>
    rows.map((r) => r.event),
  )
const upload = async (name: string, text: string, source?: string, columns?: string) => {
  const form = new FormData()
  if (columns) form.set('columns', columns)
  form.set('file', new File([text], name))
  if (source) form.set('consent_source', source)
  const response = await call('POST', '/admin/phonenumber/import', { token: admin.token, form })
  return {
    status: response.status,
    json: await response.json<Fail & { created: Phone[]; skipped: { number: string; reason: string }[] }>(),
  }
}

describe('a recipient', () => {
  test('rule consent-proof: without consent is saved nonactive, with consent active', async () => {
    expect(await save('0812-0000-0001')).toMatchObject({
      number: '6281200000001',
      status: 'nonactive',
      consent_source: null,
    })
    expect(await save('0812-0000-0002', 'formulir toko')).toMatchObject({
      status: 'active',
      consent_source: 'formulir toko',
    })
    expect(await history('6281200000001')).toEqual([])
    expect(await history('6281200000002')).toEqual(['granted'])
    expect(await counters()).toMatchObject({ 'phone.total': 2, 'phone.unblasted': 1 })
  })
  test.each([
    [{ number: '12', name: 'x' }, 422, 'invalid_input'],
    [{ number: '081200000001', name: 'x' }, 409, 'number_exists'],
    [{ name: 'x' }, 422, 'invalid_input'],
    [{ number: '081200000003', name: ' ' }, 422, 'invalid_input'],
  ])('%j is refused', async (body, status, reason) => {
    const answer = await asAdmin('POST', '/admin/phonenumber/save', body)
    expect([answer.status, answer.json.reason]).toEqual([status, reason])
  })
  test('is activated with a source only, which is recorded', async () => {
    const phone = await save('081200000010')
    expect((await edit(phone.id, { status: 'active' })).json.reason).toBe('consent_source_required')
    const active = await edit(phone.id, { status: 'active', consent_source: 'chat pelanggan' })
    expect(active.json.data).toMatchObject({ status: 'active', consent_source: 'chat pelanggan', consent_by: admin.id })
    const off = await edit(phone.id, { consent_source: '' })
    expect(off.json.data).toMatchObject({ status: 'nonactive', consent_source: null })
    expect(await history('6281200000010')).toEqual(['granted', 'withdrawn'])
  })
  test('keeps the counters true through every change', async () => {
    const phone = await save('081200000011', 'acara pameran')
    await edit(phone.id, { status: 'nonactive' })
    await edit(phone.id, { status: 'active' })
    await edit(phone.id, { number: '081200000012' })
    await asAdmin('DELETE', `/admin/phonenumber/${phone.id}`)
    const { 'phone.total': total, 'phone.unblasted': unblasted } = await counters()
    expect({ total, unblasted }).toEqual(await counted())
    expect((await asAdmin('GET', `/admin/phonenumber/${phone.id}`)).status).toBe(404)
  })
  test('is found by the beginning of the number, pages end where they end', async () => {
    type Page = { data: Phone[]; meta: { total: number; totalPages: number } }
    const found = await asAdmin<Page>('GET', '/admin/phonenumber/list-per-page?search=0812-0000-000')
    expect(found.json.data.map((p) => p.number)).toEqual(['6281200000001', '6281200000002'])
    const all = await asAdmin<Page>('GET', '/admin/phonenumber/list-per-page?limit=1')
    expect(all.json.meta.totalPages).toBe(all.json.meta.total)
    expect((await asAdmin<Page>('GET', '/admin/phonenumber/list-per-page?page=999&limit=100')).json.data).toEqual([])
    expect((await asAdmin('GET', '/admin/phonenumber/list-per-page?limit=101')).status).toBe(422)
  })
})

describe('an import', () => {
  test('rule imports: answers what was created and why the rest was not', async () => {
    await asAdmin('POST', '/admin/suppression', { number: '081300000009', reason: 'telepon' })
    const file =
      'number,name\n0813 0000 0001,Budi\n+6281300000001,Ganda\nabc,Salah\n081300000009,Berhenti\n081200000001,Lama\n'
    const { json } = await upload('daftar.csv', file, 'acara 21 November')
    expect(json.created).toMatchObject([
      { number: '6281300000001', status: 'active', consent_source: 'acara 21 November' },
    ])
    expect(json.skipped.map((s) => [s.number, s.reason])).toEqual([
      ['6281300000001', 'duplicate'],
      ['abc', 'invalid'],
      ['6281300000009', 'suppressed'],
      ['6281200000001', 'duplicate'],
    ])
    expect(await history('6281300000001')).toEqual(['granted'])
  })
  test('rule imports: takes the columns that a person chose, and each row’s own source of consent', async () => {
    const file = 'siapa,ke,asal\nSari,081300000021,Formulir Maret\nTono,081300000022,\n'
    const chosen = { number: 1, name: 0, consent: 2, header: true }
    const { json } = await upload('lain.csv', file, 'Buku tamu', JSON.stringify(chosen))
    expect(json.created).toMatchObject([
      { number: '6281300000021', name: 'Sari', status: 'active', consent_source: 'Formulir Maret' },
      { number: '6281300000022', name: 'Tono', status: 'active', consent_source: 'Buku tamu' },
    ])
    const history = await ask<{ data: { source: string }[] }>('GET', '/admin/consent?search=6281300000021', {
      token: admin.token,
    })
    expect(history.json.data.map(({ source }) => source)).toEqual(['Formulir Maret'])
    // Without the form's consent there is none, whatever the rows say (rule consent-proof).
    const none = await upload(
      'lain.csv',
      'x,081300000023,Formulir',
      undefined,
      JSON.stringify({ ...chosen, header: false }),
    )
    expect(none.json.created).toMatchObject([{ status: 'nonactive', consent_source: null }])
    for (const wrong of ['{', '{"number":-1,"header":true}', '[]'])
      expect((await upload('lain.csv', file, 'Buku tamu', wrong)).json.reason).toBe('invalid_input')
  })
  test('a row that says no is left out, and one that was nonactive stays so', async () => {
    const file =
      'nama,nomor,persetujuan,status\nAni,081300000031,ya,active\nBudi,081300000032,Tidak,active\nCici,081300000033,ya,nonactive\n'
    const chosen = { number: 1, name: 0, consent: 2, header: true }
    const { json } = await upload('ya.csv', file, 'Buku tamu', JSON.stringify(chosen))
    expect(json.created).toMatchObject([
      { number: '6281300000031', status: 'active' },
      { number: '6281300000033', status: 'nonactive' },
    ])
    expect(json.skipped).toMatchObject([{ number: '6281300000032', reason: 'declined' }])
    expect(await history('6281300000032')).toEqual([])
  })
  test('of 5,000 rows works at once and keeps the counters', async () => {
    const rows = Array.from({ length: 5_000 }, (_, i) => ({
      number: `0815${String(i).padStart(7, '0')}`,
      name: `N${i}`,
    }))
    const { json } = await upload('banyak.json', JSON.stringify(rows))
    expect([json.created.length, json.skipped.length, json.created[0]?.status]).toEqual([5_000, 0, 'nonactive'])
    const { 'phone.total': total } = await counters()
    expect(total).toBe((await counted())?.['total'])
    const deep = await asAdmin<{ data: Phone[] }>('GET', '/admin/phonenumber/list-per-page?page=50&limit=100')
    const shallow = await all<{ id: number }>(
      'select id from phone_numbers order by created_at desc, id desc limit 100 offset 4900',
    )
    expect(deep.json.data.map((p) => p.id)).toEqual(shallow.map((p) => p.id))
  })
  test.each([
    ['a.csv', '"', 'file_broken'],
    ['a.json', '[', 'file_broken'],
    ['a.exe', 'x', 'file_broken'],
  ])('of a bad file is refused (%s)', async (name, text, reason) => {
    const { status, json } = await upload(name, text)
    expect([status, json.reason]).toEqual([422, reason])
  })
  test('needs a form with a file', async () => {
    expect((await asAdmin('POST', '/admin/phonenumber/import', {})).json.reason).toBe('unsupported_media_type')
    const empty = await call('POST', '/admin/phonenumber/import', { token: admin.token, form: new FormData() })
    expect((await empty.json<Fail>()).reason).toBe('file_required')
  })
})

describe('who asked to stop', () => {
  const optOut = (token: string) => ask<Fail>('POST', '/public/opt-out', { body: { token } })
  test('rule opt-out: by the signed page is suppressed at once', async () => {
    const phone = await save('081900000001', 'acara pameran')
    expect((await optOut(await optOutToken(linkRing(bound), phone.number))).status).toBe(200)
    expect((await asAdmin<{ data: Phone }>('GET', `/admin/phonenumber/${phone.id}`)).json.data.suppressed).toBe(true)
    expect(await history(phone.number)).toEqual(['granted', 'opt_out'])
    expect((await edit(phone.id, { status: 'active' })).json.reason).toBe('number_suppressed')
  })
  test('rule opt-out: whose link carries no number, and a link of before still works', async () => {
    const phone = await save('081400000011', 'acara pameran')
    const { json } = await asAdmin<{ opt_out_url: string }>('POST', `/admin/phonenumber/${phone.id}/link`)
    const token = new URL(json.opt_out_url).searchParams.get('token') ?? ''
    expect(token).toMatch(/^[\w-]{50,100}$/)
    const seen = token + atob(token.replace(/-/g, '+').replace(/_/g, '/'))
    expect(seen).not.toMatch(/81400000011/)
    expect((await optOut(`${token.slice(0, -2)}AA`)).json.reason).toBe('opt_out_invalid')
    const before = `${phone.number}.${await sign(linkRing(bound), 'opt-out', phone.number)}`
    expect((await optOut(before)).status).toBe(200)
    expect((await optOut(token)).status).toBe(200)
  })
  test('rule page-link: whoever of the office takes it is on record, and nothing else of theirs has it', async () => {
    const phone = await save('081400000012', 'acara pameran')
    const shown = await call('GET', `/admin/phonenumber/${phone.id}`, { token: admin.token })
    expect(await shown.text()).not.toMatch(/opt.out/)
    const entries = () =>
      all(`select actor_id as by from audit_log where action = 'phonenumber.link' and target = ?`, String(phone.id))
    expect((await asAdmin('POST', `/admin/phonenumber/${phone.id}/link`)).status).toBe(200)
    expect(await entries()).toEqual([{ by: admin.id }])
    await run('update sessions set proved_at = 1 where user_id = ?', admin.id)
    expect((await asAdmin('POST', `/admin/phonenumber/${phone.id}/link`)).json.reason).toBe('proof_needed')
    await run('update sessions set proved_at = ? where user_id = ?', Date.now(), admin.id)
    expect(await entries()).toHaveLength(1)
    expect((await asAdmin('POST', '/admin/phonenumber/999999/link')).status).toBe(404)
  })
  test('by a forged link is not', async () => {
    expect((await optOut('6281400000002.'.concat('0'.repeat(64)))).json.reason).toBe('opt_out_invalid')
  })
  test('cannot be added again, even after the number was deleted', async () => {
    const phone = await save('081400000003', 'acara pameran')
    await asAdmin('POST', '/admin/suppression', { number: phone.number })
    await asAdmin('DELETE', `/admin/phonenumber/${phone.id}`)
    expect((await asAdmin('POST', '/admin/phonenumber/save', { number: phone.number, name: 'x' })).json.reason).toBe(
      'number_suppressed',
    )
  })
  test('is dropped by the account that holds the number, asked until it answers; told once however often', async () => {
    const phone = await save('081400000004', 'acara pameran')
    await bound.DB.prepare('update phone_numbers set in_use = 1, in_use_by = ? where id = ?')
      .bind('acc-x', phone.id)
      .run()
    const asked: string[] = []
    const dropNumber = async (account: string, number: string): Promise<void> => {
      asked.push(`${account} ${number}`)
      if (asked.length < 3) throw new Error('restarting')
    }
    const who = { number: phone.number, lid: null, via: 'reply' as const, by: 'acc-y', reason: null }
    await suppress({ db, hashKeys: hashRing(bound), dropNumber }, who, Date.now())
    await suppress({ db, hashKeys: hashRing(bound), dropNumber }, who, Date.now())
    expect(asked).toEqual(Array.from({ length: 4 }, () => `acc-x ${phone.number}`))
    expect(await history(phone.number)).toEqual(['granted', 'opt_out'])
  })
  test('lifted by an admin needs a new consent', async () => {
    const phone = await save('081400000005', 'acara pameran')
    await asAdmin('POST', '/admin/suppression', { number: phone.number })
    const list = await asAdmin<{ data: { id: number; number: string; via: string }[] }>(
      'GET',
      '/admin/suppression?search=081400000005',
    )
    expect(list.json.data).toMatchObject([{ number: phone.number, via: 'admin' }])
    expect(JSON.stringify(list.json)).not.toContain(hashOfNumber(hashRing(bound), phone.number))
    await liftByTwo(list.json.data[0]?.id)
    expect((await edit(phone.id, { status: 'active' })).json.reason).toBe('consent_source_required')
    const { 'phone.total': total, 'phone.unblasted': unblasted } = await counters()
    expect({ total, unblasted }).toEqual(await counted())
  })
})

test('rule blasted: blasted and not yet blasted come from counters', async () => {
  const { json } = await asAdmin<object>('GET', '/admin/phonenumber/count-blast')
  expect(json).toEqual({ blasted: 0, unBlasted: (await counted())?.['unblasted'] })
})
test('rule blasted: a number that is deactivated with its message under way is blasted once that reaches them, and leaves the others once', async () => {
  const { id: userId } = await makeLender('sends')
  const { id: numberId } = await save('082100000001', 'acara pameran')
  await edit(numberId, { status: 'nonactive' })
  const at = Date.now()
  const outcome = { from: 'none', to: 'success', notRegistered: false, at, attemptedAt: at } as const
  const result = { attemptId: 'under-way', numberId, templateId: 't1', priceSen: 100, ...outcome }
  await deliver([{ accountId: 'sends', sequence: 1, userId, results: [result], reversals: [] }])
  const { json } = await asAdmin<object>('GET', '/admin/phonenumber/count-blast')
  expect(json).toEqual({ blasted: 1, unBlasted: (await counted())?.['unblasted'] })
})
