// What a person's balance is made of (rule balance-lines): one statement, so that all figures are of the same moment.
import { sql } from 'drizzle-orm'
import type { MoneySummary } from '../../../contract/money/withdraw.ts'
import { type Rupiah, type Sen, senToRupiah } from '../../../contract/ground/money.ts'
import type { Db } from '../../ground/db/connection.ts'

type InSen = 'income' | 'bonus' | 'referral' | 'balance'
type Sums = Record<InSen, Sen> & Record<'requested' | 'accepted', Rupiah>

/** Rupiah. Of a person without money all are 0. */
export const summaryOf = async (db: Db, userId: string): Promise<MoneySummary> => {
  const nominal = (status: string) => sql`
    (select coalesce(sum(nominal), 0) from withdraws where user_id = ${userId} and +status = ${status})
  `
  const kept = (column: string) => sql`
    coalesce((select ${sql.raw(column)} from balances where user_id = ${userId}), 0)
  `
  const [sums] = await db.all<Sums>(sql`
    select
      (select coalesce(sum(income_sen), 0) from daily_stats where user_id = ${userId}) as income,
      ${kept('bonus_sen')} as bonus,
      ${kept('referral_sen')} as referral,
      ${nominal('requested')} as requested,
      ${nominal('accepted')} as accepted,
      ${kept('balance_sen')} as balance
  `)
  const of = (name: InSen): Rupiah => senToRupiah(sums?.[name] ?? 0)
  return {
    income: of('income'),
    bonus: of('bonus'),
    referral: of('referral'),
    requested: sums?.requested ?? 0,
    accepted: sums?.accepted ?? 0,
    balance: of('balance'),
  }
}
