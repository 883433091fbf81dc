import { describe, expect, test } from 'vitest'
import { codeOf, fromBase32, otpauthUri, stepOf, toBase32 } from './totp.ts'

const text = new TextEncoder()
/** The seed of RFC 6238's examples, of whose eight digits an app shows the last six. */
const SEED = toBase32(text.encode('12345678901234567890'))

describe('rule second-factor: codes are those of RFC 6238', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s', async (seconds, code) => expect(await codeOf(SEED, Math.floor(seconds / 30))).toBe(code))
})
describe('a code counts', () => {
  const now = 1_700_000_000_000
  const step = Math.floor(now / 30_000)
  test.each([-1, 0, 1])('in the step %i from now', async (off) =>
    expect(await stepOf(SEED, await codeOf(SEED, step + off), now)).toBe(step + off),
  )
  test.each([-2, 2])('but not %i steps from now', async (off) =>
    expect(await stepOf(SEED, await codeOf(SEED, step + off), now)).toBeNull(),
  )
})
test.each(['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'])('base32 of "%s" there and back', (word) =>
  expect(new TextDecoder().decode(fromBase32(toBase32(text.encode(word))))).toBe(word),
)
test('base32 is that of RFC 4648', () => expect(toBase32(text.encode('foobar'))).toBe('MZXW6YTBOI'))
test('the QR code names the product and the person', () =>
  expect(otpauthUri('WA Blaster', 'siti@b.id', 'ABC')).toBe(
    'otpauth://totp/WA%20Blaster:siti%40b.id?secret=ABC&issuer=WA%20Blaster',
  ))
