// One person's accounts, ledger, bonuses and withdraws, read in one batch.
import { accountName } from '../../../contract/sending/account-name.ts'
import type { AnswerOf } from '../../../contract/api/table.ts'
import { senToRupiah } from '../../../contract/ground/money.ts'
import type { Db } from '../../ground/db/connection.ts'
import { selectBalance, selectNewestEntries } from '../../money/ledger/store.ts'
import {
  OVERVIEW_ROWS,
  selectAccounts,
  selectAccountSums,
  selectBonuses,
  selectMoneySums,
  selectWithdraws,
} from './overview-store.ts'
import { selectUser } from '../../people/users/store.ts'

const iso = (at: number): string => new Date(at).toISOString()

/** null: there is no such person. */
export const readOverview = async (
  db: Db,
  userId: string,
): Promise<AnswerOf<'GET /admin/users/:id/overview'> | null> => {
  const [[user], accounts, [accountSums], [balance], entries, bonuses, withdraws, [moneySums]] = await db.batch([
    selectUser(db, userId),
    selectAccounts(db, userId),
    selectAccountSums(db, userId),
    selectBalance(db, userId),
    selectNewestEntries(db, userId, OVERVIEW_ROWS),
    selectBonuses(db, userId),
    selectWithdraws(db, userId),
    selectMoneySums(db, userId),
  ])
  if (!user) return null
  return {
    accounts: {
      total: accountSums?.total ?? 0,
      connected: accountSums?.connected ?? 0,
      strikes: accountSums?.strikes ?? 0,
      list: accounts.map((row) => ({
        id: row.id,
        name: accountName(row),
        phonenumber: row.phonenumber,
        state: row.state,
        strikes: row.suspended_count,
        restricted_until: row.restricted_until === null ? null : iso(row.restricted_until),
        income: senToRupiah(row.income_sen),
      })),
    },
    ledger: {
      balance: senToRupiah(balance?.balanceSen ?? 0),
      list: entries.map(({ id, kind, amountSen, at }) => ({
        id,
        kind,
        amount: senToRupiah(amountSen),
        createdAt: iso(at),
      })),
    },
    bonuses: {
      total: moneySums?.bonuses ?? 0,
      list: bonuses.map(({ id, nominal, reason, created_at }) => ({ id, nominal, reason, createdAt: iso(created_at) })),
    },
    withdraws: {
      paid: moneySums?.paid ?? 0,
      waiting: moneySums?.waiting ?? 0,
      list: withdraws.map(({ id, nominal, status, created_at }) => ({
        id,
        nominal,
        status,
        createdAt: iso(created_at),
      })),
    },
  }
}
