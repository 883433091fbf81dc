// What a balance is the sum of, in SQL: also for a database that is not D1, where a backup is opened. And which entries are in which figure.
import { kindsOf } from './kinds.ts'

/** Rows of `user_id` and `amount_sen`: one for every entry, and one for every day with what accrued on it and is not posted yet. */
export const MONEY_SQL = `(
  select user_id, amount_sen from ledger
  union all
  select user_id, unposted_income_sen + unposted_reversal_sen + unposted_referral_sen from daily_stats
)`
/** Of the ledger's rows. In the words of the index ledger_moves, where it is about its kinds. */
export const isOfFigure = (...figures: Parameters<typeof kindsOf>): string =>
  `kind in (${kindsOf(...figures)
    .map((kind) => `'${kind}'`)
    .join(', ')})`
