import { expect, test } from 'vitest'
import { maskPhone, normalizePhone, phoneStart } from './phone.ts'

test.each([
  ['081234567890', '6281234567890'],
  ['81234567890', '6281234567890'],
  ['+62 812-3456-7890', '6281234567890'],
  ['(+62) 812 3456 7890', '6281234567890'],
  ['62 (812) 3456.7890', '6281234567890'],
  ['6281234567', '6281234567'],
])('rule phone-format: %s is stored as %s', (raw, stored) => expect(normalizePhone(raw)).toBe(stored))

test.each([
  '',
  'abc',
  '62',
  '6281',
  '0812345678901234',
  '+1 202 555 0100',
  '62012345678',
  '6281234567890.0',
  '812345678901.5',
])('rule phone-format: %s is refused', (raw) => expect(normalizePhone(raw)).toBeNull())

test.each([
  ['0812', '62812'],
  ['812', '62812'],
  ['+62 (812) 3', '628123'],
  ['62812', '62812'],
  ['Budi', 'Budi'],
])('the beginning of a number %s is that of %s', (typed, start) => expect(phoneStart(typed)).toBe(start))

test('a masked number hides its middle', () => expect(maskPhone('6281234567890')).toBe('62812••••890'))
