// An erased person leaves a hash and a history of consents, by an admin's calls (rules erasure, consent-history).
// What accounts, checks and books keep of them is in erasure.test.ts.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cron } from './support/cron.ts'
import { ask, call } from './support/api.ts'
import { all, one, run } from './support/database.ts'
import { liftByTwo } from './support/lift.ts'
import { makePerson, type Person } from './support/people.ts'
import { numbers } from './support/stage.ts'

type Fail = { reason: string }
type Page<T> = { data: T[]; meta: { total: number } }
let admin: Person
beforeAll(async () => {
  admin = await makePerson('admin')
})
const as = <T = Fail>(who: Person, method: string, path: string, body?: unknown) =>
  ask<T>(method, path, { token: who.token, body })

describe('an erased person', () => {
  const number = '6281299990001'
  test('rule erasure: leaves nothing but the hash that keeps them suppressed', async () => {
    const made = await as<{ data: { id: number } }>(admin, 'POST', '/admin/phonenumber/save', {
      number,
      name: 'Budi Rahasia',
      consent_source: 'acara pameran',
    })
    await as(admin, 'PUT', `/admin/phonenumber/${made.json.data.id}`, { name: 'Budi Sangat Rahasia' })
    // what was suppressed and lifted, and an entry about another row that had the number before
    await as(admin, 'POST', '/admin/suppression', { number, reason: 'Budi' })
    const [row] = await all<{ id: number }>('select id from suppressions where number = ?', number)
    await run(`update suppressions set lid = '998877665544' where id = ?`, row?.id)
    await liftByTwo(row?.id)
    await run(
      `insert into audit_log (at, actor_id, actor_role, action, target, before, after)
       values (1, 'x', 'admin', 'phonenumber.update', '987654', ?, ?)`,
      JSON.stringify({ number, name: 'Budi' }),
      JSON.stringify({ number: '6281299990002' }),
    )
    await run(
      `insert into import_jobs (id, kind, status, file_key, file_name, format, size_bytes, head, by, cursor_bytes, created_at, updated_at)
       values ('j', 'phonenumber', 'done', '', 'a.csv', 'csv', 1, '{}', 'x', 0, 0, 0)`,
    )
    // however the file wrote it: what is a number is stored in its one form
    await run(
      `insert into import_skips (job_id, row, value, name, reason) values ('j', 1, ?, 'Budi', 'duplicate')`,
      number,
    )
    await run(
      `insert into number_checks (id, kind, user_id, whatsapp_id, current_number, total, interval_min, interval_max, created_at, updated_at)
       values ('c', 'validator', 'x', 'x', ?, 1, 1, 2, 0, 0)`,
      number,
    )
    await as(admin, 'POST', '/admin/suppression', { number, reason: 'telepon dari Budi' })
    expect((await as(admin, 'POST', '/admin/consent/erase', { number: '0812-9999-0001' })).status).toBe(200)
    // the number stays in the list of open erasures until every place that knew the person was reached
    await cron()
    const tables = await all<{ name: string }>(
      `select name from sqlite_master where type = 'table' and name not like '\\_%' escape '\\' and name not like 'd1_%' and name not like 'sqlite_%' and name not like '%_names%'`,
    )
    for (const { name } of tables) {
      const rows = JSON.stringify(await all(`select * from ${name}`))
      const traces = [number, '99990001', '9999 0001', '9999-0001', '998877665544', 'Rahasia', 'Budi']
      expect([name, traces.filter((trace) => rows.includes(trace))]).toEqual([name, []])
    }
    const again = await as(admin, 'POST', '/admin/phonenumber/save', {
      number,
      name: 'Budi',
      consent_source: 'setuju sekali lagi',
    })
    expect([again.status, again.json.reason]).toEqual([409, 'number_suppressed'])
    expect(await all(`select value from counters where name in ('phone.total', 'phone.unblasted')`)).toEqual([
      { value: 0 },
      { value: 0 },
    ])
  })
  test('rule consent-history: is found in the history by the whole number', async () => {
    const { json } = await as<Page<{ event: string; number: string | null }>>(
      admin,
      'GET',
      `/admin/consent?search=${number}`,
    )
    expect(json.data.map((row) => [row.event, row.number])).toEqual([
      ['erased', null],
      ['opt_out', null],
      ['lifted', null],
      ['opt_out', null],
      ['granted', null],
    ])
    const all = await as<Page<object>>(admin, 'GET', '/admin/consent?limit=2')
    expect([all.json.data.length, all.json.meta.total]).toEqual([2, 5])
  })
})

