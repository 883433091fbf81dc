import { describe, expect, test } from 'vitest'
import { checkUpdateBody, daysNeeded, generatorCreateBody, rangeSize } from '../../../contract/sending/number-checks.ts'
import { chunkKey, maySend, rangeTargets, targetOf } from './rules.ts'

const range = { start: '6281200000001', end: '6281200000120' }
test('a range gives every number once, in order, and ends where it ends', () => {
  const all = [0, 50, 100].flatMap((from) => rangeTargets(range, from, 50)).map((t) => t.number)
  expect(all).toHaveLength(120)
  expect(new Set(all).size).toBe(120)
  expect([all[0], all.at(-1)]).toEqual([range.start, range.end])
  expect(rangeTargets(range, 120, 50)).toEqual([])
  expect(rangeSize(range.start, range.end)).toBe(120)
})
test.each([
  [10_000, 500, 20],
  [501, 500, 2],
  [500, 500, 1],
  [0, 500, 1],
  [10, 0, 10],
])('%i numbers at %i a day need %i days', (numbers, cap, days) => expect(daysNeeded(numbers, cap)).toBe(days))

const body = { ...range, start_number: range.start, end_number: range.end, whatsapp_id: 'a', b_insert: '1' }
const problem = (more: object): string | undefined =>
  generatorCreateBody.safeParse({ ...body, interval_min: '1', interval_max: 2, ...more }).error?.issues[0]?.message
describe('a generator’s form', () => {
  test('takes numbers as people write them', () =>
    expect(
      generatorCreateBody.parse({ ...body, start_number: '0812-0000-0001', interval_min: ' 1 ', interval_max: 2 }),
    ).toMatchObject({ start_number: '6281200000001', b_insert: 1, interval_min: 1 }))
  test.each([
    [{}, undefined],
    [{ start_number: range.end, end_number: range.start }, 'Target nomor awal harus lebih kecil dari nomor akhir'],
    [{ interval_min: 3 }, 'Interval minimal harus lebih kecil dari interval maksimal'],
    [{ end_number: '6281200010001' }, 'Paling banyak 10.000 nomor untuk satu generator.'],
    [{ end_number: '6281200010000' }, undefined],
    [{ interval_max: '' }, 'Wajib diisi.'],
    [{ interval_max: 'x' }, 'Isi dengan angka saja, tanpa huruf atau tanda lain.'],
    [{ interval_max: 1.9 }, 'Isi dengan bilangan bulat.'],
    [{ interval_max: '86.401' }, 'Terlalu besar. Paling banyak 86.400.'],
    [{ start_number: 6_281_200_000_001.5 }, 'Nomor tidak valid. Contoh: 6281234567890.'],
  ])('%j: %s', (more, message) => expect(problem(more)).toBe(message))
  test('an edit keeps the order of intervals', () =>
    expect(checkUpdateBody.safeParse({ whatsapp_id: 'a', interval_min: 5, interval_max: 1 }).success).toBe(false))
})

test('a file’s row is normalised or is none', () => {
  expect(targetOf({ number: '+62 812-3456-7890', name: 'A' })).toEqual({ number: '6281234567890', name: 'A' })
  expect(targetOf({ number: 'x', name: 'A' })).toBeNull()
})
test('chunks sort as their places do', () =>
  expect([chunkKey('j', 10_000), chunkKey('j', 5_000)].toSorted()[0]).toBe(chunkKey('j', 5_000)))
test('a member’s account is lent to no check of another', () => {
  const admin = { id: 'admin', seesAll: true }
  expect(maySend({ user_id: 'm', purpose: 'blast' }, admin)).toBe(false)
  expect(maySend({ user_id: 's', purpose: 'generator' }, admin)).toBe(true)
  expect(maySend({ user_id: 'admin', purpose: 'blast' }, admin)).toBe(true)
  expect(maySend({ user_id: 's', purpose: 'generator' }, { id: 'x', seesAll: false })).toBe(false)
})
