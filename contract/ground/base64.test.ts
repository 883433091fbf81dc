import { expect, test } from 'vitest'
import { fromBase64, fromBase64Url, toBase64, toBase64Url } from './base64.ts'

test.each([
  [[], '', ''],
  [[251, 255, 190], '+/++', '-_--'],
  [[251, 255], '+/8=', '-_8'],
  [[0], 'AA==', 'AA'],
])('%o is %s, and %s in an address', (bytes, plain, url) => {
  expect([toBase64(Uint8Array.from(bytes)), toBase64Url(Uint8Array.from(bytes))]).toEqual([plain, url])
  expect([fromBase64(plain), fromBase64Url(url)]).toEqual([Uint8Array.from(bytes), Uint8Array.from(bytes)])
})
