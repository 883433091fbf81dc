import { expect, test } from 'vitest'
import { accountNumberProblem, isEwallet } from './banks.ts'

test.each([
  ['GoPay', true],
  [' dana ', true],
  ['BCA', false],
  ['', false],
])('%j is an e-wallet: %j', (bank, wallet) => expect(isEwallet(bank)).toBe(wallet))

const WRONG = 'Isi nomor telepon yang terdaftar di OVO, misalnya 081234567890.'
test.each([
  ['OVO', '081234567890', null],
  ['OVO', '0812-3456-7890', null],
  ['OVO', '6281234567890', null],
  ['OVO', '+62 812 3456 7890', null],
  ['OVO', '', null],
  ['OVO', '1234567890', WRONG],
  ['OVO', '0812', WRONG],
  ['OVO', '021234567890', WRONG],
  ['BCA', '1', null],
])('%s with %j: %j', (bank, number, problem) => expect(accountNumberProblem(bank, number)).toBe(problem))
