import { expect, test } from 'vitest'
import { RANGES } from '../../../contract/ground/ranges.ts'
import { bookedText } from './number-field.tsx'

test.each([
  ['25.000', RANGES.bonus, 'Akan dicatat Rp\u00a025.000'],
  ['25000', RANGES.bonus, 'Akan dicatat Rp\u00a025.000'],
  ['1', RANGES.bonus, 'Akan dicatat Rp\u00a01'],
  ['1.000', RANGES.dailyCap, 'Akan dicatat 1.000'],
  ['5', RANGES.dailyCap, ''],
  ['2.5', RANGES.bonus, ''],
  ['999999999999', RANGES.bonus, ''],
  ['', RANGES.bonus, ''],
])('%s: %s', (typed, range, text) => expect(bookedText(typed, range)).toBe(text))