type Answer = Fail & { fields?: Record<string, string> }
const send = (method: string, path: string, body?: unknown) => as<Answer>(admin, method, path, body)
/** `columns`: those that a person chose. */
const uploadTo = async (text: string, source: string, columns?: object) => {
  const form = new FormData()
  if (columns) form.set('columns', JSON.stringify(columns))
  form.set('consent_source', source)
  form.set('file', new File([text], 'daftar.csv'))
  const response = await call('POST', '/admin/phonenumber/import', { token: admin.token, form })
  return {
    status: response.status,
    json: await response.json<Answer & { created: object[]; skipped: { reason: string }[] }>(),
  }
}
describe('rule consent-words: a source of consent is words', () => {
  let serial = 0
  let number: string
  beforeEach(async () => {
    ;[number] = (await numbers(690_000 + ++serial, 1)) as [string]
  })
  const fresh = () => `0896${String(1_000_000 + ++serial)}`
  test.each([['x'], ['\u200b'], ['...........'], ['12345678'], ['😀😀😀😀😀😀😀😀'], ['\u3164'.repeat(9)]])(
    '%j is refused on its field: by hand, by file, by an edit; nothing is written',
    async (source) => {
      const before = await one<{ n: number }>('select count(*) as n from phone_numbers')
      const jobs = await one<{ n: number }>('select count(*) as n from import_jobs')
      const id = (await one<{ id: number }>(`select id from phone_numbers where number = ?`, number)).id
      await run(
        `update phone_numbers set status = 'nonactive', consent_at = null, consent_source = null where id = ?`,
        id,
      )
      const answers = [
        await send('POST', '/admin/phonenumber/save', { number: fresh(), name: 'Orang', consent_source: source }),
        await uploadTo(`number\n${fresh()}`, source),
        await send('PUT', `/admin/phonenumber/${id}`, { status: 'active', consent_source: source }),
      ]
      for (const { status, json } of answers) {
        expect([status, Object.keys(json.fields ?? {})]).toEqual([422, ['consent_source']])
        expect(json.fields?.['consent_source']).toContain('minimal 8 huruf')
      }
      expect(await one('select count(*) as n from phone_numbers')).toEqual(before)
      expect(await one('select count(*) as n from import_jobs')).toEqual(jobs)
      expect(await one('select status from phone_numbers where id = ?', id)).toEqual({ status: 'nonactive' })
    },
  )
  test('a row of a file with a source that is none is left out with that reason; a yes takes the file’s, and so does an empty one', async () => {
    const [a, b, c, d, e] = Array.from({ length: 5 }, fresh)
    const file = `nomor,asal\n${a},Formulir lomba Mei\n${b},...\n${c},ya\n${d},\u200b\n${e},x\n`
    const { json } = await uploadTo(file, 'Buku tamu', { number: 0, consent: 1, header: true })
    expect(json.created).toMatchObject([
      { consent_source: 'Formulir lomba Mei' },
      { consent_source: 'Buku tamu' },
      { consent_source: 'Buku tamu' },
    ])
    expect(json.skipped.map((row) => row.reason)).toEqual(['source', 'declined'])
  })
  test('rows of before stay as they are, also when they are saved again', async () => {
    const { id } = await one<{ id: number }>(`select id from phone_numbers where number = ?`, number)
    await run(`update phone_numbers set consent_source = 'x' where id = ?`, id)
    const body = { name: 'Baru', status: 'active', consent_source: 'x' }
    expect((await send('PUT', `/admin/phonenumber/${id}`, body)).status).toBe(200)
    expect(await one('select status, consent_source from phone_numbers where id = ?', id)).toEqual({
      status: 'active',
      consent_source: 'x',
    })
  })
  test('what is stored has nothing that nobody sees', async () => {
    const at = fresh()
    await send('POST', '/admin/phonenumber/save', {
      number: at,
      name: 'Orang',
      consent_source: ' Buku\u200b tamu\u202e toko ',
    })
    expect(await one(`select consent_source from phone_numbers where number = ?`, `62${at.slice(1)}`)).toEqual({
      consent_source: 'Buku tamu toko',
    })
  })
})

test('rule consent-history: what was agreed to outlives an edit, a deletion and a new import, and is exported', async () => {
  const number = '6289777000001'
  const idOf = async () => (await one<{ id: number }>('select id from phone_numbers where number = ?', number)).id
  await send('POST', '/admin/phonenumber/save', { number, name: 'Orang', consent_source: 'formulir di toko' })
  await send('PUT', `/admin/phonenumber/${await idOf()}`, { consent_source: 'pameran di mal' })
  await send('DELETE', `/admin/phonenumber/${await idOf()}`)
  // of one who had agreed to nothing nothing is withdrawn
  await send('POST', '/admin/phonenumber/save', { number, name: 'Orang' })
  await send('DELETE', `/admin/phonenumber/${await idOf()}`)
  await uploadTo(`number\n${number}`, 'pendaftaran daring')
  type Row = { number: string | null; event: string; source: string | null }
  const { json } = await as<Page<Row>>(admin, 'GET', `/admin/consent?search=${number}`)
  const said = json.data.map(({ event, source }) => `${event} ${source}`)
  expect(said.toReversed()).toEqual([
    'granted formulir di toko',
    'withdrawn formulir di toko',
    'granted pameran di mal',
    'withdrawn pameran di mal',
    'granted pendaftaran daring',
  ])
  const file = await call('GET', '/admin/consent/export?format=json', { token: admin.token })
  const exported = (await file.json<Row[]>()).filter((row) => row.number === number)
  expect(exported.map(({ event, source }) => `${event} ${source}`)).toEqual(said.toReversed())
})
