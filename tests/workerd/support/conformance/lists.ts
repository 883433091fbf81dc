// Proxies and phone numbers, and their files.
import { expect } from 'vitest'
import { bound } from '../database.ts'
import { INVALID, NOT_FOUND } from './tools.ts'
import type { Cases, World } from './world.ts'

const PROXY = ['id', 'value', 'status', 'count_use']
const PHONE = ['id', 'number', 'name', 'status', 'in_use', 'count_success', 'count_fail', 'last_sent']
const under = (place: string, keys: readonly string[]): string[] => keys.map((key) => `${place}.${key}`)
const csv = (name: string, text: string): File => new File([text], name, { type: 'text/csv' })
const strangers = ({ member, staff }: World) => [member, staff]
const required = (field: string) => ({ status: 422, text: INVALID, fields: [field] })

const putProxy = (id: string): Promise<unknown> =>
  bound.DB.prepare(
    `insert or replace into proxies (id, value, status, created_at) values (?1, 'http://u:p@' || ?1 || '.test:80', 'nonactive', 1)`,
  )
    .bind(id)
    .run()
const phoneId = async (number: string | undefined): Promise<number> =>
  (await bound.DB.prepare('select id from phone_numbers where number = ?').bind(number).first<number>('id')) ?? 0
const tooManyRules = { status: 415, text: 'Jenis isi permintaan tidak didukung.' }

const PROXIES: Cases = {
  'GET /admin/proxy/list': async (line, world) => {
    await putProxy('p1')
    await line.good({ as: world.admin }, under('list.0', PROXY), [['list', 'data']])
    await line.closed({}, strangers(world))
  },
  'GET /admin/proxy/list-per-page': async (line, world) => {
    await putProxy('p1')
    await line.page({ as: world.admin, query: '&synced=true' }, PROXY)
    await line.closed({}, strangers(world))
  },
  'GET /admin/proxy/{id}': async (line, world) => {
    await putProxy('p1')
    await line.good({ as: world.dev, id: 'p1' }, under('proxy', PROXY), [
      ['proxy', 'data'],
      ['value', 'proxy.value'],
    ])
    await line.refused({ as: world.admin, id: 'none' }, NOT_FOUND)
    await line.closed({ id: 'p1' }, strangers(world))
  },
  'POST /admin/proxy/save': async (line, world) => {
    const body = { value: 'socks5://user:sandi@satu.test:1080' }
    await line.good({ as: world.admin, body }, under('proxy', PROXY), [['proxy', 'data']])
    await line.refused({ as: world.admin, body }, { status: 409, text: 'Proxy sudah terdaftar.', fields: ['value'] })
    for (const value of ['', undefined, 'ftp://x:1'])
      await line.refused({ as: world.admin, body: { value } }, required('value'))
    await line.closed({ body }, strangers(world))
    await bound.DB.prepare('delete from proxies').run()
  },
  'POST /admin/proxy/import': async (line, world) => {
    const file = csv('proxies.csv', 'value\nhttp://a.test:1\nhttp://a.test:1\nbukan proxy\n')
    const json = await line.good<{ skipped: object[] }>({ as: world.admin, form: { file } }, ['created.0.value'])
    expect(json.skipped).toMatchObject([{ reason: 'duplicate' }, { reason: 'invalid' }])
    await line.refused({ as: world.admin, form: {} }, { status: 422, text: 'Pilih berkas terlebih dahulu.' })
    await line.refused({ as: world.admin, body: {} }, tooManyRules)
    await line.closed({ form: { file } }, strangers(world))
    await bound.DB.prepare('delete from proxies').run()
  },
  'PUT /admin/proxy/{id}': async (line, world) => {
    await putProxy('p2')
    const body = { value: 'http://dua.test:80', status: 'nonactive' }
    await line.good({ as: world.admin, id: 'p2', body }, under('proxy', PROXY), [['proxy', 'data']])
    await line.refused({ as: world.admin, id: 'p2', body: { value: '' } }, required('value'))
    await line.refused({ as: world.admin, id: 'none', body }, NOT_FOUND)
    await line.closed({ id: 'p2', body }, strangers(world))
  },
  'POST /admin/proxy/delete-many': async (line, world) => {
    await putProxy('p4')
    const body = { ids: ['p4'] }
    await line.closed({ body }, strangers(world))
    await line.good({ as: world.admin, body }, ['success', 'deleted', 'inUse'])
    await line.refused({ as: world.admin, body: { ids: [] } }, required('ids'))
    await bound.DB.prepare('delete from proxies').run()
  },
  'DELETE /admin/proxy/{id}': async (line, world) => {
    await putProxy('p3')
    await line.closed({ id: 'p3' }, strangers(world))
    await bound.DB.prepare(`update proxies set status = 'in use', leased_by = 'acc' where id = 'p3'`).run()
    await line.refused({ as: world.admin, id: 'p3' }, { status: 409, text: 'Proxy sedang digunakan.' })
    await bound.DB.prepare(`update proxies set status = 'active', leased_by = null where id = 'p3'`).run()
    await line.good({ as: world.admin, id: 'p3' }, ['success'])
    await line.refused({ as: world.admin, id: 'p3' }, NOT_FOUND)
    await bound.DB.prepare('delete from proxies').run()
  },
  'GET /admin/proxy/count-use': async (line, world) => {
    await line.good({ as: world.admin }, ['unUsed', 'used'])
    await line.closed({}, strangers(world))
  },
  'GET /admin/proxy/export': async (line, world) => {
    await bound.DB.prepare('delete from proxies').run()
    await line.refused({ as: world.admin }, { status: 404, text: 'No proxies to export.' })
    await putProxy('p1')
    const head = await line.file({ as: world.admin, query: '?format=csv' }, 'proxies.csv', /^text\/csv/)
    expect(head).toBe('value,status\nhttp://u:p@p1.test:80,nonactive\n')
    await line.file({ as: world.admin, query: '?format=json' }, 'proxies.json', /^application\/json/)
    await line.closed({}, strangers(world))
    await bound.DB.prepare('delete from proxies').run()
  },
}

