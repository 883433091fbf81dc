// Exports and imports: what goes out comes in again, small files at once, large ones as a job.
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { ImportWire } from '../../contract/recipients/imports.ts'
import { ask, call } from './support/api.ts'
import { all, bound } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'

type Skipped = { number: string; value: string; reason: string }
type Imported = { created: object[]; skipped: Skipped[]; jobId: string; msg: string; reason: string }
let admin: Person
beforeAll(async () => {
  admin = await makePerson('admin')
})
const download = async (path: string) => {
  const response = await call('GET', path, { token: admin.token })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    name: /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1],
    text: await response.text(),
  }
}
const upload = async (
  kind: string,
  name: string,
  content: string | Uint8Array,
  fields: Record<string, string> = {},
) => {
  const form = new FormData()
  form.set('file', new File([content], name))
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  const response = await call('POST', `/admin/${kind}/import`, { token: admin.token, form })
  return { status: response.status, json: await response.json<Imported>() }
}
const jobOf = async (id: string) => (await ask<ImportWire>('GET', `/admin/import/${id}`, { token: admin.token })).json
const ended = (id: string): Promise<ImportWire> =>
  vi.waitFor(
    async () => {
      const job = await jobOf(id)
      expect(job.status).not.toBe('running')
      return job
    },
    { timeout: 25_000, interval: 200 },
  )
