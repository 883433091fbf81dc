import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../contract/ground/time.ts'
import { restrictedUntil, withoutRestriction, withRestriction } from './restriction-rules.ts'

const NOW = Date.parse('2026-11-21T05:00:00Z')

describe('rule restricted: WhatsApp’s own limits win, until the later of them is over', () => {
  test.each([
    ['none', {}, null],
    ['a time-lock', { reachout: NOW + 1 }, NOW + 1],
    ['over at its very millisecond', { reachout: NOW }, null],
    ['the later of two', { reachout: NOW + 5, chat_cap: NOW + 9 }, NOW + 9],
    ['of two the one that still stands', { reachout: NOW + 5, chat_cap: NOW }, NOW + 5],
    ['both over', { reachout: NOW - 1, chat_cap: NOW }, null],
  ])('%s', (_, restrictions, until) => expect(restrictedUntil(restrictions, NOW)).toBe(until))
})

describe('rule restricted: a shorter or unknown end never shortens a known longer one', () => {
  test.each([
    ['the first one stands', {}, NOW + HOUR_MS, { reachout: NOW + HOUR_MS }],
    ['a longer one replaces it', { reachout: NOW + 1 }, NOW + HOUR_MS, { reachout: NOW + HOUR_MS }],
    ['a shorter one does not', { reachout: NOW + 9 * HOUR_MS }, NOW + HOUR_MS, { reachout: NOW + 9 * HOUR_MS }],
    ['the other limit is left alone', { chat_cap: NOW + 1 }, NOW + 2, { chat_cap: NOW + 1, reachout: NOW + 2 }],
  ])('%s', (_, before, end, after) => expect(withRestriction(before, 'reachout', end)).toEqual(after))
  test('lifted by WhatsApp: this one is over, the other still stands', () => {
    const both = { reachout: NOW + 5, chat_cap: NOW + 9 }
    expect(withoutRestriction(both, 'chat_cap')).toEqual({ reachout: NOW + 5 })
    expect(withoutRestriction({ chat_cap: NOW }, 'reachout')).toEqual({ chat_cap: NOW })
    expect(both).toEqual({ reachout: NOW + 5, chat_cap: NOW + 9 })
  })
})
