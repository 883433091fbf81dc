import { expect, test } from 'vitest'
import { accountText } from './account-text.ts'

test('a member who has given no account is not shown an empty one', () => {
  expect(accountText({ bank: 'BCA', number: '•••• 6789', name: 'RANI PRATAMA' })).toBe(
    'Rekening: BCA •••• 6789 a.n. RANI PRATAMA',
  )
  expect(accountText({ bank: '', number: '', name: '' })).toBe('Rekening: belum diisi')
})
