import { describe, expect, test } from 'vitest'
import { formatClock, formatNumber, formatPercent, formatRupiah, formatSeconds, formatUntil } from './format.ts'

const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

describe('numbers as people in Indonesia read them', () => {
  test('thousands are separated by dots', () => expect(formatNumber(1_234_567)).toBe('1.234.567'))
  test('rupiah has no decimals', () => expect(plain(formatRupiah(10_000))).toBe('Rp 10.000'))
  test('less than a rupiah is never rounded up', () => {
    expect(plain(formatRupiah(99.99))).toBe('Rp 99')
    expect(plain(formatRupiah(-0.5))).toBe('Rp 0')
  })
  test('progress has two decimals', () => expect(formatPercent(33.333)).toBe('33,33%'))
})

describe('times are WIB', () => {
  test('17:30 UTC is half past midnight', () => expect(formatClock('2026-08-15T17:30:00Z')).toBe('00.30'))
  test('a text that is no time shows nothing', () => expect(formatClock('besok')).toBe(''))
  test('a time on another day has its date', () => {
    const now = Date.parse('2026-08-15T10:00:00Z')
    expect(formatUntil('2026-08-15T16:59:00Z', now)).toBe('23.59')
    expect(formatUntil('2026-08-15T17:00:00Z', now)).toBe('16 Agu 2026 00.00')
  })
  test.each([
    [0, '0 dtk'],
    [-3, '0 dtk'],
    [59.2, '1 mnt 00 dtk'],
    [185, '3 mnt 05 dtk'],
    [7_800, '2 jam 10 mnt'],
  ])('%d seconds read %s', (seconds, text) => expect(formatSeconds(seconds)).toBe(text))
})
