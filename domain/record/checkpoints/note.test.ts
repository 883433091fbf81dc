import { beforeAll, describe, expect, test } from 'vitest'
import { type RecordKey, recordKeys } from './keys.ts'
import { openNote, readVerifier, signNote, verifierText } from './note.ts'

const ROOT = 'qN3uGc2vpLvOXZQc9SFfgkZcxgL4q4Q0mlx7h4Y2o2I='
const HERE = { origin: 'blast.example.id/record', size: 12, root: ROOT }
/** The secret of RFC 8032, section 7.1, test 1; its public half stands below. */
const RFC_SECRET = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
let key: RecordKey
let other: RecordKey
let note: string
beforeAll(async () => {
  const ring = [`a:${RFC_SECRET}`, `b:${'01'.repeat(32)}`]
  ;[key, other] = (await recordKeys({ RECORD_KEYS: ring.join() })) as [RecordKey, RecordKey]
  note = await signNote(HERE, key)
})
const verifierOf = ({ publicKey }: RecordKey, name = HERE.origin) => ({ name, publicKey })
const open = (text: string, by = [verifierOf(key)]) => openNote(text, by)

test('the key is that of RFC 8032, and a deployment without a ring has none', async () => {
  expect(Buffer.from(key.publicKey).toString('hex')).toBe(
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  )
  expect(await recordKeys({})).toEqual([])
})

test('public keys are read and written as Go’s checksum database writes its own', async () => {
  for (const text of [
    'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8',
    'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  ]) {
    const verifier = await readVerifier(text)
    expect(verifier && (await verifierText(verifier))).toBe(text)
  }
  for (const text of ['', 'x', 'sum.golang.org+033de0af+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8', 'a+00000000+!!'])
    expect(await readVerifier(text)).toBeNull()
})

describe('rule checkpoints: a signed note', () => {
  test('has the form of C2SP and is opened by its key, also out of a mail', async () => {
    expect(note).toMatch(
      /^blast\.example\.id\/record\n12\nqN3u\S+\n\n— blast\.example\.id\/record [A-Za-z0-9+/]{91}=\n$/,
    )
    expect(await open(note)).toEqual({ checkpoint: HERE })
    const mail = `Titik periksa\n\n${note}\nKunci publik:\nx`.replaceAll('\n', '\r\n')
    expect(await open(mail, [verifierOf(other), verifierOf(key)])).toEqual({ checkpoint: HERE })
  })
  test.each([
    ['with another size', (text: string) => text.replace('\n12\n', '\n13\n'), 'forged'],
    ['with another root', (text: string) => text.replace('qN3u', 'aN3u'), 'forged'],
    ['without its signature', (text: string) => text.split('\n—')[0] ?? '', 'form'],
    ['that is none', () => 'halo', 'form'],
    ['of another place', (text: string) => text.replaceAll('blast.', 'lain.'), 'origin'],
  ])('%s is told: %s', async (_name, change, problem) => {
    expect(await open(change(note))).toEqual({ problem })
  })
  test('by a key that we do not have is told as that', async () => {
    expect(await open(note, [verifierOf(other)])).toEqual({ problem: 'key' })
  })
})
