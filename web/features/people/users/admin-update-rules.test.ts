import { describe, expect, test } from 'vitest'
import type { Level } from '../../../../contract/people/levels.ts'
import type { User } from '../../../../contract/people/users.ts'
import { type AdminValues, adminUpdate, ownFee, rolesFor } from './admin-update-rules.ts'

const user: User = {
  id: 'u1',
  firstname: 'Rani',
  lastname: 'Pratama',
  email: 'rani@demo.test',
  role: 'member',
  level: 'Perak',
  level_id: 'l2',
  color: '#6B7280',
  blast_fee: 125,
  blast_interval_min: '1',
  blast_interval_max: '3',
  account_name: 'Rani Pratama',
  account_bank: 'BCA',
  account_number: '1234567890',
  referral_code: 'RANI2026',
  status: 'active',
  stopped: null,
  createdAt: '2026-11-01T00:00:00.000Z',
}
const levels: Level[] = [
  { id: 'l2', name: 'Perak', blast_fee: 125, requirement_blast: 1_000, color: '#6B7280', version: 'v' },
]
const same: AdminValues = {
  role: 'member',
  level_id: 'l2',
  blast_fee: null,
  account_bank: 'BCA',
  account_number: '1234567890',
  account_name: 'Rani Pratama',
}

describe('the fee of one\u2019s own', () => {
  test('is absent where it equals the level’s fee', () => expect(ownFee(user, levels)).toBeNull())
  test('is the fee that applies where it differs from the level’s', () =>
    expect(ownFee({ ...user, blast_fee: 300 }, levels)).toBe(300))
})

describe('what is sent', () => {
  test('is nothing when nothing was changed', () => expect(adminUpdate(user, null, same)).toEqual({}))
  test('is only what was changed', () =>
    expect(adminUpdate(user, null, { ...same, role: 'staff', blast_fee: 200, account_bank: 'BRI' })).toEqual({
      role: 'staff',
      blast_fee: 200,
      account_bank: 'BRI',
    }))
  test('removes an own fee with null', () =>
    expect(adminUpdate({ ...user, blast_fee: 300 }, 300, same)).toEqual({ blast_fee: null }))
})

describe('roles that may be given', () => {
  test('by an admin do not include dev', () => expect(rolesFor({ id: 'a', role: 'admin' }, user)).not.toContain('dev'))
  test('by a dev do', () => expect(rolesFor({ id: 'd', role: 'dev' }, user)).toContain('dev'))
})
