import { expect, test } from 'vitest'
import type { User } from '../../../contract/people/users.ts'
import { keptOf } from './kept-rules.ts'

const withNumber = (account_number: string): User => ({ id: 'p1', account_bank: 'BCA', account_number }) as User

test('of a bank account the browser keeps the last four digits, behind as many marks as screens show', () => {
  const kept = keptOf(withNumber('1234567890'))
  expect(JSON.stringify(kept)).not.toContain('67890')
  expect(kept).toEqual(withNumber('••••7890'))
  // anyone who has none is not taken for somebody who has
  expect(keptOf(withNumber(''))).toEqual(withNumber(''))
})
