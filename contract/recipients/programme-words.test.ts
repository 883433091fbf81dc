import { expect, test } from 'vitest'
import { isOptIn, isOptOut } from './opt-out.ts'
import { keywordIn } from './programme-words.ts'
import { meaningOf } from './replies.ts'

test.each([
  ['DAFTAR PROMO 7K2', 'DAFTARPROMO7K2'],
  ['  daftar  promo 7k2. ', 'DAFTARPROMO7K2'],
  ['Daftar Promo7K2 🙏', 'DAFTARPROMO7K2'],
  ['daftarpromo7k2', 'DAFTARPROMO7K2'],
  ['DAFTAR PROMO', null],
  ['DAFTAR PROMO KKK', null],
  ['DAFTAR 7K2', null],
  ['kak, DAFTAR PROMO 7K2', null],
  ['DAFTAR PROMO 7K2 ya kak', null],
  ['apa itu DAFTAR PROMO 7K2?', null],
  ['IKUT PROMO 7K2', null],
  ['DAFTAR PROMO 7K0', null],
  [`DAFTAR PROMO 7K2${' '.repeat(80)}`, null],
  ['', null],
])('rule opt-in-message: %j is %j', (text, word) => {
  expect(keywordIn(text)).toBe(word)
  if (word) expect([isOptOut(text), isOptIn(text), meaningOf(text)]).toEqual([false, false, null])
})
