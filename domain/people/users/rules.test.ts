import { describe, expect, test } from 'vitest'
import { intervalProblem, mayUpdate, type Target } from './rules.ts'

const member: Target = {
  id: 'm',
  role: 'member',
  level_id: 'l1',
  fee: 100,
  blast_interval_min: 5,
  blast_interval_max: 9,
}
const actor = (role: 'member' | 'staff' | 'admin' | 'dev', id: string = role) => ({ id, role })

describe('rule roles: who changes whom', () => {
  test.each([
    ['a member their own name', actor('member', 'm'), member, { firstname: 'A' }, null],
    ['a member somebody else’s name', actor('member', 'x'), member, { firstname: 'A' }, 'forbidden'],
    ['staff a member', actor('staff'), member, { firstname: 'A' }, 'forbidden'],
    ['a member their own role', actor('member', 'm'), member, { role: 'admin' }, 'forbidden'],
    ['a member their own fee', actor('member', 'm'), member, { blast_fee: 900 }, 'forbidden'],
    [
      'a member who sends their whole self back',
      actor('member', 'm'),
      member,
      { role: 'member', blast_fee: 100 },
      null,
    ],
    ['an admin a member’s role', actor('admin'), member, { role: 'staff' }, null],
    ['an admin makes a dev', actor('admin'), member, { role: 'dev' }, 'forbidden'],
    ['a dev makes a dev', actor('dev'), member, { role: 'dev' }, null],
    ['an admin a dev’s password', actor('admin'), { ...member, role: 'dev' }, { password: 'x' }, 'forbidden'],
    ['an admin their own fee', actor('admin', 'm'), { ...member, role: 'admin' }, { blast_fee: 900 }, 'price_own'],
    ['a dev their own level', actor('dev', 'm'), { ...member, role: 'dev' }, { level_id: 'l2' }, 'price_own'],
    [
      'an admin who sends their whole self back',
      actor('admin', 'm'),
      { ...member, role: 'admin' },
      { blast_fee: 100, level_id: 'l1' },
      null,
    ],
    ['an admin their own role', actor('admin', 'm'), { ...member, role: 'admin' }, { role: 'member' }, 'forbidden'],
  ] as const)('%s', (_, who, target, update, code) => expect(mayUpdate(who, target, update)?.code ?? null).toBe(code))
})

test('an interval has an order and a floor', () => {
  expect(intervalProblem(0, 5, 1)?.code).toBe('interval_below_floor')
  expect(intervalProblem(6, 5, 1)?.code).toBe('interval_order')
  expect(intervalProblem(0, 0, 0)).toBeNull()
})
