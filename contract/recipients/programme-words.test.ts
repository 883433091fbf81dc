import { expect, test } from 'vitest'
import { isOptIn, isOptOut } from './opt-out.ts'
import { FORM_LENGTH, formTextOf, keywordIn, keywordOf, partsOf } from './programme-words.ts'
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
  ['DAFTAR PROMO 7K2 ABCDEFGH23456', 'DAFTARPROMO7K2ABCDEFGH23456'],
  ['DAFTAR PROMO 7K2 ABCDEFGH2345', null],
  ['DAFTAR PROMO 7K2 ABCDEFGH234567', null],
  ['', null],
])('rule opt-in-message: %j is %j', (text, word) => {
  expect(keywordIn(text)).toBe(word)
  if (word) expect([isOptOut(text), isOptIn(text), meaningOf(text)]).toEqual([false, false, null])
})

test.each([
  ['PROMO', '7K2'],
  ['AB', 'XY9'],
  ['ABCDEFGHJKMNPQRSTUVW', '2AB'],
])('rule form-consent: keyword %s %s and a form’s code are told apart', (word, code) => {
  const keyword = keywordOf(word, code)
  for (const form of ['ABCDEFGHJKMNP', '2222222222222', 'AB2CD3EF4GH5J']) {
    expect(form).toHaveLength(FORM_LENGTH)
    const heard = keywordIn(formTextOf(keyword, form).toLowerCase())
    expect(heard && partsOf(heard)).toEqual({ word: keyword.replaceAll(' ', ''), form })
  }
  expect(partsOf(keywordIn(keyword) ?? '')).toEqual({ word: keyword.replaceAll(' ', ''), form: null })
})
