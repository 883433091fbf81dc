import { expect, test } from 'vitest'
import { costOf, dearest, emptyCounts } from './counts.ts'

const counts = {
  ...emptyCounts(),
  statements: {
    'queue update numbers': { door: 'queue' as const, times: 4, read: 200, written: 300 },
    'object claim': { door: 'object' as const, times: 6, read: 100, written: 100 },
    'http select the session': { door: 'http' as const, times: 500, read: 500, written: 1 },
  },
  objects: {
    requests: 10,
    activeMs: 5_000,
    alarmsSet: 300,
    bytes: 0,
    statements: { 'insert into attempts': { door: 'object' as const, times: 100, read: 50, written: 200 } },
    byDoor: {},
  },
  frames: { up: 200, down: 300, other: 7 },
  queue: { written: 4, read: 4, batches: 2 },
}
test('a message bears its share of all but what people asked over HTTP', () => {
  expect(costOf(counts, 100)).toMatchObject({
    statements: 0.1,
    d1RowsRead: 3,
    d1RowsWritten: 4,
    frames: 5,
    objectRowsWritten: 2,
    alarmsSet: 3,
    objectRequests: 0.1,
    framesUp: 2,
    activeMs: 50,
  })
})
test('a queued message is three operations', () => {
  expect(costOf(counts, 100).queueOperations).toBeCloseTo(0.12)
})
test('what writes most is named first, and nothing that people asked', () => {
  expect(dearest(counts.statements, 'written', 100, 1)).toEqual([
    '0.04 times, 2.00 rows read, 3.00 written: queue update numbers',
  ])
  expect(dearest(counts.statements, 'times', 100, 9)).toHaveLength(2)
})
