// Whether a row is a month.
import { expect, test } from 'vitest'
import { isMonth } from './rules.ts'

test.each([
  ['2026-10-01', '2026-10-31', true],
  ['2026-11-01', '2026-11-28', true],
  ['2026-10-01', '2026-10-30', false],
  ['2026-10-02', '2026-10-31', false],
])('%s to %s is a month: %s', (from, to, is) => expect(isMonth({ from, to }, '2026-11-28')).toBe(is))
