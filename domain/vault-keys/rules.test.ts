import { expect, test } from 'vitest'
import { VaultCipher } from '../../runner/whatsapp/vault-cipher.ts'
import { countKids, KID_CHARS, kidOf } from './rules.ts'

test('rule vault-keys: a row says which key sealed it, however long the key’s id is', () => {
  for (const kid of ['v', 'v1', '2026-11', 'k'.repeat(16)]) {
    const cipher = new VaultCipher(new Map([[kid, Buffer.alloc(32, 7)]]))
    const sealed = cipher.seal('account', 'session', '62812.0', '')
    expect(kidOf(sealed)).toBe(kid)
    expect(kidOf(sealed.slice(0, KID_CHARS))).toBe(kid)
  }
  for (const other of ['', 'AA==', '%', 'AQ==', btoa('\x09v1')]) expect(kidOf(other)).toBe('?')
  expect(countKids([btoa('\x02v1......'), btoa('\x02v2......'), btoa('\x02v1,,,,'), ''])).toEqual({
    v1: 2,
    v2: 1,
    '?': 1,
  })
})
