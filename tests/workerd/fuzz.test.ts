// Every mounted route, thousands of inputs made from its own schemas: never a failure of the server, never a word of what
// is inside, and whatever is refused changes nothing.
import { exports } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Call, isNothing, NO_QUERY } from '../../contract/api/call.ts'
import { ROUTES } from '../../contract/api/table.ts'
import { call, ORIGIN } from './support/api.ts'
import { bound, run } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'
import { numbers, stage } from './support/stage.ts'
import { bodyLike, brokenForm, encoded, formLike, oddText, type Part, queryLike } from './support/arbitraries.ts'
import { atRest, watchWrites, writesSoFar, writtenTables } from './support/watch.ts'

// a failure prints its path: put it beside the seed to see it again
const SEED = 20_261_121
let dev: Person
const ids = ['nobody']
beforeAll(async () => {
  await stage()
  await numbers(1, 5)
  const member = await makePerson('member')
  await run(`update users set account_bank = 'BCA', account_name = 'A', account_number = '1' where id = ?`, member.id)
  await run(`insert into proxies (id, value, status, created_at) values ('p1', 'http://x.test:1', 'active', 0)`)
  await run(
    `insert into bonuses (id, user_id, admin_id, nominal, reason, created_at) values ('b1', ?, 'x', 5, 'r', 1)`,
    member.id,
  )
  await run(`insert into withdraws (id, user_id, nominal, status, account_name, account_bank, account_number, created_at)
    values ('w1', '${member.id}', 10000, 'requested', 'A', 'BCA', '1', 1)`)
  await run(
    `insert into whatsapp (id, clientid, user_id, purpose, phonenumber, state, status, created_at)
    values ('acc-1', 'client-1', ?, 'blast', '62811', 'disconnected', 'idle', 1)`,
    member.id,
  )
  ids.push(member.id, 't1', 'bronze', 'p1', 'b1', 'w1', 'acc-1', 'client-1', '1', '2', 'null')
  await watchWrites()
  dev = await makePerson('dev')
})
beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ success: false }))
})

/** A machine or a proxy that is not there is said so; nothing else of the server's may show. */
const NOT_HERE = ['no_runner', 'proxy_unavailable']
const PAGES = / \/(ikut|receipt|opt-out)\b/
type Told = { reason?: string }
let asked = 0
let refused = 0
/** Sends, and holds the answer to what every answer must be. */
const throwAt = async (what: string, send: (token: string) => Promise<Response>): Promise<void> => {
  const before = await writesSoFar()
  const response = await send(dev.token)
  const text = await response.text()
  asked += 1
  // a cron has never run here: the answer is not ready, and no refusal
  if (what === 'GET /readyz' && response.status === 503) return
  if (response.status >= 400) {
    // the plain pages say it in words, under the same status
    const isPage = PAGES.test(what)
    if (isPage) expect([what, response.headers.get('content-type')]).toEqual([what, 'text/html; charset=UTF-8'])
    const json: Told = isPage ? { reason: 'said on a page' } : (JSON.parse(text) as Told)
    if (!isPage)
      expect(json).toMatchObject({ msg: expect.any(String), reason: expect.any(String), requestId: expect.any(String) })
    expect(text).not.toMatch(/SQLITE|D1_ERROR|at .*\.ts:|Invalid input|node_modules/)
    if (response.status >= 500)
      expect([what, response.status, NOT_HERE]).toEqual([what, 503, expect.arrayContaining([json.reason])])
    else {
      refused += 1
      const after = await writesSoFar()
      if (after !== before)
        expect([what, json.reason, await writtenTables()]).toEqual([what, json.reason, 'nothing written'])
    }
  } else if (!what.startsWith('GET')) await atRest()
  // anyone who was signed out, demoted or renamed by it goes on as somebody else
  if (response.status === 401 || (response.status < 400 && /auth|users/.test(what))) {
    if ((await call('POST', '/auth/validate', { token: dev.token })).status !== 200) dev = await makePerson('dev')
    await atRest()
  }
}

