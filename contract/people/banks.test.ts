import { expect, test } from 'vitest'
import { accountNumberProblem, isEwallet } from './banks.ts'

test.each([
  ['GoPay', true],
  [' dana ', true],
  ['BCA', false],
  ['', false],
])('%j is an e-wallet: %j', (bank, wallet) => expect(isEwallet(bank)).toBe(wallet))

const BANK = 'Isi nomor rekening dengan 5 sampai 20 angka.'
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
  ['BCA', '123 456-7890', null],
  ['Bank Jago', '', null],
  ['BCA', '1234', BANK],
  ['BCA', '1234567890 (rek 2)', BANK],
  ['BCA', '+621234567', BANK],
  ['BRI', '1'.repeat(21), BANK],
])('%s with %j: %j', (bank, number, problem) => expect(accountNumberProblem(bank, number)).toBe(problem))
