// Entries of the ledger and the balances they move are built together, for one batch (rules append-only-ledger,
// balance). What accrues is posted by accrual-store.ts; nobody else writes here.
import { type SQL, sql } from 'drizzle-orm'
import type { Sen } from '../../../contract/ground/money.ts'
import type { ACCRUED_KINDS, LEDGER_KINDS } from '../../../contract/money/ledger.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refuseUnless } from '../../ground/db/refusal-store.ts'
import { kindsOf } from './kinds.ts'
import { MONEY_SQL } from './money-sql.ts'
import type { balances, ledger, settlements } from './table.ts'

/** Accrued kinds are left out: accrual-store.ts posts them. */
type LedgerKind = Exclude<(typeof LEDGER_KINDS)[number], (typeof ACCRUED_KINDS)[number]>
/** amountSen is signed. ref says what the entry is for and is unique, so that nothing is written twice. */
export type LedgerEntry = Pick<typeof ledger.$inferSelect, 'userId' | 'amountSen' | 'ref' | 'at'> & { kind: LedgerKind }

const BONUS: readonly string[] = kindsOf('bonus')

/** Statements that write the entries and move the balances. A ref written before makes the whole batch fail. */
export const ledgerStatements = (db: Db, entries: readonly LedgerEntry[]): Statement[] => {
  if (entries.length === 0) return []
  const moves = new Map<string, { user: string; balance: number; bonus: number }>()
  for (const e of entries) {
    const move = moves.get(e.userId) ?? { user: e.userId, balance: 0, bonus: 0 }
    move.balance += e.amountSen
    if (BONUS.includes(e.kind)) move.bonus += e.amountSen
    moves.set(e.userId, move)
  }
  return [
    db.run(sql`
      insert into ledger (user_id, kind, amount_sen, ref, at)
      select value ->> 'userId', value ->> 'kind', value ->> 'amountSen', value ->> 'ref', value ->> 'at'
      from json_each(${JSON.stringify(entries)})
    `),
    // `where true` ends the `from`: without it SQLite would read the `on` of `on conflict` as a join's condition
    db.run(sql`
      insert into balances (user_id, balance_sen, bonus_sen)
      select value ->> 'user', value ->> 'balance', value ->> 'bonus'
      from json_each(${JSON.stringify([...moves.values()])})
      where true
      on conflict (user_id) do update set
        balance_sen = balance_sen + excluded.balance_sen,
        bonus_sen = bonus_sen + excluded.bonus_sen
    `),
  ]
}

/**
 * Reserves amountSen when the balance covers it, else writes nothing: later statements of the batch can test
 * `exists (select 1 from ledger where ref = …)`. D1 runs batches one at a time, so parallel holds never overdraw.
 */
export const holdStatements = (db: Db, hold: Omit<LedgerEntry, 'kind'>): Statement[] => [
  db.run(sql`
    insert into ledger (user_id, kind, amount_sen, ref, at)
    select user_id, 'withdraw_hold', -${hold.amountSen}, ${hold.ref}, ${hold.at}
    from balances
    where user_id = ${hold.userId} and balance_sen >= ${hold.amountSen}
  `),
  db.run(sql`
    update balances
    set balance_sen = balance_sen - ${hold.amountSen}
    where user_id = ${hold.userId} and exists (select 1 from ledger where ref = ${hold.ref})
  `),
]

/**
 * For a batch: fails it if this person's balance is below zero at that place in it. D1 runs batches one at a time, so nothing can take the
 * balance below zero in between.
 */
export const refuseBelowZero = (db: Db, userId: string): Statement =>
  refuseUnless(db, 'below_zero', sql`balance_sen >= 0`, sql`from balances where user_id = ${userId}`)

/** For a list's `select`: the sen that the person in this column has now. */
export const balanceSenOf = (userId: SQL): SQL =>
  sql`coalesce((select balance_sen from balances where user_id = ${userId}), 0)`

/** A settled batch, and what a person has: types for those who may read these rows and not write them. */
export type Settlement = typeof settlements.$inferSelect
export type BalanceRow = typeof balances.$inferSelect
type Balance = Pick<BalanceRow, 'balanceSen' | 'bonusSen' | 'referralSen'>
/** For a batch: what a person has; no row for one without entries. */
export const selectBalance = (db: Db, userId: string) =>
  db.all<Balance>(sql`
    select balance_sen as balanceSen, bonus_sen as bonusSen, referral_sen as referralSen
    from balances
    where user_id = ${userId}
  `)
