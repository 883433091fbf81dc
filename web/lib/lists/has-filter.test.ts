// Which parameters of an address make a list shorter.
import { expect, test } from 'vitest'
import { hasFilter } from './has-filter.ts'

test.each([
  ['', false],
  ['page=2&limit=25&sort=-name&s=budi&id=4', false],
  // a campaign's page leads to a form with this template: an empty list below it says how one is made
  ['template=promo', false],
  ['from=2026-01-01', true],
  ['template=promo&to=2026-01-01', true],
  ['status=', false],
])('%s', (address, is) => expect(hasFilter(new URLSearchParams(address))).toBe(is))
