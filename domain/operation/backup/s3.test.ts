import { expect, test } from 'vitest'
import { authorizationOf } from './s3.ts'

/** Of AWS's own examples (Signature Calculations for the Authorization Header, single chunk). */
const EXAMPLE = {
  region: 'us-east-1',
  keyId: 'AKIAIOSFODNN7EXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const signatureOf = async (method: string, path: string, headers: Record<string, string>) => {
  const url = new URL(`https://examplebucket.s3.amazonaws.com${path}`)
  const dated = { host: url.host, 'x-amz-date': '20130524T000000Z', ...headers }
  return (await authorizationOf(EXAMPLE, { method, url, headers: dated })).split('Signature=')[1]
}

test('rule second-place: signatures are those of AWS’s own examples', async () => {
  expect(await signatureOf('GET', '/test.txt', { range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY })).toBe(
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
  const body = '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072'
  const put = {
    date: 'Fri, 24 May 2013 00:00:00 GMT',
    'x-amz-content-sha256': body,
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
  }
  expect(await signatureOf('PUT', '/test%24file.text', put)).toBe(
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  )
  expect(await signatureOf('GET', '/?max-keys=2&prefix=J', { 'x-amz-content-sha256': EMPTY })).toBe(
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  )
})
