// Templates of messages: caption, buttons, media (rule caption).
import { beforeAll, describe, expect, test } from 'vitest'
import { ask, call } from './support/api.ts'
import { all, run } from './support/database.ts'
import { old } from './support/factors.ts'
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

describe('rule template-activation: a template', () => {
  const said = (text: string) => ({ text, button: '[]' })
  const put = (id: string, fields: Record<string, string>) => send('PUT', `/admin/message/${id}`, fields)

  test('that says nothing about it is a draft; an edit keeps what it was', async () => {
    const { json } = await create(said('Draf'))
    expect(json.message.status).toBe('nonactive')
    const { id } = json.message
    expect((await put(id, said('Draf dua'))).json.message.status).toBe('nonactive')
    expect((await put(id, { ...said('Draf dua'), status: 'active' })).json.message.status).toBe('active')
    expect((await put(id, said('Draf tiga'))).json.message.status).toBe('active')
  })
  test('goes live, and changes while it is live, with a proof alone', async () => {
    const [draft, live] = [await create(said('Draf')), await create({ ...said('Aktif'), status: 'active' })]
    await old(admin)
    const rows = () => all("select text, status from templates where text in ('Draf', 'Aktif') order by id")
    const before = await rows()
    const active = { status: 'active' }
    const tries = [
      await create({ ...said('Baru'), ...active }),
      await put(draft.json.message.id, { ...said('Draf'), ...active }),
      await put(live.json.message.id, { ...said('Lain'), ...active }),
      await put(live.json.message.id, said('Lain')),
      await send('PUT', `/admin/message/${live.json.message.id}`, said('Aktif'), new File([PNG], 'a.png')),
      await put(live.json.message.id, { text: 'Aktif', button: '[{"title":"Ya","type":"reply_button"}]' }),
      await send('POST', '/admin/message/import', {}, new File(['[{"text":"Impor"}]'], 'messages.json')),
    ]
    expect(tries.map(({ json }) => json.reason)).toEqual(tries.map(() => 'proof_needed'))
    expect(await rows()).toEqual(before)
    // nothing new comes before recipients
    expect((await put(live.json.message.id, { ...said('Aktif'), name: 'Nama', ...active })).status).toBe(200)
    expect((await put(draft.json.message.id, said('Draf dua'))).status).toBe(200)
    expect((await put(live.json.message.id, { ...said('Lain'), status: 'nonactive' })).status).toBe(200)
    await run('update sessions set proved_at = ? where user_id = ?', Date.now(), admin.id)
  })
  test('says how many running blasts would take it', async () => {
    const { json } = await ask<{ running: number }>('GET', '/admin/message/running', { token: admin.token })
    expect(json.running).toBe(0)
  })
})

describe('rule template-placeholders: what nobody fills', () => {
  const problem =
    '{nama} akan terkirim apa adanya. Yang diisi per penerima hanya {name} dan {phoneNumber}, di teks pesan saja.'
  test('keeps a template from becoming active, with the known ones named, and stays in a draft', async () => {
    const { status, json } = await create({ text: '<p>Halo {nama}, {name}</p>', status: 'active' })
    expect([status, json.reason, json.msg, json.fields?.text]).toEqual([422, 'template_placeholder', problem, problem])
    expect(await all("select 1 from templates where text like '%{nama}%'")).toEqual([])
    const made = await create({ text: '<p>Halo {nama}</p>' })
    expect(made.json.message.status).toBe('nonactive')
    const edit = (fields: Record<string, string>) => send('PUT', `/admin/message/${made.json.message.id}`, fields)
    expect((await edit({ text: 'Halo {nama}', status: 'active' })).json.reason).toBe('template_placeholder')
    const inButton = JSON.stringify([{ title: 'Toko {name}', url: 'https://a.test/', type: 'url_button' }])
    const refused = await edit({ text: 'Halo', button: inButton, status: 'active' })
    expect(refused.json.reason).toBe('template_placeholder')
    expect((await edit({ text: 'Halo {name}', status: 'active' })).json.message.status).toBe('active')
  })
  test('of one that an older version made active stops no blast, and lets it be renamed', async () => {
    const { json } = await create({ text: 'Halo {kota}' })
    const { id } = json.message
    await run("update templates set status = 'active' where id = ?", id)
    const renamed = await send('PUT', `/admin/message/${id}`, { name: 'Lama', text: 'Halo {kota}', status: 'active' })
    expect(renamed.json.message).toMatchObject({ name: 'Lama', status: 'active' })
    await run('delete from templates where id = ?', id)
  })
  test('makes an imported one a draft', async () => {
    const items = [
      { text: 'Impor {nama}', status: 'active' },
      { text: 'Impor {name}', status: 'active' },
      { text: 'Impor diam' },
    ]
    const file = new File([JSON.stringify(items)], 'messages.json')
    expect((await send('POST', '/admin/message/import', {}, file)).status).toBe(200)
    const rows = await all("select text, status from templates where text like 'Impor %' order by text")
    expect(rows).toEqual([
      { text: 'Impor diam', status: 'nonactive' },
      { text: 'Impor {nama}', status: 'nonactive' },
      { text: 'Impor {name}', status: 'active' },
    ])
  })
})
