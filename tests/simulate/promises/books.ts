// What was earned was paid, once; every balance is the sum of its entries; the list counts what its accounts sent.
import type { Known } from './known.ts'

const sumOf = ({ world }: Known, userId: string, kind: string): number => {
  const sql = 'select coalesce(sum(amount_sen), 0) as n from ledger where user_id = ? and kind = ?'
  return world.database.sql<{ n: number }>(sql, userId, kind)[0]?.n ?? 0
}

const checkIncome = (known: Known, userId: string): void => {
  const { world } = known
  const successes = world.blasters
    .filter((a) => a.userId === userId)
    .flatMap((a) => world.rows(a.id, `select * from attempts where outcome = 'success' and job_id is null`))
  const earned = successes.reduce((sum, a) => sum + Number(a.price_sen), 0)
  const taken = successes.filter((a) => a.revoked_at !== null).reduce((sum, a) => sum + Number(a.price_sen), 0)
  const paid = sumOf(known, userId, 'blast_income')
  const reversed = -sumOf(known, userId, 'income_reversal')
  if (paid !== earned) known.fail('paid-once', `${userId} earned ${earned} and was paid ${paid}`)
  if (reversed !== taken) known.fail('paid-once', `${userId} lost ${taken} and was reversed ${reversed}`)
}

/** What the list counts are the accounts' successes; of rows that are gone nothing is counted. */
const checkCounted = (known: Known): void => {
  const { world } = known
  const counted = world.database.sql<{ number: string; n: number }>(
    'select number, count_success as n from phone_numbers where count_success > 0',
  )
  const successes = world.blasters.flatMap(({ id }) =>
    world.rows(id, `select number from attempts where outcome = 'success'`),
  )
  for (const { number, n } of counted) {
    const own = successes.filter((a) => a.number === number).length
    if (own !== n) known.fail('paid-once', `${number} counts ${n} successes, its accounts ${own}`)
  }
}

export const checkBooks = (known: Known): void => {
  const { database, blasters } = known.world
  const [wrong] = database.sql(
    `select b.user_id, b.balance_sen, coalesce(sum(l.amount_sen), 0) as sum from balances b left join ledger l on l.user_id = b.user_id
       group by b.user_id having sum <> b.balance_sen limit 1`,
  )
  if (wrong) known.fail('ledger', `a balance is not the sum of its entries: ${JSON.stringify(wrong)}`)
  for (const userId of new Set(blasters.map((a) => a.userId))) checkIncome(known, userId)
  checkCounted(known)
}
