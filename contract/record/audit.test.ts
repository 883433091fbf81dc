import { expect, test } from 'vitest'
import { withoutIds } from './audit.ts'

test('rule audit-log: what changed is told without ids', () => {
  const fields = {
    id: 'x',
    user_id: 'u1',
    userId: 'u1',
    jobId: 'j',
    level_id: 'mid',
    role: 'staff',
    paid: 1,
    User: { a: 1 },
  }
  expect(withoutIds(fields, new Map([['mid', 'Perak']]))).toEqual({ level: 'Perak', role: 'staff', paid: 1 })
  expect(withoutIds(null, new Map())).toBeNull()
  expect(withoutIds({ level_id: 'gone' }, new Map())).toEqual({ level: null })
})
