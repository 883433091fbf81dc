import { expect, test } from 'vitest'
import { WITHDRAW_STAGES } from '../../../contract/money/withdraw.ts'
import { expectedDay, isOrdered, mayDecide, moveOf, stageOf, storedAs } from './rules.ts'

test('rules withdraw-steps, paid-is-paid: a withdraw goes only these ways', () => {
  const ways = WITHDRAW_STAGES.flatMap((from) =>
    WITHDRAW_STAGES.flatMap((to) => (moveOf(from, to) ? [`${from}>${to}:${moveOf(from, to)}`] : [])),
  )
  expect(ways).toEqual([
    'requested>accepted:pay',
    'requested>ordered:pay',
    'requested>rejected:release',
    'accepted>requested:nothing',
    'accepted>ordered:nothing',
    'ordered>paid:nothing',
    'ordered>returned:release',
    'paid>returned:release',
    'returned>requested:hold',
    'rejected>requested:hold',
  ])
})
test('a stage is stored as one of the specification’s statuses, and read from it', () => {
  for (const stage of WITHDRAW_STAGES) expect(stageOf(storedAs(stage))).toBe(stage)
  expect(WITHDRAW_STAGES.filter(isOrdered)).toEqual(['ordered', 'paid'])
  // the version before opens a returned request without a word about its payment
  expect(stageOf({ status: 'requested', payment: 'returned' })).toBe('requested')
})

test.each([
  ['admin', 'a', true, null],
  ['dev', 'a', false, null],
  ['staff', 'a', true, null],
  ['staff', 'a', false, 'forbidden'],
  ['member', 'a', true, 'forbidden'],
  ['dev', 'owner', true, 'withdraw_own'],
] as const)('%s %s (staff may: %s): %s', (role, id, staff, code) =>
  expect(mayDecide({ id, role }, 'owner', staff)).toBe(code),
)

// 2026-11-20 is a Friday; 17.00 UTC is midnight in Jakarta
test.each([
  ['2026-11-20T03:00:00Z', 0, '2026-11-20'],
  ['2026-11-20T03:00:00Z', 1, '2026-11-23'],
  ['2026-11-20T17:00:00Z', 0, '2026-11-23'],
  ['2026-11-21T03:00:00Z', 1, '2026-11-23'],
  ['2026-11-23T03:00:00Z', 2, '2026-11-25'],
  ['2026-11-23T17:30:00Z', 5, '2026-12-01'],
])('rule expected-day: a request of %s in %i working days is paid by %s', (at, days, day) => {
  expect(expectedDay(Date.parse(at), days)).toBe(day)
})
