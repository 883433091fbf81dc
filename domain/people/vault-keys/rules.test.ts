import { expect, test } from 'vitest'
import { countKids, KID_CHARS, kidOf, lackingKeys, ringOfRunner } from './rules.ts'

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

test('rule runner-keys: a key is lacking where some runner that says its keys and stays has no such one, or another of its name', () => {
  const ring = (kids: string[], more: object = {}) =>
    ringOfRunner({ draining: false, vaultKeys: kids.map((kid) => ({ kid })), ...more })
  expect(lackingKeys(['k1', 'k2'], [ring(['k1']), ring(['k2', 'k1'])])).toEqual([{ kid: 'k2', runners: 1, of: 2 }])
  expect(lackingKeys(['k1'], [ring(['k1'], { foreignKids: ['k1'] })])).toEqual([{ kid: 'k1', runners: 1, of: 1 }])
  expect(lackingKeys(['k1'], [ring([], { draining: true }), ring(['k1'])])).toEqual([])
  const older = ringOfRunner({ draining: false, vaultKeys: null })
  const dialled = ringOfRunner({ draining: false })
  expect([lackingKeys(['k1'], [older, dialled]), lackingKeys(['k1'], [older, ring([])])]).toEqual([
    null,
    [{ kid: 'k1', runners: 1, of: 1 }],
  ])
})
