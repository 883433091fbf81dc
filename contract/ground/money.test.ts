import { expect, expectTypeOf, test } from 'vitest'
import { rupiahToSen, senToRupiah, type Rupiah, type Sen } from './money.ts'
import { percentOf } from './percent.ts'
import { partByPercent, percentWithDecimals } from './percent-parts.ts'

test('an amount of one unit where the other is asked for does not compile', () => {
  expectTypeOf<Rupiah>().not.toExtend<Sen>()
  expectTypeOf<Sen>().not.toExtend<Rupiah>()
  expectTypeOf<number>().toExtend<Sen>()
  expectTypeOf(senToRupiah).parameter(0).toEqualTypeOf<Sen>()
})
test('rupiah are a hundred sen each, and come back as they were', () => {
  expect(rupiahToSen(25_000)).toBe(2_500_000)
  expect(senToRupiah(2_500_001)).toBe(25_000.01)
  for (const amount of [0, 1, -7, 10_000, 999_999_999]) expect(senToRupiah(rupiahToSen(amount))).toBe(amount)
})
test('percent of whole numbers are exact', () => {
  for (let part = 0; part <= 100; part++) expect(percentOf(part, 100)).toBe(part)
  expect(percentWithDecimals(1, 3, Math.round)).toBe(33.33)
  expect(percentWithDecimals(2, 3, Math.floor)).toBe(66.66)
  expect(partByPercent(2_500_000, 7)).toBe(175_000)
})
