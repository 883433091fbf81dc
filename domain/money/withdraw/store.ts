// Withdraws in SQL (rule withdraw-reserved). Every request is written in one transaction with its ledger entry.
import { type SQL, sql } from 'drizzle-orm'
import { rupiahToSen, type Sen } from '../../../contract/ground/money.ts'
import { lastChangeOf, replacedAt } from '../../people/bank-details/changes-store.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { refuseUnless } from '../../ground/db/refusal-store.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { counter, pageOfList, rowsAfter } from '../../ground/db/list-store.ts'
import { CREATED, orderOf, type SortColumns, type SortedPage } from '../../ground/db/page-rules.ts'
import { postStatements } from '../ledger/accrual-store.ts'
import { balanceSenOf, holdStatements } from '../ledger/store.ts'
import type { WithdrawStatus } from './rules.ts'
import type { Row } from '../../ground/db/rows.ts'
import { isWithdrawHeld } from '../../people/holds/store.ts'
import { refuseStopped } from '../../people/users/status-store.ts'
import type { users } from '../../people/users/table.ts'
import { countFound, type Found, foundBy, sumFound } from '../../people/users/found-store.ts'
import { WAIT } from '../../people/ties/waits-store.ts'
import { holdRef } from './step-store.ts'
import type { withdraws, withdrawSteps } from './table.ts'

export type WithdrawRow = Row<typeof withdraws> &
  Row<typeof users, 'firstname' | 'lastname'> & {
    person_status: Row<typeof users, 'status'>['status']
    person_reason: Row<typeof users, 'status_reason'>['status_reason']
    /** Sen that its member has now, without the requested amount, which is held. */
    balance_sen: Sen
    /** Withdraws of this member are held (rule withdraw-hold). */
    held: 0 | 1
    /** Of the step that led to the present status. */
    reason: Row<typeof withdrawSteps>['reason']
    /** Name of who decided; null: nobody has, or the person is not there any more. */
    decider: string | null
    /** Number of the payout batch that it is frozen in. */
    payout_number: number | null
    /** Name of who accepted it, while a second person has not approved that; null: nobody waits for one. */
    accepted_by: string | null
    /** Name of who asked for its return by the bank, while a second person has not approved that; null: nobody waits for one. */
    return_asked_by: string | null
    /** 1: it was accepted at least once, so the money may be at the bank although nobody said so (rule bank-return). */
    was_accepted: 0 | 1
    /** The bank's reference of its last order, and when that was; null: it was never ordered. */
    order_reference: string | null
    ordered_at: number | null
    /** When the present step was taken; null: none was. */
    step_at: number | null
    /** Who changed its member's bank details last, JSON; and when the request's own took the place of others (rule bank-change). */
    bank_change: string | null
    details_replaced_at: number | null
    /** The wait of a tied decider where it stands, JSON; null: there is none (rule decider-wait). */
    wait: string | null
    /** The setting `payout_days` as it is stored; null: its default. */
    payout_days: string | null
  }

export type NewWithdraw = Pick<typeof withdraws.$inferSelect, 'id' | 'userId' | 'nominal'> & {
  bank: Row<typeof withdraws, 'account_name' | 'account_bank' | 'account_number'>
  now: number
}
/** false: the balance does not cover it; nothing was written. @throws person_stopped. */
export const insertWithdraw = async (db: Db, w: NewWithdraw, more: Statement[]): Promise<boolean> => {
  const ref = holdRef(w.id, 0)
  try {
    await runBatch(db, [
      refuseStopped(db, w.userId),
      // First posts what accrued, so that the ledger shows the income before the hold that takes it.
      ...postStatements(db, { userIds: [w.userId], at: w.now }),
      ...holdStatements(db, { userId: w.userId, amountSen: rupiahToSen(w.nominal), ref, at: w.now }),
      refuseUnless(db, 'withdraw_balance', sql`exists (select 1 from ledger where ref = ${ref})`),
      db.run(sql`
        insert into withdraws (
          id, user_id, nominal, status, account_name, account_bank, account_number, created_at
        )
        values (
          ${w.id}, ${w.userId}, ${w.nominal}, 'requested', ${w.bank.account_name},
          ${w.bank.account_bank}, ${w.bank.account_number}, ${w.now}
        )
      `),
      ...more,
    ])
    return true
  } catch (error) {
    if (refusalOf(error) === 'withdraw_balance') return false
    throw error
  }
}

const COLUMNS = sql`
  w.*,
  u.firstname,
  u.lastname,
  u.status as person_status,
  u.status_reason as person_reason,
  ${balanceSenOf(sql`w.user_id`)} as balance_sen,
  ${isWithdrawHeld(sql`w.user_id`)} as held,
  s.reason,
  trim(d.firstname || ' ' || d.lastname) as decider,
  (select number from payout_batches where id = w.payout_id) as payout_number,
  (
    select trim(p.firstname || ' ' || p.lastname)
    from approvals a
    join users p on p.id = a.asked_by
    where a.kind = 'withdraw' and a.subject = w.id and a.status = 'waiting'
  ) as accepted_by,
  (
    select trim(p.firstname || ' ' || p.lastname)
    from approvals a
    join users p on p.id = a.asked_by
    where a.kind = 'return' and a.subject = w.id and a.status = 'waiting'
  ) as return_asked_by,
  exists (select 1 from withdraw_steps where withdraw_id = w.id and to_status = 'accepted') as was_accepted,
  o.reference as order_reference,
  o.at as ordered_at,
  s.at as step_at,
  ${lastChangeOf(sql`w.user_id`)} as bank_change,
  ${replacedAt} as details_replaced_at,
  ${WAIT} as wait,
  (select value from settings where key = 'payout_days') as payout_days
`
const PEOPLE = sql`
  join users u on u.id = w.user_id
  left join withdraw_steps s on s.withdraw_id = w.id and s.step = w.step
  left join withdraw_steps o
    on o.withdraw_id = w.id
    and o.step = (select max(step) from withdraw_steps where withdraw_id = w.id and payment = 'ordered')
  left join users d on d.id = w.decided_by
`
const VIEW = sql`select ${COLUMNS} from withdraws w ${PEOPLE}`
export const withdrawById = async (db: Db, id: string): Promise<WithdrawRow | null> =>
  (await db.all<WithdrawRow>(sql`${VIEW} where w.id = ${id}`))[0] ?? null
