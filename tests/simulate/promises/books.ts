// What was earned was paid once, every balance is the sum of its entries, and the list counts what its accounts sent.
import type { Known } from './known.ts'

/** Posted or only accrued: the parts of days cover both. */
const sumOf = ({ world }: Known, userId: string, kind: string): number => {
  const sql = 'select coalesce(sum(amount_sen), 0) as n from posting_parts where user_id = ? and kind = ?'
  return world.database.sql<{ n: number }>(sql, userId, kind)[0]?.n ?? 0
}

const checkIncome = (known: Known, userId: string): void => {
  const { world } = known
  const successes = world.blasters
    .filter((a) => a.userId === userId)
    .flatMap((a) => world.attempts(a.id).filter((row) => row.outcome === 'success' && row.job_id === null))
  const earned = successes.reduce((sum, a) => sum + Number(a.price_sen), 0)
  const taken = successes.filter((a) => a.revoked_at !== null).reduce((sum, a) => sum + Number(a.price_sen), 0)
  const paid = sumOf(known, userId, 'blast_income')
  const reversed = -sumOf(known, userId, 'income_reversal')
  if (paid !== earned) known.fail('paid-once', `${userId} earned ${earned} and was paid ${paid}`)
  if (reversed !== taken) known.fail('paid-once', `${userId} lost ${taken} and was reversed ${reversed}`)
}

/** The counts of the list are the accounts' successes; rows that were deleted count nothing. */
const checkCounted = (known: Known): void => {
  const { world } = known
  const counted = world.database.sql<{ id: number; number: string; n: number }>(
    'select id, number, count_success as n from phone_numbers where count_success > 0',
  )
  const successes = world.blasters.flatMap(({ id }) => world.attempts(id).filter((row) => row.outcome === 'success'))
  for (const { id, number, n } of counted) {
    const own = successes.filter((a) => a.number === number && a.number_id === id).length
    if (own !== n) known.fail('paid-once', `${number} counts ${n} successes, its accounts ${own}`)
  }
}

export const checkBooks = (known: Known): void => {
  const { database, blasters } = known.world
  const [wrong] = database.sql(
    `with money as (select user_id, amount_sen from ledger union all
        select user_id, unposted_income_sen + unposted_reversal_sen + unposted_referral_sen from daily_stats)
      select b.user_id, b.balance_sen, coalesce(sum(m.amount_sen), 0) as sum from balances b left join money m on m.user_id = b.user_id
      group by b.user_id having sum <> b.balance_sen limit 1`,
  )
  if (wrong) known.fail('ledger', `a balance is not its entries and what accrued: ${JSON.stringify(wrong)}`)
  const [unexplained] = database.sql(
    `select l.ref, l.amount_sen, coalesce(sum(p.amount_sen), 0) as parts from ledger l
      left join posting_parts p on l.ref = p.user_id || ':' || p.kind || ':' || p.day || ':' || p.posting
      where l.kind in ('blast_income', 'income_reversal', 'referral_income')
      group by l.id having parts <> l.amount_sen limit 1`,
  )
  if (unexplained) known.fail('ledger', `an entry is not the sum of its parts: ${JSON.stringify(unexplained)}`)
  for (const userId of new Set(blasters.map((a) => a.userId))) checkIncome(known, userId)
  checkCounted(known)
}
