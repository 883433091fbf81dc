// The sandbox's HTTP: bad input, mailbox, Turnstile, live events.
import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bench, openBench } from './support/bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

describe('bad input', () => {
  it.each([
    ['scan', {}, 422],
    ['scan', { phone: '6281200000001' }, 422],
    ['scan', { phone: '6281200000001', latest: true }, 404],
    ['enter-code', { phone: '6281200000001', code: 'x' }, 422],
    ['reply', { from: 'siapa', to: '6281200000001', text: 'x' }, 422],
    ['reply', { from: '6281200000001', to: '6281200000002', text: ' ' }, 422],
    ['contacts', { from: '6281200000009', to: '6281200000001', registered: true }, 422],
    ['contacts', { from: '6281200000001', registered: 'ya' }, 422],
    ['fault', { kind: 'meledak' }, 422],
    ['fault', { kind: 'drop', times: 0 }, 422],
    ['fault', {}, 422],
    ['fault', { kind: 'query-error' }, 422],
    ['fault', { kind: 'query-error', query: 'kabar' }, 422],
    ['fault', { kind: 'query-error', query: 'keys', code: 200 }, 422],
    ['fault', { kind: 'usync-error', protocol: 'bot' }, 422],
    ['fault', { kind: 'usync-gap', numbers: ['siapa'] }, 422],
    ['fault', { kind: 'hold-acks', order: 'acak' }, 422],
    ['fault', { kind: 'hold-acks', seconds: 0 }, 422],
    ['fault', { kind: 'ask-again', messageId: ' ' }, 422],
    ['fault', { kind: 'prekeys-low', form: 'xmpp' }, 422],
    ['delete', { phone: '6281200000001', messageId: '' }, 422],
    ['mail', {}, 422],
    ['scan', '{bukan json', 422],
    ['scan', '[]', 422],
    ['tidak-ada', {}, 404],
  ])('%s %j is refused with %i and one clear text', async (path, body, status) => {
    const answer = await bench.post(path, body)
    expect(answer.status).toBe(status)
    const { msg, message, error } = answer.body
    expect(error).toBeTruthy()
    expect([msg, message]).toEqual([error, error])
  })

  it('needs a phone to list messages by', async () => {
    expect((await bench.get('messages?phone=12')).status).toBe(422)
    expect((await bench.get('chats')).status).toBe(422)
  })
})

it('keeps a mailbox', async () => {
  await bench.ask('/mail', { to: 'member@demo.test', subject: 'Atur ulang kata sandi', text: 'https://…' })
  const { body } = await bench.get('mail?to=member@demo.test')
  expect(body.mail).toMatchObject([{ to: 'member@demo.test', subject: 'Atur ulang kata sandi' }])
  expect((await bench.get('mail?to=lain@demo.test')).body.mail).toEqual([])
})

it('stands in for Turnstile with single-use tokens that carry their action', async () => {
  const script = await fetch(`${bench.sandbox.url}/sandbox/turnstile/api.js`)
  expect(await script.text()).toContain('window.turnstile')
  const { token } = (await bench.post('turnstile/token', { action: 'register' })).body
  const verify = (response: unknown) => bench.post('turnstile/siteverify', { secret: 'rahasia', response })
  expect((await verify(token)).body).toMatchObject({ success: true, action: 'register' })
  expect((await verify(token)).body).toMatchObject({ success: false, 'error-codes': ['timeout-or-duplicate'] })
  expect((await verify('karangan')).body.success).toBe(false)
  const form = new URLSearchParams({ secret: 'rahasia', response: 'karangan' })
  const asForm = await fetch(`${bench.sandbox.url}/sandbox/turnstile/siteverify`, { method: 'POST', body: form })
  expect(await asForm.json()).toMatchObject({ success: false })
})

it('streams what happens to who listens', async () => {
  const stream = await fetch(`${bench.sandbox.url}/sandbox/events`)
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  await bench.ask('/mail', { to: 'a@demo.test' })
  let seen = ''
  while (!seen.includes('"kind":"mail"')) seen += (await reader?.read())?.value ?? ''
  expect(seen).toContain('a@demo.test')
  await reader?.cancel()
})

it.each([
  ['a page of another site', { origin: 'https://evil.example' }],
  ['a page without an origin', { origin: 'null' }],
  ['a page whose name only looks local', { origin: 'http://127.0.0.1.evil.example' }],
])('refuses %s', async (_, headers) => {
  const answer = await fetch(`${bench.sandbox.url}/sandbox/mail`, { headers })
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([403, null])
})
it('refuses another site’s name that points at this machine, and answers this machine’s pages', async () => {
  const { hostname, port } = new URL(bench.sandbox.url)
  const status = (host: string): Promise<number> =>
    new Promise((resolve, reject) => {
      get({ hostname, port, path: '/sandbox/health', headers: { host } }, (response) => {
        response.resume()
        resolve(response.statusCode ?? 0)
      }).on('error', reject)
    })
  expect([await status(`evil.example:${port}`), await status(`localhost:${port}`)]).toEqual([403, 200])
  const page = await fetch(`${bench.sandbox.url}/sandbox/health`, { headers: { origin: 'http://localhost:8787' } })
  expect([page.status, page.headers.get('access-control-allow-origin')]).toEqual([200, 'http://localhost:8787'])
})