const countOf = async (table: string) => (await all<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n

describe('an export', () => {
  test.each([
    ['phonenumber', 'No phone numbers to export.'],
    ['proxy', 'No proxies to export.'],
    ['message', 'No messages to export.'],
    ['suppression', 'Tidak ada data untuk diekspor.'],
  ])('of no %s says so', async (kind, words) => {
    const { status, json } = await ask<{ msg: string }>('GET', `/admin/${kind}/export?format=json`, {
      token: admin.token,
    })
    expect([status, json.msg]).toEqual([404, words])
  })
  test('rules unpaged-lists, spreadsheet-safe: of phone numbers streams every row, safe in spreadsheets, and comes in again', async () => {
    const rows = Array.from({ length: 9_001 }, (_, i) => ({
      number: String(6281210000000 + i),
      name: i === 7 ? '=1+1' : `N, "${i}"`,
    }))
    await bound.DB.prepare(
      `insert into phone_numbers (number, name, status, created_at) select value ->> 'number', value ->> 'name', 'nonactive', 1 from json_each(?)`,
    )
      .bind(JSON.stringify(rows))
      .run()
    const csv = await download('/admin/phonenumber/export?format=csv&sort=createdAt')
    expect(csv).toMatchObject({ status: 200, type: 'text/csv; charset=utf-8', name: 'phone_numbers.csv' })
    const lines = csv.text.trimEnd().split('\n')
    expect(lines.slice(0, 2)).toEqual(['number,name,status', '6281210000000,"N, ""0""",nonactive'])
    expect([lines.length, lines[8]]).toEqual([9_002, "6281210000007,'=1+1,nonactive"])
    const json = await download('/admin/phonenumber/export?format=json&sort=createdAt')
    expect(json.name).toBe('phone_numbers.json')
    expect(JSON.parse(json.text)).toEqual(rows.map((row) => ({ ...row, status: 'nonactive' })))
    await bound.DB.prepare('delete from phone_numbers').run()
    await bound.DB.prepare('delete from counters').run()
    const back = await upload('phonenumber', 'phone_numbers.csv', csv.text, { consent_source: 'formulir toko' })
    expect(back.status).toBe(202)
    expect(await ended(back.json.jobId)).toMatchObject({
      status: 'done',
      createdCount: 9_001,
      skippedCount: 0,
      progress: 100,
    })
    // what was nonactive stays so, though its person agreed
    expect(JSON.parse((await download('/admin/phonenumber/export?format=json&sort=createdAt')).text)).toEqual(
      JSON.parse(json.text),
    )
    expect(await all(`select name, value from counters where name like 'phone.%' order by name`)).toEqual([
      { name: 'phone.total', value: 9_001 },
      { name: 'phone.unblasted', value: 0 },
    ])
  })
  test('of proxies shows credentials, of templates comes in again as it was', async () => {
    const made = await upload(
      'proxy',
      'proxies.csv',
      'value,status\nhttp://u:p@a.test:80,active\nhttp://b.test:81,nonactive\nx,\nhttp://b.test:81,\n',
    )
    expect(made.json).toMatchObject({
      created: [{ value: 'http://u:•••@a.test:80' }, { status: 'nonactive' }],
      skipped: [
        { row: 3, value: 'x', reason: 'invalid' },
        { row: 4, value: 'http://b.test:81', reason: 'duplicate' },
      ],
    })
    expect(await download('/admin/proxy/export?format=csv&sort=createdAt')).toMatchObject({
      name: 'proxies.csv',
      text: 'value,status\nhttp://u:p@a.test:80,active\nhttp://b.test:81,nonactive\n',
    })
    await bound.MEDIA.put('templates/a.png', 'x', { httpMetadata: { contentType: 'image/png' } })
    const messages = [
      {
        name: 'Salam toko',
        topic: 'Promo',
        media: '/api/media/a.png',
        text: '<b>Halo {name}</b>',
        button: [{ id: 'x', title: 'Toko', url: 'https://a.test', type: 'url_button' }],
        status: 'nonactive',
      },
      {
        name: 'Dua',
        topic: '',
        media: null,
        text: 'Dua',
        button: [{ id: 'y', title: 'Berhenti', url: '', type: 'stop_button' }],
        status: 'active',
      },
    ]
    const bad = [
      { text: '' },
      { text: 'x', media: '/api/media/gone.png' },
      7,
      { text: 'y', buttons: [{ url: 'https://a.test', type: 'url_button' }] },
    ]
    const into = await upload('message', 'messages.json', JSON.stringify([...messages, messages[1], ...bad]))
    expect(into.json.created).toHaveLength(2)
    expect(into.json.skipped.map((s) => s.reason)).toEqual(['duplicate', 'invalid', 'media', 'invalid', 'invalid'])
    const out = await download('/admin/message/export?sort=createdAt')
    expect(out.name).toBe('messages.json')
    expect(JSON.parse(out.text)).toEqual(messages)
    const again = await upload('message', 'messages.json', out.text)
    expect(again.json).toMatchObject({ created: [], skipped: [{ reason: 'duplicate' }, { reason: 'duplicate' }] })
    expect((await upload('message', 'messages.csv', 'text\nx')).json.msg).toBe('Gunakan berkas .json.')
  })
  test('of suppressions, consents and deeds', async () => {
    await ask('POST', '/admin/suppression', { token: admin.token, body: { number: '081333333333', reason: '=cmd' } })
    const suppressions = await download('/admin/suppression/export?format=csv')
    expect(suppressions.text).toMatch(
      /^Nomor,LID,Lewat,Oleh,Keterangan,Sejak \(WIB\)\n6281333333333,,Admin,[^,]+,'=cmd,\d{4}-\d\d-\d\d \d\d:\d\d\n/,
    )
    const rows = JSON.parse((await download('/admin/suppression/export?format=json')).text) as object[]
    expect(rows[0]).toMatchObject({ number: '6281333333333', via: 'admin' })
    // as an office gives it on, it comes in again
    const again = await upload('suppression', 'suppressions.csv', suppressions.text)
    expect(again.json).toMatchObject({ created: [], skipped: [{ reason: 'duplicate' }] })
    const consents = JSON.parse((await download('/admin/consent/export?format=json')).text) as { event: string }[]
    expect(consents.at(-1)).toMatchObject({ number: '6281333333333', event: 'opt_out' })
    const deeds = await download('/admin/audit/export?format=csv')
    expect(deeds).toMatchObject({ name: 'audit.csv', status: 200 })
    expect(deeds.text).toContain('phonenumber.export')
  })
})

describe('an import', () => {
  test('of a large file is a job with progress, the first skipped rows and all of them as a file', async () => {
    const lines = Array.from({ length: 12_000 }, (_, i) => `0815${String(10_000_000 + i)};Orang ${i}`)
    lines.splice(6_000, 0, 'bukan nomor;X', lines[0] ?? '', '081333333333;Henti')
    const { status, json } = await upload('phonenumber', 'besar.csv', `\ufeffNomor;Nama\r\n${lines.join('\r\n')}`, {
      consent_source: 'acara pameran',
    })
    expect([status, json.msg]).toEqual([202, 'Berkas diterima dan sedang diproses.'])
    const job = await ended(json.jobId)
    expect(job).toMatchObject({ status: 'done', rows: 12_003, createdCount: 12_000, skippedCount: 3, error: null })
    expect(job.skipped.map((s) => [s.number, s.reason])).toEqual([
      ['bukan nomor', 'invalid'],
      ['6281510000000', 'duplicate'],
      ['6281333333333', 'suppressed'],
    ])
    const skipped = await download(`${job.skippedUrl?.replace('/api', '')}?format=csv`)
    expect(skipped).toMatchObject({ name: 'phone_numbers_skipped.csv' })
    expect(skipped.text).toBe(
      'number,name,reason\nbukan nomor,X,invalid\n6281510000000,Orang 0,duplicate\n6281333333333,Henti,suppressed\n',
    )
    const [granted] = await all(
      `select sum(r.last_id - r.first_id + 1) as n from consent_ranges r join import_jobs j on j.import_no = r.import_no where j.id = ?`,
      json.jobId,
    )
    expect(granted).toEqual({ n: 12_000 })
    expect(await countOf(`phone_numbers where consent_source = 'acara pameran'`)).toBe(12_000)
    expect(await bound.MEDIA.head(`imports/${json.jobId}`)).toBeNull()
    const [row] = await all(`select after from audit_log where action = 'phonenumber.import' order by id desc limit 1`)
    expect(String(row?.['after'])).toContain(json.jobId)
  })
  test('of JSON of more than one part goes through the bucket', async () => {
    const filler = 'x'.repeat(1_000)
    const rows = Array.from({ length: 9_500 }, (_, i) => ({
      name: `É ${i}`,
      more: { filler, list: [1, { data: [] }] },
      number: 81600000000 + i,
    }))
    const { status, json } = await upload('phonenumber', 'besar.json', JSON.stringify({ page: 1, data: rows }))
    expect(status).toBe(202)
    expect(await ended(json.jobId)).toMatchObject({ status: 'done', createdCount: 9_500 })
    expect(await all(`select name, status from phone_numbers where number = '6281600009499'`)).toEqual([
      { name: 'É 9499', status: 'nonactive' },
    ])
  })
  test('that breaks off in the middle keeps what came before and says where', async () => {
    const good = Array.from({ length: 11_000 }, (_, i) => ({ number: `0817${10_000_000 + i}` }))
    const { json } = await upload('phonenumber', 'rusak.json', JSON.stringify(good).slice(0, -300))
    const job = await ended(json.jobId)
    expect(job).toMatchObject({ status: 'failed', createdCount: 10_000 })
    expect(job.error).toBe('Berkas JSON rusak atau bukan daftar. (setelah baris 10000)')
  })
  test.each([
    ['phonenumber', 'a.txt', '0812', 422, 'file_broken'],
    ['phonenumber', 'a.csv', '', 422, 'file_required'],
    ['proxy', 'a.json', '{"x":1}', 422, 'file_broken'],
    ['phonenumber', 'a.csv', Uint8Array.from([0x30, 0x2c, 0xe9, 0x0a]), 422, 'file_encoding'],
    ['message', 'a.json', Uint8Array.from([0xff, 0xfe, 0x5b, 0x00]), 422, 'file_encoding'],
  ])('of a %s in %s is refused and leaves nothing', async (kind, name, content, status, reason) => {
    const before = await countOf('import_jobs')
    const answer = await upload(kind, name, content)
    expect([answer.status, answer.json.reason]).toEqual([status, reason])
    expect(await countOf('import_jobs')).toBe(before)
  })
  test('of more than 100 MB is refused before it is read', async () => {
    const response = await call('POST', '/admin/phonenumber/import', {
      token: admin.token,
      body: 'x',
      headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': String(101 * 1024 * 1024) },
    })
    expect(response.status).toBe(413)
  })
})
