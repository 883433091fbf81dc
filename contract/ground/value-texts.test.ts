import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { WORDS, wordsOf } from './value-texts.ts'

beforeAll(() => {
  z.config({ customError: wordsOf })
})
afterAll(() => {
  z.config({ customError: undefined })
})
const CASES: [z.ZodType, unknown, string][] = [
  [z.string(), undefined, WORDS.required],
  [z.string(), 7, WORDS.text],
  [z.string().min(1), '', WORDS.required],
  [z.string().min(8), 'x', 'Minimal 8 karakter.'],
  [z.string().max(2), 'xyz', 'Paling panjang 2 karakter.'],
  [z.number(), 'x', WORDS.number],
  [z.number().int(), 1.5, WORDS.whole],
  [z.coerce.number().int(), Infinity, WORDS.number],
  [z.number().min(1_000), 1, 'Paling kecil 1.000.'],
  [z.number().max(5), 6, 'Paling besar 5.'],
  [z.number().multipleOf(5), 6, 'Isi dengan kelipatan 5.'],
  [z.boolean(), 'x', WORDS.choice],
  [z.array(z.string()), {}, WORDS.list],
  [z.array(z.string()).min(1), [], 'Minimal 1 baris.'],
  [z.array(z.string()).max(1), ['a', 'b'], 'Paling banyak 1 baris.'],
  [z.email(), 'x', WORDS.email],
  [z.url(), 'x', WORDS.url],
  [z.uuid(), 'x', WORDS.invalid],
  [z.enum(['a', 'b']), 'c', WORDS.invalid],
  [z.literal('a'), 'b', WORDS.invalid],
  [z.union([z.number(), z.boolean()]), 'x', WORDS.invalid],
  [z.strictObject({}), { a: 1 }, WORDS.invalid],
  [z.object({}), undefined, WORDS.required],
  [z.object({}), 'x', WORDS.invalid],
  [z.record(z.enum(['a']), z.string()), { b: 'x' }, WORDS.required],
  [z.string().refine(() => false), 'x', WORDS.invalid],
  [z.string({ error: 'Sendiri.' }), 7, 'Sendiri.'],
]
test.each(CASES.map(([schema, value, words], i) => ({ i, schema, value, words })))('case $i: $words', (one) => {
  expect(one.schema.safeParse(one.value).error?.issues[0]?.message).toBe(one.words)
})
