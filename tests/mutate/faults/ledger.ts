// Faults in the ledger, in what accrues between its entries, and in bonuses.
import type { Fault } from '../fault.ts'

const one = (file: string, from: string, to: string): Fault['edits'] => [{ file, from, to }]
const BONUS = 'domain/bonus/store.ts'
const MONEY = ['tests/workerd/money.test.ts']

export const LEDGER: readonly Fault[] = [
  {
    name: 'bonus-taken-back-twice',
    what: 'who deletes a bonus at the same moment takes it back again',
    edits: one(BONUS, 'ref: `bonus:${row.id}:reversal`', 'ref: `bonus:${row.id}:reversal:${crypto.randomUUID()}`'),
    tests: [...MONEY, 'tests/workerd/below-zero.test.ts'],
  },
]
