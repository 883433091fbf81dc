import { describe, expect, test } from 'vitest'
import type { SettledResult } from '../../../contract/money/settlement.ts'
import type { OutboxItem } from '../document/work.ts'
import { contentOfBatch, FLUSH_COUNT, flushAt, type SentBatches } from './batch-rules.ts'

const NOW = Date.parse('2026-11-21T05:00:00Z')
const result = (attemptId: string, from: SettledResult['from'] = 'none', toldBefore?: number | null): OutboxItem => ({
  kind: 'result',
  result: {
    attemptId,
    numberId: 1,
    templateId: null,
    priceSen: 10_000,
    from,
    to: 'success',
    notRegistered: false,
    at: NOW,
    attemptedAt: NOW,
  },
  ...(toldBefore === undefined ? {} : { toldBefore }),
})
const reversal = (attemptId: string): OutboxItem => ({
  kind: 'reversal',
  reversal: { attemptId, priceSen: 10_000, at: NOW },
})
const contact = (number: string): OutboxItem => ({ kind: 'contact', contact: { number, lidHash: 'h' } })

/** Batch 1 is confirmed and no other; a1 was told in the first, a2 in the second, any other in none. */
const TOLD: SentBatches = {
  sequenceOf: (attemptId) => ({ a1: 1, a2: 2 })[attemptId] ?? null,
  isUnconfirmed: (sequence) => sequence !== 1,
}
const waiting = (items: OutboxItem[]) => items.map((item) => ({ at: NOW, item }))
const content = (...items: OutboxItem[]) => {
  const { results, reversals, contacts, left } = contentOfBatch(waiting(items), TOLD)
  return {
    results: results.map((r) => r.attemptId),
    reversals: reversals.map((r) => [r.attemptId, r.creditedSequence]),
    contacts: contacts.map((c) => c.number),
    left: left.map(({ item }) => item),
  }
}
const NOTHING = { results: [], reversals: [], contacts: [], left: [] }

describe('rule income-once: what is taken back travels only when the ledger has what was paid', () => {
  test.each<[string, OutboxItem[], Partial<ReturnType<typeof content>>]>([
    ['its income is confirmed: it goes, and names that batch', [reversal('a1')], { reversals: [['a1', 1]] }],
    ['its income is on its way: it waits', [reversal('a2')], { left: [reversal('a2')] }],
    ['its income is in no batch yet: it waits', [reversal('a9')], { left: [reversal('a9')] }],
    [
      'its income goes with this very batch: it waits for the next',
      [result('a1'), reversal('a1')],
      { results: ['a1'], left: [reversal('a1')] },
    ],
    [
      'its late success is itself held back: it waits behind it',
      [result('a1', 'fail', 2), reversal('a1')],
      { left: [result('a1', 'fail', 2), reversal('a1')] },
    ],
    [
      'others pass what waits',
      [reversal('a2'), result('a3'), contact('62'), reversal('a1')],
      { results: ['a3'], contacts: ['62'], reversals: [['a1', 1]], left: [reversal('a2')] },
    ],
  ])('%s', (_, items, expected) => expect(content(...items)).toEqual({ ...NOTHING, ...expected }))
})

describe('rule late-ack: a failure that arrived is told when the ledger has the failure', () => {
  test.each<[string, OutboxItem, boolean]>([
    ['a first outcome goes', result('a3'), true],
    ['the failure’s batch is confirmed', result('a3', 'fail', 1), true],
    ['the failure’s batch is on its way', result('a3', 'fail', 2), false],
    ['the failure was in none', result('a3', 'fail', null), true],
    ['an item of an older object: by what is known of the attempt, confirmed', result('a1', 'fail'), true],
    ['an item of an older object: by what is known of the attempt, on its way', result('a2', 'fail'), false],
    ['what was unknown was in no day’s count', result('a2', 'unknown', 2), true],
  ])('%s', (_, item, goes) =>
    expect(contentOfBatch(waiting([item]), TOLD)).toMatchObject({ left: goes ? [] : [{ item }] }),
  )
})

test('a batch holds two hundred at most; the rest keeps its order and its age', () => {
  const all = waiting(Array.from({ length: 202 }, (_, i) => result(`m${i}`)))
  const { results, left } = contentOfBatch(all, TOLD)
  expect(results).toHaveLength(200)
  expect(left).toEqual(all.slice(200))
})

describe('results gather while a run goes on, and go at once without one', () => {
  const outbox = (length: number) => Array.from({ length }, (_, i) => ({ at: NOW - 1_000 + i, item: result(`m${i}`) }))
  test.each<[string, number, boolean, number | null]>([
    ['an empty outbox is not due', 0, true, null],
    ['an empty one without a run neither', 0, false, null],
    ['one result waits until the oldest has waited long enough', 1, true, NOW + 59_000],
    ['so do twenty-four', FLUSH_COUNT - 1, true, NOW + 59_000],
    ['twenty-five go now', FLUSH_COUNT, true, NOW],
    ['without a run one goes now', 1, false, NOW],
  ])('%s', (_, length, isRunning, due) =>
    expect(flushAt(outbox(length), { isRunning, settleAfterMs: 60_000 }, NOW)).toBe(due),
  )
})
