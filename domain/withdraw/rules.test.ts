import { expect, test } from 'vitest'
import { expectedDay, mayDecide, moveOf, WITHDRAW_STATUSES } from './rules.ts'

test('rule withdraw-steps: a withdraw goes only these ways', () => {
  const ways = WITHDRAW_STATUSES.flatMap((from) =>
    WITHDRAW_STATUSES.flatMap((to) => (moveOf(from, to) ? [`${from}>${to}:${moveOf(from, to)}`] : [])),
  )
  expect(ways).toEqual([
    'requested>accepted:pay',
    'requested>rejected:release',
    'accepted>requested:nothing',
    'rejected>requested:hold',
  ])
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