const routes = ROUTES.filter(([, { audience }]) => audience !== 'runner')
const bodiesOf = ({ body, form }: Call) => ({
  body: isNothing(body) ? null : body,
  form: isNothing(form) ? null : form,
})
const pathLike = (path: string): fc.Arbitrary<string> => {
  const id = fc.oneof(fc.constantFrom(...ids), oddText)
  return fc.tuple(id, id).map((some) => {
    let i = 0
    return path.replace(/:[a-zA-Z]+/g, () => encoded(some[i++] ?? '') || 'x')
  })
}
const asForm = (parts: readonly Part[]): FormData => {
  const form = new FormData()
  for (const { name, value } of parts) {
    if (typeof value === 'string') form.append(name, value.toWellFormed())
    else form.append(name, new File([value.bytes], value.name.toWellFormed()))
  }
  return form
}
const raw = (method: string, path: string, token: string, type: string, body: string | Uint8Array): Promise<Response> =>
  exports.default.fetch(
    new Request(`${ORIGIN}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body: body as BodyInit,
    }),
  )

describe('whatever is sent', () => {
  test.each(routes)('%s answers it as it states, or refuses it', async (key, stated) => {
    const [method = '', path = ''] = key.split(' ')
    const { query, limit } = stated
    const { body, form } = bodiesOf(stated)
    const way = { path: pathLike(path), query: queryLike(query, ids) }
    const many = body || form ? 20 : path.includes(':') || query !== NO_QUERY ? 10 : 3
    if (method === 'GET' || (!body && !form)) {
      await fc.assert(
        fc.asyncProperty(way.path, way.query, (at, search) =>
          throwAt(key, (token) => call(method, `${at}${search}`, { token })),
        ),
        { numRuns: many, seed: SEED },
      )
      return
    }
    if (body) {
      await fc.assert(
        fc.asyncProperty(way.path, bodyLike(body, ids), (at, sent) =>
          throwAt(key, (token) => call(method, at, { token, body: JSON.stringify(sent) ?? 'null' })),
        ),
        { numRuns: limit ? 30 : many, seed: SEED },
      )
    }
    if (form) {
      await fc.assert(
        fc.asyncProperty(way.path, formLike(form, ids), (at, parts) =>
          throwAt(key, (token) => call(method, at, { token, form: asForm(parts) })),
        ),
        { numRuns: many, seed: SEED },
      )
      await fc.assert(
        fc.asyncProperty(way.path, brokenForm, (at, { type, text }) =>
          throwAt(key, (token) => raw(method, at, token, type, text.toWellFormed())),
        ),
        { numRuns: many, seed: SEED },
      )
    }
  })
  test('in any encoding, of any type, cut off anywhere', async () => {
    const posts = routes.filter(([key, { body }]) => /^(POST|PUT) /.test(key) && !isNothing(body))
    const types = fc.constantFrom(
      'application/json',
      'text/plain',
      'application/xml',
      'application/json; charset=utf-16',
      '',
    )
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.json().map((text) => new TextEncoder().encode(`\ufeff${text}`)),
      fc.tuple(fc.json(), fc.nat({ max: 30 })).map(([text, n]) => new TextEncoder().encode(text.slice(0, n))),
      fc.nat({ max: 20_000 }).map((depth) => new TextEncoder().encode('['.repeat(depth))),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...posts), types, content, async ([key], type, bytes) => {
        const [method = '', path = ''] = key.split(' ')
        await throwAt(key, (token) => raw(method, path.replace(/:[a-zA-Z]+/g, 'x'), token, type, bytes))
      }),
      { numRuns: 200, seed: SEED },
    )
  })
  test('was thousands of inputs; most were refused, what was not was written', async () => {
    expect(asked).toBeGreaterThan(2_000)
    expect(refused).toBeGreaterThan(1_000)
    expect(await writesSoFar()).toBeGreaterThan(100)
  })
})

test('a refused file leaves nothing in the bucket', async () => {
  const files = async () => (await bound.MEDIA.list({ prefix: 'imports/' })).objects.length
  const before = await files()
  // more than a part of the bucket, and in UTF-16
  const bytes = new Uint8Array(9_000_000)
  bytes.set([0xff, 0xfe])
  for (const path of ['/admin/phonenumber/import', '/admin/proxy/import', '/admin/message/import']) {
    const form = asForm([{ name: 'file', value: { name: 'x.csv', bytes } }])
    expect((await call('POST', path, { token: dev.token, form })).status).toBe(422)
  }
  expect(await files()).toBe(before)
})

test.each([
  ['text/plain', 'x', 400],
  ['application/json', '\ufeff{"email":', 400],
  ['multipart/form-data; boundary=x', '--y\r\nbroken', 422],
  ['multipart/form-data', 'x', 415],
])('a body of %s that is none is %i', async (type, text, status) => {
  const path = type.startsWith('multipart') ? '/admin/phonenumber/import' : '/admin/phonenumber/save'
  const response = await call('POST', path, { token: dev.token, body: text, headers: { 'content-type': type } })
  expect([response.status, path]).toEqual([status, path])
})