const SORTS: SortColumns<'withdraws'> = { createdAt: CREATED, nominal: { columns: ['nominal'] } }
type WithdrawAsk = Pick<SortedPage<'withdraws'>, 'sort'> & {
  /** null: everybody's. */
  userId: string | null
  /** absent: in any status. */
  status?: WithdrawStatus | undefined
  /** One request alone; absent: all. */
  id?: string | undefined
} & Found
const chosen = ({ userId, status, id, ...found }: WithdrawAsk): SQL => {
  const narrowed = foundBy(found)
  const own = byPerson({ userId, status, id })
  return narrowed === null ? own : sql`${own} and ${narrowed}`
}
const byPerson = ({ userId, status, id }: Pick<WithdrawAsk, 'userId' | 'status' | 'id'>): SQL => {
  if (id !== undefined) return sql`id = ${id} and ${userId === null ? sql`true` : sql`user_id = ${userId}`}`
  // Unary + keeps SQLite from the index by status: a person's own requests are few and come from the index by person in the
  // order of the list, where everybody's of one status would have to be read and sorted.
  if (userId !== null) return status ? sql`user_id = ${userId} and +status = ${status}` : sql`user_id = ${userId}`
  return status ? sql`status = ${status}` : sql`true`
}
const isNarrowed = (asked: WithdrawAsk): boolean => foundBy(asked) !== null
const listOf = (asked: WithdrawAsk) => {
  const where = chosen(asked)
  const counted = isNarrowed(asked)
    ? countFound(sql`select id from withdraws where ${where}`)
    : sql`(select count(*) from withdraws where ${where})`
  const list = {
    keys: (columns: SQL) => sql`select ${columns} from withdraws where ${where}`,
    total:
      asked.userId === null && asked.id === undefined && !isNarrowed(asked)
        ? counter(`withdraws.${asked.status ?? 'total'}`)
        : counted,
    rows: (k: SQL) => sql`
      select ${COLUMNS}
      from ${k} k
      cross join withdraws w on w.id = k.id
      ${PEOPLE}
    `,
  }
  return { list, order: orderOf<'withdraws'>(SORTS, asked.sort) }
}
export const withdrawPage = (
  db: Db,
  page: SortedPage<'withdraws'> & WithdrawAsk,
): Promise<{ rows: WithdrawRow[]; total: number }> => {
  const { list, order } = listOf(page)
  return pageOfList<WithdrawRow>(db, list, page, order)
}
/** The requests of the list from the one after `last` on; null: from the first. */
export const withdrawsAfter = (
  db: Db,
  asked: WithdrawAsk,
  last: WithdrawRow | null,
  limit: number,
): Promise<WithdrawRow[]> => {
  const { list, order } = listOf(asked)
  return rowsAfter(db, list, order, last, limit)
}
/** What is accepted has a counter; what waits, and what was rejected, is added up from its index. */
const sumOfStatus = (status: WithdrawStatus): SQL =>
  status === 'accepted'
    ? counter('paid.total')
    : sql`(select coalesce(sum(nominal), 0) from withdraws where status = ${status})`
const ALL_SUMS = sql`${sumOfStatus('requested')} + ${sumOfStatus('accepted')} + ${sumOfStatus('rejected')}`
/** Whole rupiah of all requests of the list, whatever page is shown; null: more were found than are added up. */
export const withdrawSum = async (db: Db, asked: WithdrawAsk): Promise<number | null> => {
  const sum =
    asked.userId !== null || asked.id !== undefined || isNarrowed(asked)
      ? sumFound(sql`select nominal from withdraws where ${chosen(asked)}`)
      : asked.status
        ? sumOfStatus(asked.status)
        : ALL_SUMS
  return (await db.all<{ sum: number | null }>(sql`select ${sum} as sum`))[0]?.sum ?? null
}
/** Requests that nobody has decided yet: how many, and whole rupiah. userId null: everybody's. */
export const waitingOf = async (db: Db, userId: string | null): Promise<{ count: number; total: number }> => {
  // Unary + as in `chosen`: one person's own come from the index by person, everybody's from the index by status.
  const where = userId === null ? sql`status = 'requested'` : sql`user_id = ${userId} and +status = 'requested'`
  const [row] = await db.all<{ count: number; total: number }>(
    sql`select count(*) as count, coalesce(sum(nominal), 0) as total from withdraws where ${where}`,
  )
  return row ?? { count: 0, total: 0 }
}
/** Whole rupiah of one person in one status. */
export const totalOfUser = async (db: Db, userId: string, status: WithdrawStatus): Promise<number> =>
  (
    await db.all<{ total: number }>(
      sql`select coalesce(sum(nominal), 0) as total from withdraws where user_id = ${userId} and status = ${status}`,
    )
  )[0]?.total ?? 0
