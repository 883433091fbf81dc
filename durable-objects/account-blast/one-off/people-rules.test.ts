import { describe, expect, test } from 'vitest'
import { failTexts } from '../../../contract/sending/account-texts.ts'
import { oneOffPeoplePageQuery } from '../../../contract/sending/one-off-people.ts'
import { PERSON_STATES } from '../../../contract/sending/reports.ts'
import { REACHOUT_TIMELOCK } from '../../../contract/sending/whatsapp-codes.ts'
import type { Tried } from '../tables/one-off-people-store.ts'
import { outcomeOf, pageOf, type Part, personOf } from './people-rules.ts'

/** @param fits whether this row is wanted; looks: so many of them are looked at in a call */
const part = (name: string, count: number, fits = (_i: number) => true, looks = count): Part<string> => ({
  name,
  rows: (after, limit) => {
    const left = Array.from({ length: count }, (_, i) => i + 1).filter((i) => i > Number(after ?? 0))
    const rows = left.slice(0, looks).filter(fits).slice(0, limit)
    return {
      rows: rows.map((i) => ({ place: String(i), row: `${name} ${i}` })),
      lookedTo: rows.length < limit && left.length > looks ? String(left[looks - 1]) : null,
    }
  },
})
const through = (parts: readonly Part<string>[], limit: number): string[][] => {
  const pages: string[][] = []
  let after: string | null = null
  do {
    const page: ReturnType<typeof pageOf<string>> = pageOf(parts, { after, limit })
    pages.push(page.rows)
    after = page.next
  } while (after !== null)
  return pages
}

describe('rule one-off-people: its pages', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 50])('of %s go through every part once, and the last says that it is', (limit) => {
    const pages = through([part('tried', 3), part('waits', 0), part('out', 3)], limit)
    expect(pages.flat()).toEqual(['tried 1', 'tried 2', 'tried 3', 'out 1', 'out 2', 'out 3'])
    expect(pages.map(({ length }) => length)).toEqual(
      Array.from({ length: Math.ceil(6 / limit) }, (_, i) => Math.min(limit, 6 - i * limit)),
    )
  })

  test.each([1, 2, 5, 50])('of %s that look through a part bit by bit find everybody once', (limit) => {
    const parts = [part('tried', 100, (i) => i % 30 === 0, 7), part('out', 2)]
    expect(through(parts, limit).flat()).toEqual(['tried 30', 'tried 60', 'tried 90', 'out 1', 'out 2'])
  })

  test('nobody is one empty page', () => {
    expect(pageOf([part('tried', 0)], { after: null, limit: 5 })).toEqual({ rows: [], next: null })
  })

  test('whoever waited and was tried since is passed over on later pages, and nobody after them is', () => {
    const { next } = pageOf([part('tried', 2), part('waits', 5)], { after: null, limit: 4 })
    expect(next).toBe('waits:2')
    expect(pageOf([part('tried', 4), part('waits', 5)], { after: next, limit: 9 }).rows).toEqual([
      'waits 3',
      'waits 4',
      'waits 5',
    ])
  })

  test('places are those that a call takes, and no others', () => {
    const takes = (after: string) => oneOffPeoplePageQuery.safeParse({ id: 'j', after }).success
    expect(['tried:1733000000000:0b6f-9a', 'waits:7', 'out:100'].map(takes)).toEqual([true, true, true])
    expect(['tried:1', 'waits:', 'waits:-1', `out:1' or 1`, 'gone:1'].map(takes)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
  })
})

const TRIED: Tried = {
  attempt_id: 'a',
  number: '6281',
  name: 'Ayu',
  created_at: 0,
  outcome: 'success',
  error: null,
  fail_reason: null,
  delivered_at: null,
  read_at: null,
  answered_at: null,
  stopped_at: null,
  revoked_at: null,
}
describe('rule one-off-people: a person', () => {
  test('is in the state of their message, with what it came to', () => {
    expect(personOf({ ...TRIED, delivered_at: 1, stopped_at: 2 })).toEqual({
      id: null,
      number: '6281',
      name: 'Ayu',
      state: 'success',
      at: '1970-01-01T00:00:00.000Z',
      came: ['delivered', 'stopped'],
      why: null,
    })
    expect(personOf({ ...TRIED, outcome: 'pending' }).state).toBe('held')
  })

  test.each([
    ['what is kept of it', { fail_reason: 'not_registered' as const }, failTexts.not_registered],
    ['WhatsApp’s code, of an older object', { error: 479 }, failTexts.rejected],
    ['the code of a restriction', { error: REACHOUT_TIMELOCK }, failTexts.restricted],
    ['nothing, of an older object without a code', {}, null],
  ])('has failed because of %s', (_what, kept, why) => {
    expect(personOf({ ...TRIED, outcome: 'fail', ...kept }).why).toBe(why)
    expect(personOf({ ...TRIED, outcome: 'success', ...kept }).why).toBeNull()
  })

  test('every state is that of an outcome, or of nobody who was tried', () => {
    expect(PERSON_STATES.map((state) => outcomeOf(state))).toEqual([
      null,
      'pending',
      'success',
      'fail',
      'unknown',
      null,
    ])
  })
})