const PHONES: Cases = {
  'GET /admin/phonenumber/list': async (line, world) => {
    await line.good({ as: world.admin }, under('list.0', PHONE), [['list', 'data']])
    await line.closed({}, strangers(world))
  },
  'GET /admin/phonenumber/list-per-page': async (line, world) => {
    await line.page({ as: world.admin, query: '&synced=1' }, PHONE)
    const query = `?page=1&search=${world.numbers[3]}`
    const found = await line.good<{ data: object[] }>({ as: world.admin, query }, ['data'])
    expect(found.data).toMatchObject([{ number: world.numbers[3] }])
    await line.closed({}, strangers(world))
  },
  'GET /admin/phonenumber/{id}': async (line, world) => {
    const id = await phoneId(world.numbers[0])
    await line.good({ as: world.admin, id }, under('phonenumber', PHONE), [
      ['phonenumber', 'data'],
      ['number', 'phonenumber.number'],
    ])
    for (const none of [999_999, 'x']) await line.refused({ as: world.admin, id: none }, NOT_FOUND)
    await line.closed({ id }, strangers(world))
  },
  'POST /admin/phonenumber/save': async (line, world) => {
    const body = { number: '0812-9999-0001', name: 'Ani' }
    const json = await line.good({ as: world.admin, body }, under('phonenumber', PHONE), [['phonenumber', 'data']])
    // rules phone-format, consent-proof: normalised, and without consent not active
    expect(json).toMatchObject({ phonenumber: { number: '6281299990001', name: 'Ani', status: 'nonactive' } })
    await line.refused({ as: world.admin, body }, { status: 409, text: 'Nomor sudah terdaftar.' })
    await line.refused({ as: world.admin, body: { ...body, number: '' } }, required('number'))
    await line.refused({ as: world.admin, body: { ...body, number: '12' } }, required('number'))
    await line.refused({ as: world.admin, body: { ...body, name: ' ' } }, required('name'))
    await line.closed({ body }, strangers(world))
  },
  'POST /admin/phonenumber/import': async (line, world) => {
    const file = csv('nomor.csv', `number,name\n081299990002,Budi\n081299990002,Budi\nabc,X\n`)
    const sent = { as: world.admin, form: { file, consent_source: 'Formulir toko' } }
    const json = await line.good<{ created: object[]; skipped: object[] }>(sent, [
      'created.0.number',
      'skipped.1.reason',
    ])
    expect(json.created).toMatchObject([{ number: '6281299990002', name: 'Budi', status: 'active' }])
    expect(json.skipped).toMatchObject([{ reason: 'duplicate' }, { number: 'abc', reason: 'invalid' }])
    const json2 = new File(['[{"number":"081299990003","name":"Citra"}]'], 'nomor.json')
    await line.good({ as: world.admin, form: { file: json2 } }, ['created.0.name'])
    await line.refused({ as: world.admin, form: {} }, { status: 422, text: 'Pilih berkas terlebih dahulu.' })
    const broken = { status: 422, text: 'Berkas JSON rusak atau bukan daftar.' }
    await line.refused({ as: world.admin, form: { file: new File(['{'], 'x.json') } }, broken)
    await line.closed({ form: { file } }, strangers(world))
  },
  'GET /admin/phonenumber/{id}/timeline': async (line, world) => {
    const id = await phoneId(world.numbers[0])
    await line.good({ as: world.admin, id }, ['events', 'accounts', 'since'])
    for (const none of [999_999, 'x']) await line.refused({ as: world.admin, id: none }, NOT_FOUND)
    await line.closed({ id }, strangers(world))
  },
  'PUT /admin/phonenumber/{id}': async (line, world) => {
    const id = await phoneId(world.numbers[1])
    const edit = (body: object) => ({ as: world.admin, id, body })
    const body = { number: world.numbers[1], name: 'Dewi', status: 'nonactive' }
    await line.good(edit(body), under('phonenumber', PHONE), [['phonenumber', 'data']])
    await line.refused(edit({ name: '' }), required('name'))
    await line.refused(edit({ number: world.numbers[2] }), { status: 409, text: 'Nomor sudah terdaftar.' })
    await line.refused({ ...edit(body), id: 999_999 }, NOT_FOUND)
    await line.closed({ id, body }, strangers(world))
  },
  'DELETE /admin/phonenumber/{id}': async (line, world) => {
    const id = await phoneId(world.numbers[23])
    await line.closed({ id }, strangers(world))
    await line.good({ as: world.admin, id }, ['success'])
    await line.refused({ as: world.admin, id }, NOT_FOUND)
  },
  'GET /admin/phonenumber/sources': async (line, world) => {
    await line.good({ as: world.admin }, ['sources'])
    await line.closed({}, strangers(world))
  },
  'POST /admin/phonenumber/delete-many': async (line, world) => {
    const body = { ids: [await phoneId(world.numbers[22])] }
    await line.closed({ body }, strangers(world))
    await line.good({ as: world.admin, body }, ['success', 'deleted'])
    await line.refused({ as: world.admin, body: { ids: [] } }, required('ids'))
  },
  'GET /admin/phonenumber/count-blast': async (line, world) => {
    await line.good({ as: world.admin }, ['blasted', 'unBlasted'])
    await line.closed({}, strangers(world))
  },
  'GET /admin/phonenumber/export': async (line, world) => {
    const text = await line.file({ as: world.admin }, 'phone_numbers.csv', /^text\/csv/)
    expect(text.split('\n')[0]).toBe('number,name,status')
    const json = await line.file({ as: world.admin, query: '?format=json' }, 'phone_numbers.json', /^application\/json/)
    expect(Object.keys((JSON.parse(json) as object[])[0] ?? {})).toEqual(['number', 'name', 'status'])
    await line.closed({}, strangers(world))
  },
}

export const LISTS: Cases = { ...PROXIES, ...PHONES }
