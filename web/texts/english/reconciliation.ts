// Whether every balance equals the ledger.
import type { reconciliationTexts as indonesian } from '../indonesian/reconciliation.ts'
import type { InEnglish } from '../in-english.ts'
import { many } from './many.ts'

export const reconciliationTexts: InEnglish<typeof indonesian> = {
  title: 'Reconciliation',
  lead: 'Everybody’s balance is compared with its ledger, and transfers ordered with what members are owed.',
  loadFailed: 'The reconciliation could not be loaded.',
  equal: 'All balances equal their ledger.',
  unequal: (count: string) =>
    `${many(count, 'balance differs', 'balances differ')} from the ledger. Accept no withdrawal of these people before the cause is known, and contact Dev.`,
  balance: 'Sum of balances',
  sum: 'Sum of the ledger',
  difference: 'Difference',
  table: 'Balances that differ',
  columns: { name: 'Name', balance: 'Balance', sum: 'Ledger', difference: 'Difference', action: 'Action' },
  orders: 'Transfers ordered at the bank',
  ordered: 'Ever ordered',
  paid: 'Paid',
  returned: 'Returned by the bank',
  times: (count: string) => many(count, 'time', 'times'),
  ordersRight: 'No request was ordered more than once without a return by the bank.',
  ordersWrong: (count: string) =>
    `${many(count, 'request was', 'requests were')} ordered at the bank more often than owed. Compare with the bank’s statement before you pay again.`,
  ordersTable: 'Requests that were ordered too often',
  orderColumns: {
    name: 'Name',
    nominal: 'Amount',
    stage: 'Status',
    orders: 'Ordered',
    returns: 'Returned',
    action: 'Action',
  },
  requests: 'Show requests',
  requestsOf: (name: string) => `Show requests of ${name}`,
  unknown: 'Deleted user',
  statement: 'Show statement',
  statementOf: (name: string) => `Show statement of ${name}`,
}
