import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NumberSet } from './number-set-rules.ts'

test('numbers in a row, each once', () => {
  const seen = new NumberSet()
  const numbers = Array.from({ length: 50_000 }, (_, i) => String(6281200000000 + i))
  expect(numbers.every((number) => seen.add(number))).toBe(true)
  expect(numbers.some((number) => seen.add(number))).toBe(false)
  expect(seen.size).toBe(numbers.length)
})

test('says of any numbers what a plain set says', () => {
  const phone = fc.integer({ min: 0, max: 40 }).map((n) => `62${String(n * 30_011).padStart(8, '0')}`)
  const long = fc.bigInt({ min: 0n, max: 10n ** 13n - 1n }).map((n) => `62${String(n).padStart(13, '0')}`)
  fc.assert(
    fc.property(fc.array(fc.oneof(phone, long), { maxLength: 300 }), (numbers) => {
      const [ours, plain] = [new NumberSet(), new Set<string>()]
      for (const number of numbers) {
        expect(ours.add(number)).toBe(!plain.has(number))
        plain.add(number)
      }
    }),
    { seed: 7 },
  )
})
