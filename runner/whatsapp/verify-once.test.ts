import { Curve } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import { remembering } from './verify-once.ts'

const setUp = () => {
  const asked: string[] = []
  const { private: secret, public: key } = Curve.generateKeyPair()
  const sign = (text: string) => ({ message: Buffer.from(text), signature: Curve.sign(secret, Buffer.from(text)) })
  const verify = remembering((pubKey, message, signature) => {
    asked.push(Buffer.from(message).toString())
    return signature.length === 64 && Curve.verify(pubKey, message, signature)
  })
  return { asked, key, sign, verify }
}

test('what passed is not checked again, whichever login brings it', () => {
  const { asked, key, sign, verify } = setUp()
  const [leaf, other] = [sign('leaf'), sign('other')]
  for (let i = 0; i < 3; i++) {
    expect(verify(Buffer.from(key), Buffer.from(leaf.message), Buffer.from(leaf.signature))).toBe(true)
    expect(verify(key, other.message, other.signature)).toBe(true)
  }
  expect(asked).toEqual(['leaf', 'other'])
})

test('another key, message or signature is another check, and what failed is checked each time', () => {
  const { asked, key, sign, verify } = setUp()
  const leaf = sign('leaf')
  verify(key, leaf.message, leaf.signature)
  verify(Curve.generateKeyPair().public, leaf.message, leaf.signature)
  verify(key, Buffer.from('leaf!'), leaf.signature)
  verify(key, leaf.message, sign('leaf!').signature)
  expect(asked).toHaveLength(4)
  for (let i = 0; i < 2; i++) expect(verify(key, leaf.message, leaf.signature.subarray(1))).toBe(false)
  expect(asked).toHaveLength(6)
})
