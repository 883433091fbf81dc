import { expect, test } from 'vitest'
import { mayDecide, moveOf, WITHDRAW_STATUSES } from './rules.ts'

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
