// Message templates; opt-outs, consents, the audit log and the jobs of imports.
import { REFUSALS } from '../../../../contract/ground/errors.ts'
import { ADDRESS_TAKEN } from '../../../../contract/recipients/programmes.ts'
import { expect } from 'vitest'
import { makePerson } from '../people.ts'
import { bound, run } from '../database.ts'
import { writesThemselves } from '../lift.ts'
import { INVALID, NOT_FOUND } from './tools.ts'
import type { Cases, World } from './world.ts'

const TEMPLATE = ['id', 'media', 'text', 'text_wa', 'button', 'status', 'count_use']
const under = (place: string, keys: readonly string[]): string[] => keys.map((key) => `${place}.${key}`)
const strangers = ({ member, staff }: World) => [member, staff]
const required = (field: string) => ({ status: 422, text: INVALID, fields: [field] })

const BUTTONS = JSON.stringify([{ id: '1', title: 'Toko', url: 'https://toko.test', type: 'url_button' }])
const MESSAGES: Cases = {
  'GET /admin/message/list': async (line, world) => {
    await line.good({ as: world.admin }, under('list.0', TEMPLATE), [['list', 'data']])
    await line.closed({}, strangers(world))
  },
  'GET /admin/message/list-per-page': async (line, world) => {
    await line.page({ as: world.admin }, [
      ...TEMPLATE,
      'button.0.id',
      'button.0.title',
      'button.0.url',
      'button.0.type',
    ])
    await line.closed({}, strangers(world))
  },
  'GET /admin/message/{id}': async (line, world) => {
    await line.good({ as: world.admin, id: 't1' }, under('message', TEMPLATE), [['message', 'data']])
    await line.refused({ as: world.admin, id: 'none' }, NOT_FOUND)
    await line.closed({ id: 't1' }, strangers(world))
  },
  'POST /admin/message/create': async (line, world) => {
    const png = new File([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])], 'a.png')
    const form = { file: png, text: '<b>Halo</b> {name}', text_wa: 'x', button: BUTTONS, status: 'active' }
    const made = await line.good<{ message: object }>({ as: world.admin, form }, under('message', TEMPLATE))
    expect(made.message).toMatchObject({
      text_wa: '*Halo* {name}',
      button: [{ title: 'Toko', url: 'https://toko.test' }],
    })
    const { file: _, ...words } = form
    const buttons = (title: string, url: string) => ({
      as: world.admin,
      form: { ...words, button: JSON.stringify([{ title, url, type: 'url_button' }]) },
    })
    const noUrl = 'Judul button : "Toko" belum mempunyai URL.'
    await line.refused(buttons('Toko', ''), { status: 422, text: noUrl, fields: ['button.0'] })
    const noTitle = 'URL button "https://x.test" belum punya nama atau judul.'
    await line.refused(buttons('', 'https://x.test'), { status: 422, text: noTitle, fields: ['button.0'] })
    await line.refused({ as: world.admin, form: { text: ' ', button: '[]' } }, { status: 422, text: 'No Data' })
    const media = { status: 415, text: 'Media harus berupa jpg, png, gif, webp, mp4, atau pdf.' }
    await line.refused({ as: world.admin, form: { ...words, file: new File(['<svg/>'], 'a.svg') } }, media)
    await line.closed({ form }, strangers(world))
  },
  'POST /admin/message/import': async (line, world) => {
    const one = { text: 'Diimpor', media: '', button: [{ id: '1', title: 'Ya', url: '', type: 'reply_button' }] }
    const file = new File([JSON.stringify([one])], 'messages.json')
    await line.good({ as: world.admin, form: { file } }, ['success', 'created', 'skipped'])
    await line.refused({ as: world.admin, form: {} }, { status: 422, text: 'Pilih berkas terlebih dahulu.' })
    await line.closed({ form: { file } }, strangers(world))
  },
  'PUT /admin/message/{id}': async (line, world) => {
    const form = { text: 'Diubah', text_wa: '', button: '[]', status: 'nonactive' }
    const json = await line.good({ as: world.admin, id: 't1', form }, under('message', TEMPLATE))
    expect(json).toMatchObject({ message: { text: 'Diubah', status: 'nonactive' } })
    await line.refused(
      { as: world.admin, id: 't1', form: { text: '', button: '[]' } },
      { status: 422, text: 'No Data' },
    )
    await line.refused({ as: world.admin, id: 'none', form }, NOT_FOUND)
    await line.closed({ id: 't1', form }, strangers(world))
  },
  'DELETE /admin/message/{id}': async (line, world) => {
    await line.closed({ id: 't1' }, strangers(world))
    await line.good({ as: world.admin, id: 't1' }, ['success'])
    await line.refused({ as: world.admin, id: 't1' }, NOT_FOUND)
  },
  'GET /admin/message/export': async (line, world) => {
    await bound.DB.prepare(
      `insert into templates (id, text, text_wa, button, status, created_at) values ('t9', 'Ekspor', 'Ekspor', ?, 'active', 9)`,
    )
      .bind(BUTTONS)
      .run()
    const rows = JSON.parse(await line.file({ as: world.admin }, 'messages.json', /^application\/json/)) as object[]
    expect(rows).toContainEqual({
      name: 'Ekspor',
      topic: '',
      media: null,
      text: 'Ekspor',
      button: JSON.parse(BUTTONS),
      status: 'active',
    })
    await line.closed({}, strangers(world))
  },
}

