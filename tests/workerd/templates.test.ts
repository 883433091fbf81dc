// Templates of messages: caption, buttons, media (rule caption).
import { beforeAll, describe, expect, test } from 'vitest'
import { ask, call } from './support/api.ts'
import { all } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'

type Fail = { reason: string; msg: string; fields?: Record<string, string> }
type Template = {
  id: string
  text: string
  text_wa: string
  media: string | null
  button: { title: string; type: string }[]
  status: string
}
let admin: Person
beforeAll(async () => {
  admin = await makePerson('admin')
})
const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
const send = async (method: string, path: string, fields: Record<string, string>, file?: File) => {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  if (file) form.set('file', file)
  const response = await call(method, path, { token: admin.token, form })
  return { status: response.status, json: await response.json<Fail & { message: Template & string }>() }
}
const create = (fields: Record<string, string>, file?: File) => send('POST', '/admin/message/create', fields, file)

describe('a template', () => {
  test('rule caption: keeps safe caption, computes its WhatsApp text, serves its media', async () => {
    const button = JSON.stringify([
      { title: 'Toko', url: 'https://a.test', type: 'url_button' },
      { title: '', url: '', type: 'reply_button' },
    ])
    const fields = { text: '<b>Halo {name}</b><script>x()</script>', text_wa: 'ignored', button, status: 'active' }
    const { status, json } = await create(fields, new File([PNG], '../Pro mo<.jpeg'))
    expect(status).toBe(200)
    expect(json.message).toMatchObject({
      text: '<b>Halo {name}</b>',
      text_wa: '*Halo {name}*',
      button: [{ title: 'Toko' }],
    })
    const media = await call('GET', String(json.message.media).replace('/api', ''))
    expect([media.status, media.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(new Uint8Array(await media.arrayBuffer())).toEqual(PNG)
    const [row] = await all('select media_name from templates where id = ?', json.message.id)
    expect(row).toEqual({ media_name: '.._Pro mo_.png' })
  })
  test('without a file may be JSON; an edit keeps the media, or drops it', async () => {
    const made = await create({ text: 'a' }, new File([PNG], 'a.png'))
    const id = made.json.message.id
    const kept = await ask<{ message: Template }>('PUT', `/admin/message/${id}`, {
      token: admin.token,
      body: { text: 'b', status: 'nonactive' },
    })
    expect(kept.json.message).toMatchObject({ text: 'b', status: 'nonactive' })
    expect(kept.json.message.media).not.toBeNull()
    const bare = await send('PUT', `/admin/message/${id}`, { text: 'b', remove_media: '1' })
    expect(bare.json.message.media).toBeNull()
    expect((await ask('DELETE', `/admin/message/${id}`, { token: admin.token })).status).toBe(200)
    expect((await ask('GET', `/admin/message/${id}`, { token: admin.token })).status).toBe(404)
  })
  test.each([
    [[{ title: 'Toko', url: '', type: 'url_button' }], 'Judul button : "Toko" belum mempunyai URL.'],
    [
      [{ title: '', url: 'https://a.test', type: 'url_button' }],
      'URL button "https://a.test" belum punya nama atau judul.',
    ],
  ])('with half a button is refused', async (button, text) => {
    const { status, json } = await create({ text: 'a', button: JSON.stringify(button) })
    expect([status, json.msg]).toEqual([422, text])
  })
  test.each([
    [{ text: '  ' }, undefined, 422, 'template_empty'],
    [{ text: 'a', button: '{' }, undefined, 400, 'invalid_json'],
    [{ text: 'a', status: 'maybe' }, undefined, 422, 'invalid_input'],
    [{ text: 'a' }, new File(['<svg onload="x()">'], 'a.png', { type: 'image/png' }), 415, 'media_type'],
    [{ text: 'a' }, new File([PNG], 'a.png.exe'), 415, 'media_type'],
    [{ text: 'a' }, new File([PNG, new Uint8Array(16 * 1024 * 1024)], 'a.png'), 413, 'media_size'],
  ])('%j is refused', async (fields, file, status, reason) => {
    const answer = await create(fields, file)
    expect([answer.status, answer.json.reason]).toEqual([status, reason])
  })
  test('media that nobody stored is not found, nor is anything outside', async () => {
    expect((await call('GET', '/media/nothing.png')).status).toBe(404)
    expect((await call('GET', '/media/..%2Fsecret')).status).toBe(404)
  })
})

describe('names and drafts', () => {
  type List = { data: (Template & { name: string })[]; meta: { total: number } }
  const search = async (words: string, sort = '') =>
    (
      await ask<List>('GET', `/admin/message/list-per-page?search=${encodeURIComponent(words)}&sort=${sort}`, {
        token: admin.token,
      })
    ).json

  test('a template is found by its name and its text; an edit that names nothing keeps the name', async () => {
    const { json } = await create({ name: 'Undangan Rapat', text: 'Datang ya {name}' })
    const { id } = json.message
    for (const words of ['undangan', 'DATANG rapat', ' ya  undangan '])
      expect((await search(words)).data.map((row) => row.id)).toEqual([id])
    expect((await search('rapat tidak')).meta.total).toBe(0)
    expect((await search('undangan', '-use')).data).toHaveLength(1)
    expect((await send('PUT', `/admin/message/${id}`, { text: 'Datang besok' })).json.message).toMatchObject({
      name: 'Undangan Rapat',
    })
    expect((await send('PUT', `/admin/message/${id}`, { name: '', text: 'Datang besok' })).json.message).toMatchObject({
      name: 'Datang besok',
    })
    expect((await create({ name: 'x'.repeat(61), text: 'a' })).status).toBe(422)
  })
})
