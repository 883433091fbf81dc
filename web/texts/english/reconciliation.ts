// Whether every balance equals the ledger.
import type { reconciliationTexts as indonesian } from '../indonesian/reconciliation.ts'
import type { InEnglish } from '../in-english.ts'
import { many } from './many.ts'

export const reconciliationTexts: InEnglish<typeof indonesian> = {
  title: 'Reconciliation',
  lead: 'Everybody’s balance is compared with the sum of all ledger entries and of what is not posted yet.',
  loadFailed: 'The reconciliation could not be loaded.',
  equal: 'All balances equal their ledger.',
  unequal: (count: string) =>
    `${many(count, 'balance differs', 'balances differ')} from the ledger. Accept no withdrawal of these people before the cause is known, and contact Dev.`,
  balance: 'Sum of balances',
  sum: 'Sum of the ledger',
  difference: 'Difference',
  table: 'Balances that differ',
  columns: { name: 'Name', balance: 'Balance', sum: 'Ledger', difference: 'Difference', action: 'Action' },
  unknown: 'Deleted user',
  statement: 'Show statement',
  statementOf: (name: string) => `Show statement of ${name}`,
}
