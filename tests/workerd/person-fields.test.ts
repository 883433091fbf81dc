// A person's values of the fields of recipients, shown and changed on their page (rule recipient-fields): real Worker, real D1.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FIELD_TEXTS } from '../../contract/recipients/field-texts.ts'
import { FIELD_VALUE_MAX } from '../../contract/recipients/plain-value.ts'
import type { EditablePhone } from '../../contract/recipients/phone-numbers.ts'
import { ask } from './support/api.ts'
import { all, one, run } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'
import { numbers, stage } from './support/stage.ts'

type Answer = { phonenumber: EditablePhone; fields?: Record<string, string>; edited?: { values: object; by: object } }
let admin: Person
let id: number
let number: string
const as = <T = Answer>(method: string, path: string, body?: object) =>
  ask<T>(method, path, { token: admin.token, body })
const shown = async () => (await as('GET', `/admin/phonenumber/${id}`)).json.phonenumber
const edit = (body: object) => as('PUT', `/admin/phonenumber/${id}`, body)
const stored = async () =>
  (await all<{ fields: string }>('select fields from phone_fields where number_id = ?', id))[0]?.fields
const lastEntry = () =>
  one<{ before: string; after: string }>(
    `select before, after from audit_log where action = 'phonenumber.update' and target = ? order by id desc limit 1`,
    String(id),
  )

beforeAll(async () => {
  await stage()
  admin = await makePerson('admin')
})
beforeEach(async () => {
  for (const table of ['phone_fields', 'recipient_fields', 'phone_numbers', 'suppressions'])
    await run(`delete from ${table}`)
  number = (await numbers(0, 1))[0] ?? ''
  id = (await one<{ id: number }>('select id from phone_numbers where number = ?', number)).id
  for (const [key, name] of [
    ['kota', 'Kota'],
    ['kode', 'Kode'],
  ])
    await as('POST', '/admin/recipient-field/save', { key, name, fallback: '' })
  await run('update recipient_fields set created_at = 1 where key = ?', 'kota')
  await run('insert into phone_fields values (?, ?)', id, '{"kota":"Solo"}')
})

describe('rule recipient-fields: of one person', () => {
  test('all fields are shown, with what they have', async () => {
    expect((await shown()).fields).toEqual([
      { key: 'kota', name: 'Kota', value: 'Solo' },
      { key: 'kode', name: 'Kode', value: '' },
    ])
  })

  test('a value is changed, given and emptied by hand, as plain as one of an import, and it is on record', async () => {
    const { fields_version: version } = await shown()
    const { status, json } = await edit({ fields: { kota: ' *Klaten* {x}', kode: 'A1' }, version })
    expect([status, json.phonenumber.fields?.map(({ value }) => value)]).toEqual([200, ['Klaten x', 'A1']])
    const { before, after } = await lastEntry()
    expect(JSON.parse(before)).toMatchObject({ '{kota}': 'Solo', '{kode}': '' })
    expect(JSON.parse(after)).toEqual({ '{kota}': 'Klaten x', '{kode}': 'A1' })
    const next = json.phonenumber.fields_version
    expect((await edit({ fields: { kota: '' }, version: next })).status).toBe(200)
    expect(await stored()).toBe('{"kode":"A1"}')
    await edit({ fields: { kode: '' } })
    expect(await stored()).toBeUndefined()
    expect(JSON.parse((await lastEntry()).after)).toEqual({ '{kode}': '', unversioned: true })
  })

  test('a page of before, which sends none, changes none, and its version is what it was', async () => {
    const { version } = await shown()
    await run('update phone_fields set fields = ? where number_id = ?', '{"kota":"Medan"}', id)
    expect((await edit({ name: 'Ani', version })).status).toBe(200)
    expect(await stored()).toBe('{"kota":"Medan"}')
  })

  test('who read values that were changed meanwhile is shown what there is now, and by whom', async () => {
    const { fields_version: version } = await shown()
    expect((await edit({ fields: { kota: 'Klaten' }, version })).status).toBe(200)
    const { status, json } = await edit({ name: 'Ani', fields: { kota: 'Sragen' }, version })
    expect(status).toBe(409)
    expect(json.edited).toMatchObject({
      values: { '{kota}': 'Klaten' },
      by: { '{kota}': { name: expect.any(String) } },
    })
    expect(await stored()).toBe('{"kota":"Klaten"}')
  })

  test.each([
    ['a value that is too long', { kota: 'x'.repeat(FIELD_VALUE_MAX + 1) }, undefined],
    ['a field that there is not', { umur: '7' }, FIELD_TEXTS.gone],
    ['a key that is none', { Kota: 'Solo' }, undefined],
  ])('%s is refused, and nothing is changed', async (_, fields, text) => {
    const { status, json } = await edit({ name: 'Ani', fields })
    expect(status).toBe(422)
    if (text) expect(json.fields).toEqual({ fields: text })
    expect([await stored(), (await shown()).name]).toEqual(['{"kota":"Solo"}', 'N'])
  })

  test('who has stopped gets no value; theirs may be emptied, and the rest of their row be corrected', async () => {
    await as('POST', '/admin/suppression', { number })
    const refused = await edit({ fields: { kode: 'A1' } })
    expect([refused.status, refused.json.fields]).toEqual([422, { fields: FIELD_TEXTS.stopped }])
    expect((await edit({ name: 'Ani', fields: { kota: 'Solo', kode: '' } })).status).toBe(200)
    expect((await edit({ fields: { kota: '' } })).status).toBe(200)
    expect([await stored(), (await shown()).name]).toEqual([undefined, 'Ani'])
  })

  test('another number has the values that were sent with it, and no others', async () => {
    await run('update phone_fields set fields = ? where number_id = ?', '{"kota":"Solo","kode":"A1"}', id)
    await edit({ number: '6281200000077', fields: { kota: 'Solo' } })
    expect(await stored()).toBe('{"kota":"Solo"}')
  })
})
