import { expect, test } from 'vitest'
import { beginWith, type KeptLink, readKept } from './kept-link.ts'

const NOW = Date.parse('2026-05-04T03:00:00.000Z')
const kept: KeptLink = {
  whose: 'rina blast ',
  clientid: 'wa-1',
  phone: '6281200000001',
  code: 'ABCD1234',
  until: NOW + 90_000,
}
const text = JSON.stringify(kept)
test('rule linking: a page that is loaded again shows the code that it asked for, as long as that holds', () => {
  expect(beginWith(readKept(text, kept.whose, NOW), NOW)).toEqual({
    step: 'code',
    code: 'ABCD1234',
    until: kept.until,
  })
  const after = kept.until
  expect(beginWith(readKept(text, kept.whose, after), after)).toEqual({ step: 'idle', failure: null })
  expect(beginWith(null, NOW)).toEqual({ step: 'idle', failure: null })
})
test('rule linking: whether an ended code linked the account is asked for a quarter of an hour, of its own person and account', () => {
  expect(readKept(text, kept.whose, kept.until + 14 * 60_000)).toEqual(kept)
  expect(readKept(text, kept.whose, kept.until + 15 * 60_000)).toBeNull()
  expect(readKept(text, 'rina blast a2', NOW)).toBeNull()
  expect(readKept(null, kept.whose, NOW)).toBeNull()
  expect(readKept('{', kept.whose, NOW)).toBeNull()
})
