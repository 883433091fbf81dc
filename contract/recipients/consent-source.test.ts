import { describe, expect, test } from 'vitest'
import { isSource, isSourceOrNone, readSource } from './consent-source.ts'

const judged = (raw: string): boolean => isSource(readSource(raw))

describe('a source of consent', () => {
  test.each([
    ['x'],
    ['\u200b'],
    ['\u200b'.repeat(20)],
    ['........'],
    ['08123456789'],
    ['😀😀😀😀😀😀😀😀'],
    ['form 123'],
    // fillers of Hangul count as letters, and nobody sees them
    ['\u3164'.repeat(9)],
    ['\u115f'.repeat(9)],
    ['t\u202eo\u202ek\u202eo\u202e'],
    ['\u0000'.repeat(9)],
    ['\ud800'.repeat(9)],
  ])('rule consent-words: is words, not %j', (raw) => {
    expect(judged(raw)).toBe(false)
    expect(isSourceOrNone(raw)).toBe(raw.trim() === '')
  })
  test.each([['Buku tamu'], ['  Formulir toko, Maret 2026 '], ['展示会で配った申込書に記入'], ['Ярмарка в мае']])(
    'takes %j',
    (raw) => expect(judged(raw)).toBe(true),
  )
  test('is kept in one line, without what nobody sees', () =>
    expect(readSource(' Buku\u200b\n\ttamu\u202e di\u00a0toko ')).toBe('Buku tamu di toko'))
})
