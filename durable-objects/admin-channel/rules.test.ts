import { describe, expect, test } from 'vitest'
import type { BrowserEvent } from '../../contract/operation/events.ts'
import { COLLECTORS, shardOf } from '../admin-collector/shard-rules.ts'
import { addMoved, hears, isAbout, NOTHING_MOVED, partOf, wantsOf } from './rules.ts'

const of = (id: string, number: string | null = null): BrowserEvent => ({
  event: 'count_success',
  payload: {
    deviceId: 'wa-1',
    sender: { id, user_id: 'u', clientid: 'wa-1', state: 'connected', status: 'sending' },
    count_success: 1,
    count_fail: 0,
    number,
  },
})
const screen = (accounts: string[], numbers: string[] = []) => ({ only: null, watch: { accounts, numbers } })

test('an event is about an account by any of its names, and about the account that sends it', () => {
  const event = { event: 'stop', payload: { deviceId: 'client-u', whatsappId: 'acc-1', clientId: 'wa-1' } } as const
  for (const name of ['client-u', 'acc-1', 'wa-1']) expect(isAbout(event, name)).toBe(true)
  expect(isAbout(event, 'acc-2')).toBe(false)
})

describe('a screen hears', () => {
  test('of its accounts and its numbers only', () => {
    expect(hears(screen(['a']), of('a'))).toBe(true)
    expect(hears(screen(['a']), of('b'))).toBe(false)
    expect(hears(screen([], ['62811']), of('b', '62811'))).toBe(true)
    expect(hears(screen([], ['62811']), of('b', '62812'))).toBe(false)
  })
  test('of everything while it names no rows, and of one account as a monitor', () => {
    expect(hears({ only: null, watch: null }, of('b'))).toBe(true)
    expect(hears({ only: 'wa-1', watch: null }, of('b'))).toBe(true)
    expect(hears({ only: 'wa-2', watch: null }, of('b'))).toBe(false)
  })
})

test('what is wanted is what all screens show together; each collector gets its own accounts and all numbers', () => {
  const ids = Array.from({ length: 100 }, (_, i) => `acc-${i}`)
  const wants = wantsOf([screen(ids.slice(0, 60), ['62811']), screen(ids.slice(40))])
  expect(wants).toMatchObject({ listeners: true, everything: false, numbers: ['62811'] })
  const parts = Array.from({ length: COLLECTORS }, (_, shard) => partOf(wants, shard))
  expect(parts.flatMap((part) => part.accounts).toSorted()).toEqual(ids.toSorted())
  expect(parts.every((part) => part.numbers.length === 1)).toBe(true)
  expect(parts.every((part, shard) => part.accounts.every((id) => shardOf(id) === shard))).toBe(true)
  expect(wantsOf([screen([]), { watch: null }]).everything).toBe(true)
  expect(wantsOf([])).toEqual({ listeners: false, everything: false, accounts: [], numbers: [] })
})

test('ten thousand accounts are spread over the collectors, none has a third more than its share', () => {
  const counts = Array.from({ length: COLLECTORS }, () => 0)
  for (let i = 0; i < 10_000; i++) counts[shardOf(`acc-${i.toString(36)}-${i * 7919}`)]! += 1
  expect(Math.max(...counts)).toBeLessThan((10_000 / COLLECTORS) * 1.33)
})

test('sums keep both sides', () => {
  const one = { accounts: { count_success: 2 }, jobs: { start: 1 } }
  expect(addMoved(addMoved(NOTHING_MOVED, one), one)).toEqual({ accounts: { count_success: 4 }, jobs: { start: 2 } })
})
