import { expect, test } from 'vitest'
import { countKids, KID_CHARS, kidOf } from './rules.ts'

test('rule vault-keys: a row says which key sealed it, however long the key’s id is', () => {
  for (const kid of ['v', 'v1', '2026-11', 'k'.repeat(16)]) {
    // as the runner's VaultCipher writes it; tests/runner/linking.test.ts holds the two together
    const sealed = btoa(`${String.fromCharCode(kid.length)}${kid}\xff\x00${'x'.repeat(26)}`)
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
