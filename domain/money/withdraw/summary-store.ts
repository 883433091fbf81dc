// What a person's balance is made of (rule balance-lines): one statement, so that all figures are of the same moment.
import { sql } from 'drizzle-orm'
import type { MoneySummary } from '../../../contract/money/withdraw.ts'
import { type Rupiah, type Sen, senToRupiah } from '../../../contract/ground/money.ts'
import { DEFAULT_SETTINGS } from '../../../contract/ground/settings.ts'
import type { Db } from '../../ground/db/connection.ts'
import { expectedDay } from './rules.ts'

type InSen = 'income' | 'bonus' | 'referral' | 'balance'
type Sums = Record<InSen, Sen> &
  Record<'requested' | 'accepted' | 'transferred', Rupiah> & {
    /** The setting as it is stored; null: its default. */
    payout_days: string | null
  }

/** Rupiah. Of a person without money all are 0. */
export const summaryOf = async (db: Db, userId: string, now: number): Promise<MoneySummary> => {
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
      (
        select coalesce(sum(nominal), 0)
        from withdraws
        where user_id = ${userId} and +status = 'accepted' and payment in ('ordered', 'paid')
      ) as transferred,
      (select value from settings where key = 'payout_days') as payout_days,
      ${kept('balance_sen')} as balance
  `)
  const of = (name: InSen): Rupiah => senToRupiah(sums?.[name] ?? 0)
  return {
    income: of('income'),
    bonus: of('bonus'),
    referral: of('referral'),
    requested: sums?.requested ?? 0,
    accepted: sums?.accepted ?? 0,
    transferred: sums?.transferred ?? 0,
    balance: of('balance'),
    expectedDay: expectedDay(now, Number(sums?.payout_days ?? DEFAULT_SETTINGS.payout_days)),
  }
}
