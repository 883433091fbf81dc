import { describe, expect, test } from 'vitest'
import { type Range, readFloored, readWhole } from './read-numbers.ts'

const rupiah: Range = { unit: 'rupiah', min: 1, max: 1_000_000_000 }
const count: Range = { unit: 'count', min: 0, max: 1_000_000 }
const valueOf = (sent: unknown, range: Range): number | string => {
  const read = readWhole(sent, range)
  return 'value' in read ? read.value : read.problem
}
const UNCLEAR = 'Tidak jelas. Tulis bilangan bulat tanpa koma; titik hanya untuk ribuan, misalnya 25.000.'
const DIGITS = 'Isi dengan angka saja, tanpa huruf atau tanda lain.'

describe('rupiah as people write it', () => {
  test.each<[unknown, number]>([
    ['25.000', 25_000],
    ['Rp 25.000', 25_000],
    ['Rp25.000', 25_000],
    ['rp. 25.000', 25_000],
    ['Rp\u00a025.000', 25_000],
    ['Rp 25.000,-', 25_000],
    ['25 000', 25_000],
    ['1\u00a0000\u202f000', 1_000_000],
    ['25000', 25_000],
    [' 25000 ', 25_000],
    ['1.000.000', 1_000_000],
    [25_000, 25_000],
    ['1', 1],
  ])('%j is %d', (sent, value) => expect(valueOf(sent, rupiah)).toBe(value))

  test.each<[unknown, string]>([
    ...['25,5', '1.25', '2.5', '25.00', '25.0000', '25,000', '10.000,50', '0.500', '025.000', '1.0000.000', '.500'].map(
      (sent): [string, string] => [sent, UNCLEAR],
    ),
    ...[
      'abc',
      '1e5',
      '0x10',
      '25rb',
      '25 00',
      '25 0000',
      '25.000 000',
      '1 25.000',
      '+25000',
      'Rp',
      '١٢',
      '--5',
      '-',
    ].map((sent): [string, string] => [sent, DIGITS]),
    ['', 'Wajib diisi.'],
    ['  ', 'Wajib diisi.'],
    [null, 'Wajib diisi.'],
    [undefined, 'Wajib diisi.'],
    [25.5, 'Isi dengan bilangan bulat.'],
    [Number.NaN, 'Isi dengan bilangan bulat.'],
    [true, 'Isi dengan angka.'],
    [[25_000], 'Isi dengan angka.'],
    [{}, 'Isi dengan angka.'],
    [0, 'Paling sedikit Rp 1.'],
    ['-25.000', 'Paling sedikit Rp 1.'],
    ['999999999999', 'Terlalu besar. Paling banyak Rp 1.000.000.000.'],
    [1e300, 'Terlalu besar. Paling banyak Rp 1.000.000.000.'],
    ['9'.repeat(400), 'Terlalu besar. Paling banyak Rp 1.000.000.000.'],
  ])('%j is refused: %s', (sent, problem) => expect(valueOf(sent, rupiah)).toBe(problem))
})

describe('a count', () => {
  test.each<[unknown, number]>([
    ['1.000', 1_000],
    ['1000', 1_000],
    ['007', 7],
    [0, 0],
    ['-0', 0],
  ])('%j is %d', (sent, value) => expect(valueOf(sent, count)).toBe(value))
  test.each<[unknown, string]>([
    ['Rp 5', DIGITS],
    ['1.5', UNCLEAR],
    [-1, 'Paling sedikit 0.'],
    [1_000_001, 'Terlalu besar. Paling banyak 1.000.000.'],
  ])('%j is refused: %s', (sent, problem) => expect(valueOf(sent, count)).toBe(problem))
})

test.each<[unknown, number | null]>([
  ['2.9', 2],
  ['2,9', 2],
  [2.9, 2],
  ['1.250', 1_250],
  ['7', 7],
  ['1e5', null],
  ['abc', null],
])('seconds that are floored: %j is %j', (sent, value) => {
  const read = readFloored(sent, count)
  expect('value' in read ? read.value : null).toBe(value)
})
