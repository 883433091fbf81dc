// What an import keeps of recipients beside number and name, and what messages make of it (rules recipient-fields,
// campaign-placeholders, tags): real Worker, real
// D1, real objects.
import { evictDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { FIELD_TEXTS } from '../../contract/recipients/field-texts.ts'
import { TAGS_MAX, TOO_MANY_TAGS } from '../../contract/recipients/tags.ts'
import { call } from './support/api.ts'
import { until } from '../../scripts/drive/until.ts'
import { blastSends } from './support/blasting.ts'
import { finish, stageCampaigns, textOf } from './support/campaigns.ts'
import { cron } from './support/cron.ts'
import { all, one, run } from './support/database.ts'
import { old } from './support/factors.ts'
import { inside, numbers } from './support/stage.ts'

const { as, body, create, move, launched, account, admin } = stageCampaigns('recipient-fields')
type Answer = { jobId: string; reason?: string; fields?: Record<string, string>; skipped: { reason: string }[] }
const COLUMNS = { number: 0, name: 1, header: true }
const KOTA = { column: 2, key: 'kota', name: 'Kota' }
const upload = async (csv: string, more: Record<string, unknown> = {}, name = 'a.csv') => {
  const form = new FormData()
  form.set('consent_source', 'Formulir toko')
  form.set('columns', JSON.stringify(COLUMNS))
  for (const [field, value] of Object.entries(more))
    form.set(field, typeof value === 'string' ? value : JSON.stringify(value))
  form.set('file', new File([csv], name))
  const response = await call('POST', '/admin/phonenumber/import', { token: admin().token, form })
  return { status: response.status, json: await response.json<Answer>() }
}
const valuesOf = () =>
  all('select p.number, f.fields from phone_fields f join phone_numbers p on p.id = f.number_id order by p.number')
const emptied = async () => {
  for (const table of ['phone_fields', 'recipient_fields', 'phone_tags', 'tags', 'import_jobs', 'import_skips'])
    await run(`delete from ${table}`)
}

test('rule recipient-fields: an import keeps the columns that were chosen, of those who have a value and have not stopped', async () => {
  await emptied()
  const [known = '', stopped = ''] = await numbers(0, 2)
  await as('POST', '/admin/suppression', { number: stopped })
  const csv = `nomor,nama,kota,kode\n${known},Ani,Bandung,A1\n${stopped},Budi,Solo,A2\n6281200000091,Cici,,A3\n6281200000092,Dedi, *Medan* {x}\u200b ,\n`
  expect((await upload(csv, { fields: [KOTA] })).status).toBe(200)
  expect(await valuesOf()).toEqual([
    { number: known, fields: '{"kota":"Bandung"}' },
    { number: '6281200000092', fields: '{"kota":"Medan x"}' },
  ])
  // another file replaces what it has, and leaves the rest
  const next = `nomor,nama,kode\n${known},Ani,A9\n`
  await upload(next, { fields: [{ column: 2, key: 'kode', name: 'Kode' }] })
  expect((await valuesOf())[0]).toEqual({ number: known, fields: '{"kota":"Bandung","kode":"A9"}' })
  const { json } = await as('GET', '/admin/recipient-field/list')
  expect(json).toMatchObject({
    fields: [
      { key: 'kota', name: 'Kota', fallback: '' },
      { key: 'kode', name: 'Kode' },
    ],
  })
  expect((await as('GET', '/admin/recipient-field/people?key=kota')).json).toEqual({ count: 2, isMore: false })
  // with its row, or another number in it, all of it goes
  await run(`update phone_numbers set number = '6281200000099' where number = ?`, known)
  await run(`delete from phone_numbers where number = '6281200000092'`)
  expect(await valuesOf()).toEqual([])
})

test.each([
  ['two columns of one name', { fields: [KOTA, { ...KOTA, column: 3 }] }, 'a.csv', FIELD_TEXTS.twice],
  ['a name that messages fill already', { fields: [{ ...KOTA, key: 'nama' }] }, 'a.csv', FIELD_TEXTS.reserved],
  ['a file without columns', { fields: [KOTA] }, 'a.json', FIELD_TEXTS.csvOnly],
  ['what is no list', { fields: '{' }, 'a.csv', FIELD_TEXTS.key],
])('rule recipient-fields: refuses %s, and imports nobody', async (_, more, name, text) => {
  await emptied()
  const { status, json } = await upload('nomor,nama,kota,kota\n081200000001,Ani,Bandung,Solo\n', more, name)
  expect([status, json.fields]).toEqual([422, { fields: text }])
  expect(await all('select 1 from phone_numbers')).toEqual([])
})

test('rule tags: an import tags everybody of it, by a word for all and by a column, and is taken back all the same', async () => {
  await emptied()
  const [known = '', stopped = ''] = await numbers(0, 2)
  await as('POST', '/admin/suppression', { number: stopped })
  await as('POST', '/admin/tag/create', { name: 'Lama' })
  const csv = `nomor,nama,grup\n${known},Ani,lama\n${stopped},Budi,Baru\n6281200000091,Cici,Baru\n`
  const { json } = await upload(csv, { tag: ' Pameran  2026 ', columns: { ...COLUMNS, tag: 2 } })
  expect(await all('select name, people from tags order by key')).toEqual([
    { name: 'Baru', people: 1 },
    { name: 'Lama', people: 1 },
    { name: 'Pameran 2026', people: 2 },
  ])
  expect((await as('GET', `/admin/import/${json.jobId}/unused?after=0`)).json).toMatchObject({
    people: 1,
    stays: { tagged: 0 },
  })
  // what somebody gave since keeps its person
  const made = await one<{ id: number }>(`select id from phone_numbers where number = '6281200000091'`)
  const other = await as<{ tag: { id: number } }>('POST', '/admin/tag/create', { name: 'Lain' })
  await as('POST', '/admin/tag/people', { tag: other.json.tag.id, ids: [made.id], on: true })
  expect((await as('GET', `/admin/import/${json.jobId}/unused?after=0`)).json).toMatchObject({
    people: 0,
    stays: { tagged: 1 },
  })
})

test('rule tags: rows of a file of JSON bring no tags, whatever stands under that name', async () => {
  await emptied()
  const rows = [5, null, ['a'], 'VIP'].map((own_tag, i) => ({ number: `628120000007${i}`, name: 'Ani', own_tag }))
  const { status, json } = await upload(JSON.stringify(rows), { columns: '' }, 'a.json')
  expect([status, json.skipped]).toEqual([200, []])
  expect(await all('select name from tags')).toEqual([])
})

test('rule tags: with more tags than may be, or a name too long, nobody is imported', async () => {
  await emptied()
  const rows = (name: (i: number) => string) =>
    `nomor,nama,grup\n${Array.from({ length: TAGS_MAX + 1 }, (_, i) => `${6281200000000 + i},N,${name(i)}`).join('\n')}\n`
  const columns = { ...COLUMNS, tag: 2 }
  const many = await upload(
    rows((i) => `G${i}`),
    { columns },
  )
  expect([many.status, many.json.fields]).toEqual([422, { columns: TOO_MANY_TAGS }])
  const long = await upload(
    rows((i) => 'x'.repeat(i === 1 ? 41 : 3)),
    { columns },
  )
  expect([long.status, long.json.fields?.['columns']]).toEqual([422, expect.stringContaining('baris 2')])
  const whole = await upload('nomor\n081200000001\n', { tag: 'x'.repeat(41), columns: { number: 0, header: true } })
  expect([whole.status, whole.json.fields]).toEqual([422, { tag: 'Nama label paling panjang 40 huruf.' }])
  expect(await all('select 1 from phone_numbers union all select 1 from tags')).toEqual([])
})

test('rules recipient-fields, template-placeholders, template-activation: a template with a field is activated while there is one, and the field stays with it', async () => {
  await emptied()
  const draft = { text: 'Halo {name} di {kota}', status: 'active' }
  const create = () => as<Answer & { message: { id: string } }>('POST', '/admin/message/create', draft)
  expect((await create()).json.reason).toBe('template_placeholder')
  const field = { key: 'kota', name: 'Kota', fallback: 'kota Anda' }
  expect((await as('POST', '/admin/recipient-field/save', field)).status).toBe(200)
  const made = await create()
  expect(made.status).toBe(200)
  const remove = () => as<Answer>('POST', '/admin/recipient-field/delete', { key: 'kota' })
  expect((await remove()).json.fields).toEqual({ key: FIELD_TEXTS.inUse })
  // what its messages say from now on is proved as an activation is
  await old(admin())
  // and so are the values that a file brings, of what they say
  const csv = 'nomor,nama,kota\n6281200000093,Eko,Transfer ke 123\n'
  expect((await upload(csv, { fields: [KOTA] })).json.reason).toBe('proof_needed')
  expect((await upload(csv, { fields: [{ ...KOTA, key: 'kode', name: 'Kode' }] })).status).toBe(200)
  expect(await valuesOf()).toEqual([{ number: '6281200000093', fields: '{"kode":"Transfer ke 123"}' }])
  await run('delete from phone_numbers')
  await run(`delete from recipient_fields where key = 'kode'`)
  expect((await as<Answer>('POST', '/admin/recipient-field/save', { ...field, fallback: 'x' })).json.reason).toBe(
    'proof_needed',
  )
  await run('update sessions set proved_at = ? where user_id = ?', Date.now(), admin().id)
  await run(`update templates set status = 'nonactive' where id = ?`, made.json.message.id)
  await numbers(0, 1)
  await run(`insert into phone_fields select id, '{"kota":"Solo","kode":"A"}' from phone_numbers`)
  expect((await remove()).status).toBe(200)
  expect((await as('GET', '/admin/recipient-field/list')).json).toEqual({ fields: [] })
  const again = await as<Answer>('POST', '/admin/recipient-field/save', field)
  expect(again.json.fields).toEqual({ key: FIELD_TEXTS.leaving })
  await run(`delete from cron_ends where round = 'hour'`)
  await cron(0)
  expect(await all('select fields from phone_fields')).toEqual([{ fields: '{"kode":"A"}' }])
  expect(await all('select 1 from recipient_fields')).toEqual([])
  await run('delete from templates where id = ?', made.json.message.id)
})

test('rule recipient-fields: each person reads their value, else what stands for it, also when it is sent again', async () => {
  await emptied()
  const [first = '', second = '', third = ''] = await numbers(0, 3)
  await run(
    `insert into recipient_fields (key, name, fallback, created_by, created_at) values ('kota', 'Kota', 'kota Anda', 'x', 1)`,
  )
  await run(
    `insert into phone_fields select id, '{"kota":"Solo {name}","lain":"y"}' from phone_numbers where number = ?`,
    first,
  )
  await run(`update templates set text = 'Di {kota}', text_wa = 'Di {kota}' where id = 'promo'`)
  await launched()
  const sender = await account()
  await sender.object.start()
  await until('the first send', () => blastSends(sender.socket)[0])
  // as a version without fields leaves its rules and whom it has claimed
  const left = await inside(sender.object, ({ sql }) =>
    sql
      .exec(`update rules set value = json_remove(value, '$.fallbacks') returning value ->> '$.fallbacks' as of`)
      .toArray(),
  )
  expect(left).toEqual([{ of: null }])
  await evictDurableObject(sender.object)
  await finish(sender)
  const texts = new Map(blastSends(sender.socket).map((sent) => [sent.number, textOf(sent)]))
  expect(texts.get(first)).toContain('Di Solo name')
  expect(texts.get(second)).toContain('Di kota Anda')
  expect(texts.get(third)).toContain('Di kota Anda')
  const kept = await inside(sender.object, ({ sql }) =>
    sql.exec('select number, fields from attempts order by number').toArray(),
  )
  expect(kept).toEqual([
    { number: first, fields: '{"kota":"Solo name"}' },
    { number: second, fields: '{"kota":"kota Anda"}' },
    { number: third, fields: '{"kota":"kota Anda"}' },
  ])
  // an erasure by a version that knows no fields takes what was filled in, too
  const erased = await inside(sender.object, ({ sql }) => {
    sql.exec(`update attempts set number = '', name = '' where number = ?`, first)
    return sql.exec(`select fields from attempts where number = ''`).toArray()
  })
  expect(erased).toEqual([{ fields: null }])
  await run(`update templates set text = 'Promo {name}', text_wa = 'Promo {name}' where id = 'promo'`)
})

test('rule campaign-placeholders: a count says of whom a field is not known, and what the first of them have', async () => {
  await emptied()
  const [first = '', second = ''] = await numbers(0, 3)
  await run(`insert into phone_fields select id, '{"kota":"Solo"}' from phone_numbers where number = ?`, first)
  // nobody asks for the fields of who cannot be sent to
  await run(`update phone_numbers set consent_at = null where number = ?`, second)
  const rule = encodeURIComponent(JSON.stringify({ join: 'and', not: false, of: [] }))
  const { json } = await as('GET', `/admin/segment/count?rule=${rule}&fields=kota,kode`)
  expect(json).toMatchObject({ people: 3, sendable: 2, without: { kota: 1, kode: 2 } })
  expect((json as { sample: { fields: object }[] }).sample.map(({ fields }) => fields)).toEqual([
    { kota: 'Solo' },
    {},
    {},
  ])
  expect((await as('GET', `/admin/segment/count?rule=${rule}&fields=kota,x'y`)).status).toBe(422)
})

test('rule campaign-placeholders: what nothing fills is refused, at the save and at the launch', async () => {
  await emptied()
  await numbers(0, 1)
  const id = await create()
  // of an older version, and active
  await run(`update templates set text_wa = 'Di {kotta}' where id = 'promo'`)
  const text = { templates: expect.stringMatching(/^Template “promo”: \{kotta\} akan terkirim apa adanya/) }
  expect((await as<Answer>('POST', '/admin/campaign/create', body())).json.fields).toEqual(text)
  expect((await move('launch', id)).json.fields).toEqual(text)
  expect(await all('select state, people from campaigns where id = ?', id)).toEqual([{ state: 'draft', people: 0 }])
  await run(`update templates set text_wa = 'Promo {name}' where id = 'promo'`)
})
