import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyOfPart, openPart, publicKeyOf, sealPart } from './seal.ts'

const newPair = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
  }
}
const pair = newPair()
const TEXT = '{"number":"6281234567890"}\n'.repeat(1_000)

test('rule backup: a part is small, says nothing, and opens with the private half alone', async () => {
  const part = await sealPart(await publicKeyOf(pair.publicKey), 'a/1', TEXT)
  expect(part.length).toBeLessThan(TEXT.length / 20)
  expect(Buffer.from(part).includes('628123')).toBe(false)
  expect(await openPart(await keyOfPart(pair.privateKey, part), 'a/1', part)).toBe(TEXT)
  const other = await keyOfPart(newPair().privateKey, part)
  await expect(openPart(other, 'a/1', part)).rejects.toThrow()
})
test('rule backup: a part that was changed, or stands in for another, does not open', async () => {
  const part = await sealPart(await publicKeyOf(pair.publicKey), 'a/1', TEXT)
  const key = await keyOfPart(pair.privateKey, part)
  await expect(openPart(key, 'a/2', part)).rejects.toThrow()
  const changed = part.slice()
  changed[changed.length - 20] = (changed[changed.length - 20] ?? 0) ^ 1
  await expect(openPart(key, 'a/1', changed)).rejects.toThrow()
})
test('rule backup: each part has a key of its own', async () => {
  const publicKey = await publicKeyOf(pair.publicKey)
  const [one, two] = [await sealPart(publicKey, 'a/1', TEXT), await sealPart(publicKey, 'a/1', TEXT)]
  await expect(openPart(await keyOfPart(pair.privateKey, one), 'a/1', two)).rejects.toThrow()
})
