import { expect, test } from 'vitest'
import { z } from 'zod'
import { levelBody } from './levels.ts'
import { numeric } from './numeric.ts'
import { pageQuery } from './paging.ts'
import { WORDS } from './words.ts'

test.each([
  [5, 5],
  ['5', 5],
  [' 5 ', 5],
  ['-1', -1],
])('%j is %d', (sent, value) => expect(numeric(z.number()).parse(sent)).toBe(value))
test.each([
  ['', WORDS.required],
  [null, WORDS.required],
  [undefined, WORDS.required],
  [[], WORDS.number],
  [[5], WORDS.number],
  [true, WORDS.number],
  [{}, WORDS.number],
])('%j is no number', (sent, words) => {
  expect(numeric(z.number()).safeParse(sent).error?.issues[0]?.message).toBe(words)
})
test.each(['abc', '1e999', 'NaN', '5 kg'])('nor is %j', (sent) =>
  expect(numeric(z.number()).safeParse(sent).success).toBe(false),
)
test('a level needs both of its numbers', () => {
  const fields = levelBody.safeParse({ name: 'Emas', blast_fee: '', requirement_blast: null }).error?.issues
  expect(fields?.map((issue) => issue.path[0])).toEqual(['blast_fee', 'requirement_blast'])
})
test('an empty page of a query is the first one', () => {
  expect(pageQuery.parse({ page: '', limit: '' })).toMatchObject({ page: 1, limit: 20 })
  expect(pageQuery.parse({ page: '3' })).toMatchObject({ page: 3, limit: 20 })
  expect(pageQuery.safeParse({ page: '0' }).success).toBe(false)
  expect(pageQuery.safeParse({ page: '1.5' }).success).toBe(false)
})
