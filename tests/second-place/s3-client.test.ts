// What our S3 client takes for an answer, and what it tries again.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { S3Error } from '../../domain/operation/backup/s3.ts'
import { bytes, READER, startSecond, WRITER } from './support.ts'

let second: Awaited<ReturnType<typeof startSecond>>
beforeAll(async () => {
  second = await startSecond()
})
afterAll(() => second.close())
beforeEach(() => {
  second.faults.length = 0
  second.calls.length = 0
})
const failing = (key: RegExp, how: number | 'reset' | 'half' | 'page', times = 1, method = 'GET') =>
  second.faults.push({ method, key, how, times })

test('rule second-place: a fault that passes is tried again, and every name comes back as it was given', async () => {
  const name = `a b/ü+'(1)*!~.txt&x=1`
  failing(/./, 500, 1, 'PUT')
  failing(/./, 'reset', 1, 'PUT')
  await second.client(WRITER).put(name, bytes('content'))
  expect(second.calls).toHaveLength(3)
  for (const how of [503, 429, 'reset', 'half'] as const) {
    failing(/./, how)
    expect(
      await second
        .client(READER)
        .get(name)
        .then((found) => new TextDecoder().decode(found ?? undefined)),
    ).toBe('content')
  }
  failing(/^$/, 'page')
  expect(await second.client(READER).list('a b/')).toEqual([name])
  expect(second.pauses.slice(0, 2)).toEqual([500, 1_000])
})

test('rule second-place: that there is none is believed where the provider says it in words, and nowhere else', async () => {
  expect(await second.client(READER).get('nothing')).toBeNull()
  for (const how of [500, 503, 404, 403, 'reset'] as const) {
    failing(/^nothing$/, how, 3)
    await expect(second.client(READER).get('nothing'), String(how)).rejects.toThrow()
  }
  second.faults.length = 0
  await expect(second.client(READER, { bucket: 'other' }).get('nothing')).rejects.toThrow('404 NoSuchBucket')
  await expect(second.client(WRITER).get('nothing')).rejects.toThrow('403 AccessDenied')
  for (let i = 0; i < 3; i++) failing(/^$/, 'page')
  await expect(second.client(READER).list('')).rejects.toThrow('no list')
})

test('rule second-place: what is refused is not asked again, and no secret is in what it says', async () => {
  const refused = await second
    .client({ ...WRITER, secret: 'another' })
    .put('x', bytes('x'))
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(S3Error)
  expect(String(refused)).toBe('Error: put x: 403 SignatureDoesNotMatch')
  expect(second.calls).toHaveLength(1)
  const late = second.client(WRITER, { clock: () => Date.now() - 3_600_000 })
  await expect(late.put('x', bytes('x'))).rejects.toThrow('RequestTimeTooSkewed')
})

test('a list of more than a page is whole, and begins after a name', async () => {
  for (let i = 0; i < 2_100; i++) second.shelf.objects.set(`many/${String(i).padStart(5, '0')}`, bytes(''))
  expect(await second.client(READER).list('many/')).toHaveLength(2_100)
  expect((await second.client(READER).list('many/', 'many/02097')).length).toBe(2)
  for (const key of second.shelf.objects.keys()) if (key.startsWith('many/')) second.shelf.objects.delete(key)
})
