// Addresses that reach people lead where they say: refused where they are saved, skipped where they are imported, and
// left behind where an older version stored them.
import { beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../scripts/drive/until.ts'
import { ask, call } from './support/api.ts'
import { run } from './support/database.ts'
import { FakeRunner } from './support/fake-runner.ts'
import { makeLender, makePerson, type Person } from './support/people.ts'
import { linkedAccount, numbers, stage } from './support/stage.ts'

type Button = { title: string; url: string; type: string }
type Answer = { reason: string; msg: string; fields?: Record<string, string>; message: { button: Button[] } }
const runner = new FakeRunner('runner-1')
let admin: Person
beforeAll(async () => {
  await stage()
  await runner.join()
  admin = await makePerson('admin')
})
const button = (type: string, url: string): Button => ({ title: 'Toko', url, type })
const HTTPS = 'URL button "Toko" harus diawali https://, misalnya https://toko.contoh.id.'
const PHONE = 'Button "Toko" harus berisi nomor telepon, misalnya +6281234567890.'
const BAD: [string, string, string][] = [
  ['url_button', 'javascript:alert(1)', HTTPS],
  ['url_button', 'http://toko.test', HTTPS],
  ['url_button', 'toko.test', HTTPS],
  ['reply_button', 'javascript:alert(1)', HTTPS],
  ['stop_button', 'data:text/html,x', HTTPS],
  ['call_button', 'javascript:alert(1)', PHONE],
  ['call_button', 'https://toko.test', PHONE],
]

describe('a button', () => {
  const save = (buttons: Button[], method = 'POST', path = '/admin/message/create') => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ text: 'Promo', button: JSON.stringify(buttons) }))
      form.set(name, value)
    return call(method, path, { token: admin.token, form })
  }
  test.each(BAD)('rule buttons: of %s to %s is not saved: %s', async (type, url, words) => {
    const made = await save([button(type, url)])
    expect([made.status, await made.json<Answer>()]).toMatchObject([
      422,
      { reason: 'button_address', msg: words, fields: { 'button.0': words } },
    ])
    const changed = await save([button(type, url)], 'PUT', '/admin/message/t1')
    expect(changed.status).toBe(422)
  })
  test('keeps an https address as it was written, and a phone number in one form', async () => {
    const buttons = [
      button('url_button', ' https://toko.test/Promo?a=1 '),
      button('call_button', '0812-3456-7890'),
      button('call_button', 'tel:1500888'),
    ]
    const made = await save(buttons)
    const { message } = await made.json<Answer>()
    const kept = message.button.map(({ url }) => url)
    expect(kept).toEqual(['https://toko.test/Promo?a=1', 'tel:+6281234567890', 'tel:1500888'])
  })
  test('of a file is skipped with its own reason', async () => {
    const items = BAD.map(([type, url], i) => ({ text: `Promo ${i}`, button: [button(type, url)] }))
    const good = { text: 'Baik', button: [button('url_button', 'https://toko.test')] }
    const form = new FormData()
    form.set('file', new File([JSON.stringify([...items, good])], 'messages.json'))
    const { json } = await ask<{ created: object[]; skipped: { reason: string; text: string }[] }>(
      'POST',
      '/admin/message/import',
      { token: admin.token, form },
    )
    expect(json.created).toHaveLength(1)
    expect(json.skipped.map(({ reason, text }) => [reason, text])).toEqual(BAD.map((_, i) => ['address', `Promo ${i}`]))
  })
})

describe('the support link', () => {
  test.each(['javascript:alert(1)', 'http://t.me/nama', 't.me/nama'])('%s is not saved', async (support_url) => {
    const { status, json } = await ask<Answer>('PUT', '/admin/setting/update', {
      token: admin.token,
      body: { support_url },
    })
    const words = 'Tulis alamat lengkap yang diawali https://, misalnya https://t.me/nama.'
    expect([status, json.fields]).toEqual([422, { support_url: words }])
  })
  test('of an older version is shown to nobody', async () => {
    const shown = async () => (await ask<{ supportUrl: string }>('GET', '/public/config')).json.supportUrl
    await run(`insert or replace into settings (key, value) values ('support_url', 'javascript:alert(1)')`)
    expect(await shown()).toBe('')
    await ask('PUT', '/admin/setting/update', { token: admin.token, body: { support_url: 'https://t.me/nama' } })
    expect(await shown()).toBe('https://t.me/nama')
  })
})

test('a template of an older version leaves its bad addresses behind', async () => {
  const buttons = BAD.map(([type, url], i) => ({ id: String(i), ...button(type, url), title: `Tombol ${i}` }))
  await run(`update templates set status = 'nonactive'`)
  await run(
    `insert into templates (id, text, text_wa, button, status, created_at) values ('old', 'Promo', 'Promo', ?, 'active', 0)`,
    JSON.stringify([...buttons, { id: 'x', ...button('url_button', 'https://toko.test') }]),
  )
  await makeLender('older')
  await numbers(0, 1)
  const { object, socket } = await linkedAccount(runner, 'older')
  await object.start()
  const sent = await until('send', () => socket.sends()[0])
  const lines = [
    'Tombol 0',
    'Tombol 1',
    'Tombol 2',
    'Tombol 3',
    'Balas BERHENTI untuk berhenti',
    'Tombol 5',
    'Tombol 6',
  ]
  expect(sent.content.text).toBe(['Promo', '', ...lines, 'Toko: https://toko.test'].join('\n'))
})
