import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { flooredNumber, wholeNumber } from './amounts.ts'
import { levelBody } from '../people/levels.ts'
import { checkUpdateBody } from '../sending/number-checks.ts'
import { pageQuery } from './paging.ts'
import { RANGES } from './ranges.ts'
import { settings, settingsUpdate } from './settings.ts'
import { WORDS } from './value-texts.ts'

const problemOf = (schema: z.ZodType, sent: unknown): string | undefined =>
  schema.safeParse(sent).error?.issues[0]?.message

describe('the schema of a number', () => {
  test.each<[unknown, string]>([
    ['1.25', WORDS.unclear],
    ['1e5', WORDS.digits],
    [1.5, WORDS.whole],
    [-1.5, WORDS.whole],
    [0, 'Paling sedikit Rp 1.'],
    [999_999_999_999, 'Terlalu besar. Paling banyak Rp 1.000.000.000.'],
    ['999.999.999.999', 'Terlalu besar. Paling banyak Rp 1.000.000.000.'],
    [Number.MAX_VALUE, 'Terlalu besar. Paling banyak Rp 1.000.000.000.'],
    ['', WORDS.required],
    [null, WORDS.required],
    [undefined, WORDS.required],
    [[], WORDS.number],
    [true, WORDS.number],
  ])('refuses %j with its own words: %s', (sent, words) =>
    expect(problemOf(wholeNumber(RANGES.bonus), sent)).toBe(words),
  )
  test('says nothing of other fields than the one that cannot be read', () => {
    const sent = { whatsapp_id: 'a', interval_min: '1', interval_max: '1.5' }
    expect(checkUpdateBody.safeParse(sent).error?.issues.map(({ message }) => message)).toEqual([WORDS.unclear])
  })
  test('keeps its words where nothing may be sent instead', () => {
    expect(problemOf(wholeNumber(RANGES.fee).nullable(), '1.5')).toBe(WORDS.unclear)
    expect(wholeNumber(RANGES.fee).nullable().parse(null)).toBeNull()
  })
  test('states its bounds in the API document', () => {
    expect(z.toJSONSchema(wholeNumber(RANGES.bonus), { io: 'input' })).toMatchObject({
      anyOf: [{ type: 'integer', minimum: 1, maximum: 1_000_000_000 }, { type: 'string' }],
    })
  })
  test('of seconds that are floored takes a fraction', () => {
    expect(flooredNumber(RANGES.intervalS).parse(2.9)).toBe(2)
    expect(flooredNumber(RANGES.intervalS).parse('1.250')).toBe(1_250)
    expect(problemOf(flooredNumber(RANGES.intervalS), 'abc')).toBe(WORDS.digits)
  })
})

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

describe('settings', () => {
  const old = { daily_cap: '0', lookup_daily_cap: '0', support_url: 'http://t.me/x', send_window_end: '08:00' }
  test('of an older version are read', () =>
    expect(settings.partial().parse(old)).toEqual({ ...old, daily_cap: 0, lookup_daily_cap: 0 }))
  test('are read as text or not at all', () => {
    for (const price of ['abc', '', '1.5', '-1']) expect(settings.partial().safeParse({ price }).success).toBe(false)
  })
  test.each([
    [{ daily_cap: 0 }, 'Paling sedikit 1.'],
    [{ lookup_daily_cap: '0' }, 'Paling sedikit 1.'],
    [{ referral_percent: '10,5' }, WORDS.unclear],
    [{ referral_percent: 101 }, 'Terlalu besar. Paling banyak 100.'],
    [{ support_url: 'javascript:alert(1)' }, WORDS.url],
    [{ support_url: 'http://t.me/x' }, WORDS.url],
  ])('%j cannot be saved: %s', (sent, words) => expect(problemOf(settingsUpdate, sent)).toBe(words))
  test('are saved as they will be stored', () =>
    expect(settingsUpdate.parse({ referral_percent: 10, daily_cap: '1.000', price: 'Rp 1.500' })).toEqual({
      referral_percent: '10',
      daily_cap: 1_000,
      price: 1_500,
    }))
})