const RECORDS: Cases = {
  'POST /admin/suppression': async (line, world) => {
    await line.good({ as: world.admin, body: { number: world.numbers[20], reason: 'Telepon' } }, ['success'])
    await line.refused({ as: world.admin, body: {} }, required('number'))
    await line.closed({ body: { number: world.numbers[20] } }, strangers(world))
  },
  'GET /admin/suppression': async (line, world) => {
    await suppressed('6281277770001')
    await line.page({ as: world.admin }, ['id', 'number', 'via', 'by', 'reason', 'createdAt'])
    await line.closed({}, strangers(world))
  },
  'DELETE /admin/suppression/{id}': async (line, world) => {
    const id = await suppressed('6281277770002')
    await line.closed({ id }, strangers(world))
    // without the person's own message nobody does it alone (rule lift)
    const body = { reason: 'Mengisi formulir baru' }
    await writesThemselves(Number(id))
    await line.refused({ as: world.admin, id }, required('reason'))
    await line.good({ as: world.admin, id, body }, ['success'])
    await line.refused({ as: world.admin, id, body }, NOT_FOUND)
  },
  'GET /admin/suppression/export': exported('suppressions', ['Nomor', 'Lewat', 'Sejak (WIB)']),
  'GET /admin/consent/sources': async (line, world) => {
    await run(`insert or ignore into consent_sources (name, created_at) values ('Gerai Tebet, Mei 2026', 1)`)
    await line.page({ as: world.admin }, ['name', 'told', 'proof', 'recipients', 'disputes', 'held_at'])
  },
  'POST /admin/consent/sources': async (line, world) => {
    const kept = { told: 'Promo bulanan toko', told_by: 'Rini', proof: 'Map biru, lemari kantor' }
    await line.good({ as: world.admin, body: { name: 'Gerai Depok, Juni 2026', ...kept } }, ['success'])
    await line.refused(
      { as: world.admin, body: { name: '12', ...kept } },
      { status: 422, text: REFUSALS.consent_source_words[1] },
    )
  },
  'POST /admin/consent/sources/hold': async (line, world) => {
    const body = { name: 'Gerai Depok, Juni 2026', why: 'Daftarnya dibeli orang' }
    await line.good({ as: world.admin, body }, ['success'])
    await line.refused({ as: world.admin, body }, { status: 409, text: REFUSALS.source_moved[1] })
  },
  'POST /admin/consent/sources/release': async (line, world) => {
    const name = 'Gerai Depok, Juli 2026'
    await run(`insert into consent_sources (name, held_at, created_at) values (?, 1000, 1)`, name)
    const kept = { told: 'Promo bulanan toko', told_by: 'Rini', proof: 'Map biru, lemari kantor' }
    const body = { name, held_at: '1970-01-01T00:00:01.000Z', ...kept }
    await line.good({ as: world.admin, body }, ['success'])
    await line.refused({ as: world.admin, body }, { status: 409, text: REFUSALS.source_moved[1] })
  },
  'GET /admin/programme/list-per-page': async (line, world) => {
    await run(
      `insert or ignore into programmes (id, title, keyword, word, what, frequency, by_whom, privacy, privacy_version, topic, created_by, created_at)
       values ('ada', 'Ada', 'DAFTAR ADA 7K2', 'DAFTARADA7K2', 'x', 'x', 'x', 'x', '1', '', 'x', 1)`,
    )
    await line.page({ as: world.admin }, ['id', 'keyword', 'title', 'opt_ins', 'ended_at'])
    await line.closed({}, strangers(world))
  },
  'POST /admin/programme/create': async (line, world) => {
    const said = { title: 'Promo', word: 'PROMO', what: 'Promo', frequency: 'Sebulan sekali', by_whom: 'Toko' }
    const body = { id: 'promo', ...said, privacy: 'Nomor disimpan.', privacy_version: '1' }
    await line.good({ as: world.admin, body }, ['success', 'keyword'])
    await line.refused({ as: world.admin, body }, { status: 422, text: ADDRESS_TAKEN })
    await line.closed({ body }, strangers(world))
  },
  'GET /admin/programme/place': async (line, world) => {
    await line.good({ as: world.admin }, ['origin', 'leads'])
    await line.closed({}, strangers(world))
  },
  'GET /admin/programme/shown': async (line, world) => {
    await line.good({ as: world.member }, ['shown'])
    await line.closed({}, [world.staff])
  },
  'POST /admin/programme/shown': async (line, world) => {
    await line.good({ as: world.member, body: { shown: true } }, ['success', 'shown'])
    await line.refused({ as: world.member, body: {} }, required('shown'))
    await line.closed({ body: { shown: true } }, [world.staff])
  },
  'POST /admin/programme/end': async (line, world) => {
    const body = { id: 'promo' }
    await line.good({ as: world.admin, body }, ['success'])
    await line.refused({ as: world.admin, body }, NOT_FOUND)
    await line.closed({ body }, strangers(world))
  },
  'POST /admin/audit/checkpoint': async (line, world) => {
    await line.good({ as: world.admin, body: { note: 'halo' } }, ['is'])
    await line.refused({ as: world.admin, body: { note: ' ' } }, required('note'))
    await line.closed({ body: { note: 'halo' } }, strangers(world))
  },
  'GET /admin/consent/export': exported('consent', ['number', 'event', 'source', 'date']),
  'POST /admin/data-request': async (line, world) => {
    const body = { number: world.numbers[21], reference: 'Surat 1' }
    await line.good({ as: world.admin, body }, ['number', 'kept.recipient.name', 'kept.consents', 'accounts', 'asked'])
    await line.good({ as: world.admin, body: { ...body, after: 'checks:' } }, ['files', 'silent'])
    await line.good({ as: world.admin, body: { ...body, after: 'campaigns:' } }, ['campaigns', 'silent'])
    await line.refused({ as: world.admin, body: { ...body, reference: '' } }, required('reference'))
    await line.refused({ as: world.admin, body: { ...body, after: 'elsewhere:' } }, required('after'))
    await line.closed({ body }, strangers(world))
  },
  'GET /admin/audit': async (line, world) => {
    await line.page({ as: world.admin }, ['id', 'date', 'actor_id', 'action', 'target', 'before', 'after'])
    await line.closed({}, strangers(world))
  },
  'GET /admin/audit/export': exported('audit', ['date', 'actor_name', 'action', 'thing', 'before', 'after']),
  'GET /admin/security-events': async (line, world) => {
    await line.good({ as: world.admin }, ['data', 'meta.totalPages'], [['data', 'list']])
    await line.refused({ as: world.admin, query: '?page=0' }, { status: 422, text: INVALID, fields: ['page'] })
    await line.closed({}, strangers(world))
  },
  'GET /admin/fraud': async (line, world) => {
    await line.good({ as: world.admin }, ['data', 'meta.totalPages', 'day'], [['data', 'list']])
    await line.refused({ as: world.admin, query: '?page=0' }, { status: 422, text: INVALID, fields: ['page'] })
    await line.closed({}, strangers(world))
  },
  'POST /admin/fraud/hold': async (line, world) => {
    const body = { user_id: world.friend.id, reason: 'Diperiksa dahulu' }
    await line.good({ as: world.admin, body }, [])
    await line.refused({ as: world.admin, body: { ...body, reason: '' } }, required('reason'))
    await line.refused({ as: world.admin, body: { ...body, user_id: 'none' } }, NOT_FOUND)
    await line.closed({ body }, strangers(world))
  },
  'POST /admin/fraud/lift': async (line, world) => {
    const body = { user_id: world.friend.id, reason: 'Sudah jelas' }
    await line.good({ as: world.admin, body }, [])
    await line.refused({ as: world.admin, body: { ...body, reason: '' } }, required('reason'))
    await line.refused({ as: world.admin, body: { ...body, user_id: 'none' } }, NOT_FOUND)
    await line.closed({ body }, strangers(world))
  },
  'GET /admin/pay-hold': async (line, world) => {
    await line.good({ as: world.admin }, ['hold'])
    await line.closed({}, [world.member])
  },
  'POST /admin/pay-hold/lift': async (line, world) => {
    const body = { id: 1, reason: 'Harga sudah diperiksa' }
    await line.refused({ as: world.admin, body: { ...body, reason: '' } }, required('reason'))
    await line.refused(
      { as: world.admin, body },
      { status: 409, text: 'Withdraw tidak sedang ditahan, atau sudah dilepas orang lain. Muat ulang halaman.' },
    )
    await bound.DB.prepare(
      `insert into troubles (id, kind, subject, since, seen_at, told_at, figures) values (1, 'pay_high', '', 1, 1, 1, '{"rupiah":9}')`,
    ).run()
    const yours =
      'Anda, atau orang yang dapat masuk sebagai Anda, mengatur harga dalam 24 jam ini, jadi admin lain harus melepasnya. Bila tidak ada, penahanan berakhir sehari setelah pendapatan biasa lagi.'
    await line.refused({ as: world.dev, body }, { status: 403, text: yours })
    await line.good({ as: await makePerson('admin'), body }, [])
    await line.closed({ body }, strangers(world))
  },
  'GET /admin/status': async (line, world) => {
    const keys = ['aims.api', 'day.promises.api.met', 'month.series.books', 'troubles.open', 'version', 'runners']
    await line.good({ as: world.admin }, keys)
    await line.closed({}, strangers(world))
  },
  'GET /public/status': (line) => line.good({}, ['service']),
  'GET /admin/inbox': async (line, world) => {
    for (const as of [world.staff, world.admin, world.dev]) await line.good({ as }, ['count', 'more', 'kinds', 'list'])
    await line.closed({}, [world.member])
  },
  'GET /admin/troubles': async (line, world) => {
    await line.good({ as: world.admin }, ['open', 'ended', 'lookedAt.often', 'channels.mail'])
    await line.closed({}, strangers(world))
  },
  'POST /admin/troubles/test': async (line, world) => {
    await line.refused({ as: world.admin }, { status: 409, text: 'Simpan email atau webhook peringatan lebih dahulu.' })
    await bound.DB.prepare(`insert into settings (key, value) values ('alert_email', 'penjaga@uji.test')`).run()
    await line.good({ as: world.admin }, ['success', 'sent', 'delivered'])
    await line.closed({}, strangers(world))
  },
}

async function suppressed(number: string): Promise<number> {
  await bound.DB.prepare(
    `insert into suppressions (hash, number, via, created_at) values ('hash-' || ?1, ?1, 'admin', 1)`,
  )
    .bind(number)
    .run()
  return (await bound.DB.prepare('select id from suppressions where number = ?').bind(number).first<number>('id')) ?? 0
}
function exported(name: string, columns: readonly string[]): Cases[string] {
  return async (line, world) => {
    if (name === 'suppressions') await suppressed('6281277770003')
    const text = await line.file({ as: world.admin, query: '?format=csv' }, `${name}.csv`, /^text\/csv/)
    expect(text.split('\n')[0]?.split(',')).toEqual(expect.arrayContaining([...columns]))
    const json = await line.file({ as: world.admin, query: '?format=json' }, `${name}.json`, /^application\/json/)
    expect(Array.isArray(JSON.parse(json))).toBe(true)
    await line.refused({ as: world.admin, query: '?format=xlsx' }, required('format'))
    await line.closed({}, strangers(world))
  }
}
export const TEMPLATES_AND_RECORDS: Cases = { ...MESSAGES, ...RECORDS }