export type NewEntry = Pick<typeof ledger.$inferSelect, 'id' | 'kind' | 'amountSen' | 'at'>
/** For a batch: the newest entries of a person. */
export const selectNewestEntries = (db: Db, userId: string, limit: number) =>
  db.all<NewEntry>(sql`
    select id, kind, amount_sen as "amountSen", at
    from ledger
    where user_id = ${userId}
    order by id desc
    limit ${limit}
  `)
/** Sen; 0 for a person without entries. */
export const balanceOf = async (db: Db, userId: string): Promise<Balance> => {
  const [row] = await selectBalance(db, userId)
  return row ?? { balanceSen: 0, bonusSen: 0, referralSen: 0 }
}

/** Of those who have one. */
export const balancesOf = (db: Db, userIds: readonly string[]) =>
  db.all<Pick<BalanceRow, 'userId' | 'balanceSen'>>(sql`
    select user_id as "userId", balance_sen as "balanceSen"
    from balances
    where user_id in (select value from json_each(${JSON.stringify(userIds)}))
  `)

export type Reconciliation = {
  difference: number
  balanceSen: Sen
  sumSen: Sen
  rows: UnequalBalance[]
}
/** name null: nobody has this id any more. */
type UnequalBalance = { userId: string; name: string | null; balanceSen: Sen; sumSen: Sen }
const MONEY = sql.raw(MONEY_SQL)
type Difference = { id: string; difference: number }
const selectDifferences = (db: Db, after: SQL, limit: number) =>
  db.all<Difference>(sql`
    select
      u.id,
      coalesce((select b.balance_sen from balances b where b.user_id = u.id), 0)
        - coalesce((select sum(l.amount_sen) from ledger l where l.user_id = u.id), 0)
        - coalesce((
          select sum(d.unposted_income_sen + d.unposted_reversal_sen + d.unposted_referral_sen)
          from daily_stats d
          where d.user_id = u.id
        ), 0) as difference
    from users u
    where u.id > ${after}
    order by u.id
    limit ${limit}
  `)
const sumOf = (rows: readonly Difference[]): number =>
  rows.reduce((total, { difference }) => total + Math.abs(difference), 0)
/**
 * Hourly look: the sum of the differences of the next `limit` members, sen. Each look goes on after the members of the last, and after
 * the last member begins again.
 */
export const differenceAmong = async (db: Db, limit: number): Promise<number> => {
  const after = sql`coalesce((select after from cron_rounds where name = 'books'), '')`
  const rows = await selectDifferences(db, after, limit)
  const last = rows.length < limit ? '' : (rows.at(-1)?.id ?? '')
  await db.run(sql`
    insert into cron_rounds (name, after)
    values ('books', ${last})
    on conflict (name) do update set after = excluded.after
    where after <> excluded.after
  `)
  return sumOf(rows)
}
/** The same of all members, `limit` in one statement: D1 ends a long one, and runs no other meanwhile. */
export const differenceOfAll = async (db: Db, limit: number): Promise<number> => {
  let [total, after]: [number, string | undefined] = [0, '']
  while (after !== undefined) {
    const rows: Difference[] = await selectDifferences(db, sql`${after}`, limit)
    total += sumOf(rows)
    after = rows.length < limit ? undefined : rows.at(-1)?.id
  }
  return total
}
/** Every person whose balance is not the sum of their entries and of what accrued since; and both sums over everybody; sen. */
export const reconcile = async (db: Db): Promise<Reconciliation> => {
  const [rows, [all]] = await db.batch([
    db.all<UnequalBalance>(sql`
      with sums as (select user_id, sum(amount_sen) as sum_sen from ${MONEY} group by user_id)
      select
        coalesce(b.user_id, s.user_id) as "userId",
        (
          select trim(firstname || ' ' || lastname)
          from users
          where id = coalesce(b.user_id, s.user_id)
        ) as name,
        coalesce(b.balance_sen, 0) as "balanceSen",
        coalesce(s.sum_sen, 0) as "sumSen"
      from balances b
      full outer join sums s on s.user_id = b.user_id
      where coalesce(b.balance_sen, 0) <> coalesce(s.sum_sen, 0)
    `),
    db.all<{ balanceSen: Sen; sumSen: Sen }>(sql`
      select
        (select coalesce(sum(balance_sen), 0) from balances) as "balanceSen",
        (select coalesce(sum(amount_sen), 0) from ${MONEY}) as "sumSen"
    `),
  ])
  const difference = rows.reduce((total, r) => total + Math.abs(r.balanceSen - r.sumSen), 0)
  return { difference, balanceSen: all?.balanceSen ?? 0, sumSen: all?.sumSen ?? 0, rows }
}
