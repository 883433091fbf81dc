// Proxies in the admins' list: leased to one account each, their credentials masked (rules proxy-one-account,
// masked-credentials). What becomes of one that fails is in proxies-set-aside.test.ts.
import { createExecutionContext } from 'cloudflare:test'
import { beforeAll, describe, expect, test } from 'vitest'
import { assignProxy, releaseProxy } from '../../domain/sending/proxies/store.ts'
import worker from '../../worker/index.ts'
import { ask, call, ORIGIN } from './support/api.ts'
import { all, bound, db } from './support/database.ts'
import { makePerson, type Person } from './support/people.ts'

type Fail = { reason: string; msg: string; fields?: Record<string, string> }
let admin: Person
beforeAll(async () => {
  admin = await makePerson('admin')
})

describe('a proxy', () => {
  const save = (value: unknown) =>
    ask<Fail & { proxy: { id: string; value: string } }>('POST', '/admin/proxy/save', {
      token: admin.token,
      body: { value },
    })
  test('none at all means direct', async () => expect(await assignProxy(db, 'acc-1')).toBeNull())
  test('rule proxy-one-account: is leased to one account, stays with it, and comes free again', async () => {
    const ids = [
      (await save('http://u:p@one.test:80')).json.proxy.id,
      (await save('socks5://two.test:1080')).json.proxy.id,
    ]
    const [first, again, second, third] = [
      await assignProxy(db, 'acc-1'),
      await assignProxy(db, 'acc-1'),
      await assignProxy(db, 'acc-2'),
      await assignProxy(db, 'acc-3'),
    ]
    expect(again).toEqual(first)
    expect(new Set([first, second].map((l) => (l === null || typeof l === 'string' ? l : l.id)))).toEqual(new Set(ids))
    expect(third).toBe('none_free')
    expect((await ask('GET', '/admin/proxy/count-use', { token: admin.token })).json).toEqual({ unUsed: 0, used: 2 })
    expect((await ask<Fail>('DELETE', `/admin/proxy/${ids[0]}`, { token: admin.token })).json.reason).toBe(
      'proxy_in_use',
    )
    await releaseProxy(db, 'acc-1')
    expect(await assignProxy(db, 'acc-3')).toEqual(first)
    expect(await all('select sum(count_use) as n from proxies')).toEqual([{ n: 3 }])
  })
  test('leases at once never share', async () => {
    await Promise.all(['acc-2', 'acc-3'].map((id) => releaseProxy(db, id)))
    const leases = await Promise.all(Array.from({ length: 8 }, (_, i) => assignProxy(db, `acc-p${i}`)))
    const got = leases.filter((l) => l !== null && typeof l !== 'string').map((l) => l.id)
    expect([got.length, new Set(got).size]).toEqual([2, 2])
  })
  test('rule masked-credentials: written host:port:user:password it reads as http, masked in list and import', async () => {
    const { json } = await save('four.test:80:siapa:rahasia')
    const [id, written] = [json.proxy.id, 'http://siapa:rahasia@four.test:80']
    const list = await ask<{ data: { id: string; value: string }[] }>('GET', '/admin/proxy/list-per-page', {
      token: admin.token,
    })
    expect(list.json.data.find((p) => p.id === id)?.value).toBe('http://siapa:•••@four.test:80')
    expect((await ask('GET', `/admin/proxy/${id}`, { token: admin.token })).json).toMatchObject({ value: written })
    const form = new FormData()
    const lines = ['four.test:80:siapa:rahasia', 'five.test:81:siapa:rahasia', 'six.test:99999:siapa:rahasia']
    form.set('file', new File([lines.join('\n')], 'proxy.csv'))
    const response = await call('POST', '/admin/proxy/import', { token: admin.token, form })
    const answer = await response.text()
    expect(JSON.parse(answer)).toMatchObject({
      created: [{ value: 'http://siapa:•••@five.test:81' }],
      skipped: [
        { value: 'http://•••@four.test:80', reason: 'duplicate' },
        { value: 'six.test:99999:•••', reason: 'invalid' },
      ],
    })
    const { jobId } = JSON.parse(answer) as { jobId: string }
    const shown = await call('GET', `/admin/import/${jobId}`, { token: admin.token })
    expect(await shown.text()).not.toContain('rahasia')
    const file = await call('GET', `/admin/import/${jobId}/skipped?format=csv`, { token: admin.token })
    expect(await file.text()).toContain('six.test:99999:siapa:rahasia')
    for (const row of await all<{ id: string }>(`select id from proxies where value like '%five.test%'`))
      await ask('DELETE', `/admin/proxy/${row.id}`, { token: admin.token })
    await ask('DELETE', `/admin/proxy/${id}`, { token: admin.token })
  })
  test('a .txt list has one a line, and each refused line its own reason', async () => {
    const lines = ['seven.test:80:siapa:a,b;c', 'eight.test:80:siapa:dua kata', 'seven.test:80:siapa:a,b;c', 'bukan']
    const form = new FormData()
    form.set('file', new File([lines.join('\r\n')], 'daftar.TXT'))
    const response = await call('POST', '/admin/proxy/import', { token: admin.token, form })
    expect(await response.json()).toMatchObject({
      created: [{ value: 'http://siapa:•••@seven.test:80' }],
      skipped: [{ reason: 'spaces' }, { reason: 'duplicate' }, { reason: 'invalid' }],
    })
    const [row] = await all<{ id: string; value: string }>(`select id, value from proxies where value like '%seven%'`)
    expect(row?.value).toBe('http://siapa:a%2Cb%3Bc@seven.test:80')
    await ask('DELETE', `/admin/proxy/${row?.id}`, { token: admin.token })
  })
  test('rule masked-credentials: shows its password in its own form only', async () => {
    const list = await ask<{ data: { id: string; value: string }[] }>('GET', '/admin/proxy/list-per-page', {
      token: admin.token,
    })
    const row = list.json.data.find((p) => p.value.includes('one.test'))
    expect(row?.value).toBe('http://u:•••@one.test:80')
    expect((await ask('GET', `/admin/proxy/${row?.id}`, { token: admin.token })).json).toMatchObject({
      value: 'http://u:p@one.test:80',
    })
    const log = await all<{ after: string }>(`select after from audit_log where action = 'proxy.create'`)
    expect(log.map((l) => l.after).join()).not.toContain('u:p')
  })
  test.each(['', 'one.test:80', 'ftp://one.test:21', String.raw`socks5://a\@b.test:1`, 7])(
    '%j is refused',
    async (value) => expect((await save(value)).status).toBe(422),
  )
  test('twice is refused', async () => expect((await save('http://u:p@one.test:80')).json.reason).toBe('proxy_exists'))
})

