// What the drill says of a restored ledger, without a drill: the batch is in the journal alone, and its object is lost.
import { expect, test } from 'vitest'
import type { SettlementBatch } from '../../contract/money/settlement.ts'
import { wrongMoney } from './drill-money.ts'

const result = { attemptId: 'a', numberId: 1, templateId: null, priceSen: 5_000, notRegistered: false }
const times = { at: 2, attemptedAt: 1 }
const told: SettlementBatch = {
  accountId: 'lost',
  sequence: 4,
  userId: 'u',
  results: [
    { ...result, ...times, from: 'none', to: 'success' },
    { ...result, ...times, from: 'none', to: 'fail' },
  ],
  reversals: [{ attemptId: 'z', creditedSequence: 3, priceSen: 1_000, at: 2 }],
}
const before = { settled: new Set(['lost|3']), balances: new Map([['u', 37_000]]) }
const after = (sen: number, ...more: string[]) => ({
  settled: new Set(['lost|3', ...more]),
  balances: new Map([['u', sen]]),
})
const of = { owed: [told], known: [told] }

test('it is paid once', () => expect(wrongMoney(before, after(41_000, 'lost|4'), of)).toEqual([]))
test('it is not paid', () =>
  expect(wrongMoney(before, after(37_000), of)).toEqual(['settlements lacks lost|4, which was told']))
test('it is paid twice', () =>
  expect(wrongMoney(before, after(45_000, 'lost|4'), of)).toEqual(['the balance of u is 45000 instead of 41000']))
test('what nobody told is paid', () =>
  expect(wrongMoney(before, after(41_000, 'lost|4', 'other|1'), of)).toEqual([
    'settlements has other|1, which nobody told',
  ]))
