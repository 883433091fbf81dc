import { expect, test } from 'vitest'
import { fromBase64Url } from '../../contract/ground/base64.ts'
import { decryptPush, ECDH } from './decrypt.ts'

test('rule push: the example of RFC 8291, section 5, is read as it says', async () => {
  const publicKey = fromBase64Url(
    'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  )
  const [x, y] = [publicKey.slice(1, 33), publicKey.slice(33)].map((part) => Buffer.from(part).toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94' } as const
  const privateKey = await crypto.subtle.importKey('jwk', jwk as JsonWebKey, ECDH, false, ['deriveBits'])
  const keys = { privateKey, publicKey, auth: fromBase64Url('BTBZMqHH6r4Tts7J_aSIgg') }
  const body = fromBase64Url(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
  expect(new TextDecoder().decode(await decryptPush(body, keys))).toBe('When I grow up, I want to be a watermelon')
  const changed = body.slice()
  changed[100] = (changed[100] ?? 0) ^ 1
  await expect(decryptPush(changed, keys)).rejects.toThrow()
})