test('rule proxy-address: an address of our own network is taken in the sandbox alone', async () => {
  const outside = { ...bound, APP_ENV: 'live' }
  const ask = async (method: string, path: string, sent: { body: string } | { body: FormData }, json: boolean) => {
    const headers = { authorization: `Bearer ${admin.token}`, ...(json ? { 'content-type': 'application/json' } : {}) }
    const request = new Request(`${ORIGIN}/api${path}`, { method, headers, ...sent })
    return worker.fetch(request, outside, createExecutionContext())
  }
  const save = (value: string) => ask('POST', '/admin/proxy/save', { body: JSON.stringify({ value }) }, true)
  for (const value of [
    'http://127.0.0.1:80',
    'socks5://u:p@169.254.169.254:80',
    'http://[::1]:1',
    'http://localhost:1',
    'http://127.0.0.1.nip.io:80',
    String.raw`socks5://a\@127.0.0.1:1080`,
    String.raw`socks5://proxy.example\@127.0.0.1:1080`,
  ])
    expect([value, (await save(value)).status]).toEqual([value, 422])
  const saved = await (await save('http://luar.example:80')).json<{ id: string }>()
  const body = JSON.stringify({ value: 'http://10.0.0.1:80' })
  expect((await ask('PUT', `/admin/proxy/${saved.id}`, { body }, true)).status).toBe(422)
  const form = new FormData()
  form.set(
    'file',
    new File(['value\nhttp://192.168.0.1:80\nhttp://127-0-0-1.sslip.io:80\nhttp://luar2.example:80\n'], 'x.csv'),
  )
  const done = await (await ask('POST', '/admin/proxy/import', { body: form }, false)).json<{
    created: object[]
    skipped: object[]
  }>()
  expect([done.created.length, done.skipped.length]).toEqual([1, 2])
})
