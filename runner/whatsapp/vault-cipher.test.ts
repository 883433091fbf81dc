import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { VaultCipher } from './vault-cipher.ts'

const old = randomBytes(32)
const cipher = new VaultCipher(new Map([['k1', old]]))
const sealed = cipher.seal('account', 'session', '628.0', '{"kunci":"rahasia é"}')

describe('a sealed row', () => {
  test('opens at its own place', () =>
    expect(cipher.open('account', 'session', '628.0', sealed)).toBe('{"kunci":"rahasia é"}'))
  test('rule session-vault: shows nothing, and differs each time', () => {
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('rahasia')
    expect(cipher.seal('account', 'session', '628.0', '{"kunci":"rahasia é"}')).not.toBe(sealed)
  })
  test.each([
    ['another account', 'other', 'session', '628.0'],
    ['another type', 'account', 'identity-key', '628.0'],
    ['another id', 'account', 'session', '629.0'],
  ])('does not open in %s', (_name, accountId, type, id) =>
    expect(() => cipher.open(accountId, type, id, sealed)).toThrow(),
  )
  test('does not open when a byte changed or is missing', () => {
    const bytes = Buffer.from(sealed, 'base64')
    bytes[20] = (bytes[20] ?? 0) ^ 1
    expect(() => cipher.open('account', 'session', '628.0', bytes.toString('base64'))).toThrow()
    expect(() => cipher.open('account', 'session', '628.0', sealed.slice(0, 20))).toThrow()
    expect(() => cipher.open('account', 'session', '628.0', '')).toThrow()
  })
  test('rule runner-keys: a key is said to be used once a row was opened or sealed with it, and not by a row that another key of its name does not open', () => {
    const ring = new VaultCipher(
      new Map([
        ['k2', randomBytes(32)],
        ['k1', old],
      ]),
    )
    expect(ring.use()).toEqual({})
    ring.open('account', 'session', '628.0', sealed)
    expect(ring.use()).toEqual({ vaultUse: { opened: ['k1'], sealed: [] } })
    ring.seal('account', 'a', 'b', 'x')
    expect(ring.use()).toEqual({ vaultUse: { opened: ['k1'], sealed: ['k2'] } })
    const other = new VaultCipher(new Map([['k1', randomBytes(32)]]))
    expect(() => other.open('account', 'session', '628.0', sealed)).toThrow()
    expect([other.reseal('account', [{ type: 'session', id: '628.0', data: sealed }]), other.use()]).toEqual([[], {}])
  })
  test('of an older key opens after rotation, which seals with the first key', () => {
    const rotated = new VaultCipher(
      new Map([
        ['k2', randomBytes(32)],
        ['k1', old],
      ]),
    )
    expect(rotated.open('account', 'session', '628.0', sealed)).toContain('rahasia')
    expect(() => cipher.open('account', 'a', 'b', rotated.seal('account', 'a', 'b', 'x'))).toThrow(/unknown key/)
  })
})
