// Stored files over HTTP: whole, in part, on condition (RFC 9110).
import { beforeAll, describe, expect, test } from 'vitest'
import { call } from './support/api.ts'
import { bound } from './support/database.ts'

describe('stored media', () => {
  const bytes = Uint8Array.from({ length: 1_000 }, (_, i) => i % 251)
  const YEARS_AGO = 'Sun, 06 Nov 1994 08:49:37 GMT'
  let etag = ''
  let uploaded = new Date(0)
  const get = (headers: Record<string, string> = {}, method = 'GET') => call(method, '/media/uji.mp4', { headers })
  beforeAll(async () => {
    const put = await bound.MEDIA.put('templates/uji.mp4', bytes, { httpMetadata: { contentType: 'video/mp4' } })
    etag = put.httpEtag
    uploaded = put.uploaded
  })
  test('is served whole, to be kept for a year', async () => {
    const response = await get()
    expect([response.status, Object.fromEntries(response.headers)]).toMatchObject([
      200,
      {
        etag,
        'accept-ranges': 'bytes',
        'content-type': 'video/mp4',
        'content-length': '1000',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      },
    ])
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    expect((await get({}, 'HEAD')).headers.get('etag')).toBe(etag)
  })
  test.each([
    ['bytes=0-99', 'bytes 0-99/1000', 0, 100],
    ['bytes=990-', 'bytes 990-999/1000', 990, 1_000],
    ['bytes=-10', 'bytes 990-999/1000', 990, 1_000],
    ['bytes=999-5000', 'bytes 999-999/1000', 999, 1_000],
    ['bytes=-5000', 'bytes 0-999/1000', 0, 1_000],
    ['bytes=0-', 'bytes 0-999/1000', 0, 1_000],
  ])('in part: %s', async (range, shown, from, to) => {
    const response = await get({ range })
    expect([response.status, response.headers.get('content-range')]).toEqual([206, shown])
    expect(response.headers.get('content-length')).toBe(String(to - from))
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes.slice(from, to))
  })
  test.each(['bytes=1000-', 'bytes=-0', 'bytes=5000-6000'])('nothing lies at %s', async (range) => {
    const response = await get({ range })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */1000'])
  })
  test.each(['bytes=5-2', 'items=0-1', 'bytes=0-1,4-5', 'bytes=x-', 'bytes=-'])(
    '%s is no range: all of it',
    async (range) => {
      const response = await get({ range })
      expect([response.status, response.headers.get('content-range')]).toEqual([200, null])
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    },
  )
  test('is not sent again while it is the same', async () => {
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await get({ 'if-none-match': tag })
      expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect((await get({ 'if-none-match': '"x"' })).status).toBe(200)
    expect((await get({ 'if-modified-since': uploaded.toUTCString() })).status).toBe(304)
    expect((await get({ 'if-modified-since': YEARS_AGO })).status).toBe(200)
    expect((await get({ 'if-none-match': etag, range: 'bytes=0-1' })).status).toBe(304)
  })
  test('goes on where it was broken off only while it is the same', async () => {
    expect((await get({ 'if-range': '"x"', range: 'bytes=0-1' })).status).toBe(200)
    expect((await get({ 'if-range': '"x"', range: 'bytes=5000-' })).status).toBe(200)
    expect((await get({ 'if-range': etag, range: 'bytes=0-1' })).status).toBe(206)
  })
  test('is refused to who wants another one', async () => {
    for (const tag of ['"x"', `W/${etag}`]) {
      const response = await get({ 'if-match': tag })
      expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([412, '', etag])
    }
    expect((await get({ 'if-match': '"x"', 'if-none-match': etag })).status).toBe(412)
    expect((await get({ 'if-match': etag, 'if-none-match': etag })).status).toBe(304)
    for (const tag of [etag, `"x", ${etag}`, '*']) expect((await get({ 'if-match': tag })).status).toBe(200)
    expect((await get({ 'if-unmodified-since': uploaded.toUTCString() })).status).toBe(200)
  })
  test.each(['x', '"x', ''])('an etag that is none (%s) is as good as not said', async (tag) => {
    expect((await get({ 'if-none-match': tag })).status).toBe(200)
    expect((await get({ 'if-match': tag, range: 'bytes=5000-' })).status).toBe(416)
  })
  test('that is empty has no part', async () => {
    await bound.MEDIA.put('templates/empty.mp4', '')
    for (const range of ['bytes=0-', 'bytes=-1'])
      expect((await call('GET', '/media/empty.mp4', { headers: { range } })).status).toBe(416)
    expect((await call('GET', '/media/empty.mp4')).status).toBe(200)
  })
  test('that is not there is not found, whatever is asked of it', async () => {
    const asked: Record<string, string>[] = [{}, { 'if-match': '*' }, { range: 'bytes=0-1', 'if-range': '"x"' }]
    for (const headers of asked) expect((await call('GET', '/media/gone.mp4', { headers })).status).toBe(404)
  })
})
