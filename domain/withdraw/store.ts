// Withdraws in SQL (rule withdraw-reserved). Every request and every step is written in one transaction with its ledger
// entry.
import { type SQL, sql } from 'drizzle-orm'
import { isNullRefused } from '../db/conflict.ts'
import { type Db, runBatch, type Statement } from '../db/connection.ts'
import { counter, pageOfList, rowsAfter } from '../db/list-store.ts'
import { CREATED, orderOf, type SortColumns, type SortedPage } from '../db/page-rules.ts'
import { postStatements } from '../ledger/accrual-store.ts'
import { balanceSenOf, holdStatements, isBelowZero, ledgerStatements, refuseBelowZero } from '../ledger/store.ts'
import type { Move, WithdrawStatus } from './rules.ts'
import type { Row } from '../db/rows.ts'
import { isWithdrawHeld } from '../fraud/holds-store.ts'
import { isStatusRefused, refusePaused, refuseStopped } from '../users/status-store.ts'
import type { users } from '../users/table.ts'
import type { withdraws, withdrawSteps } from './table.ts'

export type WithdrawRow = Row<typeof withdraws> &
  Row<typeof users, 'firstname' | 'lastname'> & {
    person_status: Row<typeof users, 'status'>['status']
    person_reason: Row<typeof users, 'status_reason'>['status_reason']
    /** Sen that its member has now, without the requested amount, which is held. */
    balance_sen: number
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
    /** The setting `payout_days` as it is stored; null: its default. */
    payout_days: string | null
  }
const holdRef = (id: string, step: number): string => `withdraw:${id}:hold:${step}`
const releaseRef = (id: string, step: number): string => `withdraw:${id}:release:${step}`

export type NewWithdraw = Pick<typeof withdraws.$inferSelect, 'id' | 'userId' | 'nominal'> & {
  bank: Row<typeof withdraws, 'account_name' | 'account_bank' | 'account_number'>
  now: number
}
/**
 * The value, or null where the money could not be held: the column refuses null, and so nothing of the batch is written.
 */
const ifHeld = (ref: string, value: number) =>
  sql`case when exists (select 1 from ledger where ref = ${ref}) then ${value} end`

/** false: the balance does not cover it; nothing was written. @throws what isStatusRefused recognises, for a person who is stopped. */
export const insertWithdraw = async (db: Db, w: NewWithdraw, more: Statement[]): Promise<boolean> => {
  const ref = holdRef(w.id, 0)
  try {
    await runBatch(db, [
      refuseStopped(db, w.userId),
      // First posts what accrued, so that the ledger shows the income before the hold that takes it.
      ...postStatements(db, { userIds: [w.userId], at: w.now }),
      ...holdStatements(db, { userId: w.userId, amountSen: w.nominal * 100, ref, at: w.now }),
      db.run(sql`
        insert into withdraws (
          id, user_id, nominal, status, account_name, account_bank, account_number, created_at
        )
        values (
          ${w.id}, ${w.userId}, ${ifHeld(ref, w.nominal)}, 'requested', ${w.bank.account_name},
          ${w.bank.account_bank}, ${w.bank.account_number}, ${w.now}
        )
      `),
      ...more,
    ])
    return true
  } catch (error) {
    if (isNullRefused(error, 'withdraws.nominal')) return false
    throw error
  }
}

/** reason: for the member, of a rejection. */
export type Decision = { to: WithdrawStatus; move: Move; by: string; reason: string | null; now: number }
/** One step of one request. payoutId: the batch that decides; null: somebody decides this request by itself. */
export type Step = { row: StepRow; decision: Decision; payoutId: string | null }
type StepRow = Pick<WithdrawRow, 'id' | 'user_id' | 'nominal' | 'status' | 'step'>
const amountSenOf = ({ nominal }: StepRow): number => nominal * 100
const releaseOf = ({ row, decision }: Step) => ({
  userId: row.user_id,
  kind: 'withdraw_release' as const,
  amountSen: amountSenOf(row),
  ref: releaseRef(row.id, row.step + 1),
  at: decision.now,
})
/** What the money of one request does before its step is written. */
const moneyOf = (db: Db, step: Step): Statement[] => {
  const { row, decision, payoutId } = step
  const money = { userId: row.user_id, amountSen: amountSenOf(row), at: decision.now }
  if (decision.move === 'hold') return holdStatements(db, { ...money, ref: holdRef(row.id, row.step + 1) })
  // the bank has paid what a batch says it paid: a pause or a debt that came after the freeze does not undo that
  const asks = decision.move === 'pay' && payoutId === null
  return asks ? [refusePaused(db, row.user_id), refuseBelowZero(db, row.user_id)] : []
}
/**
 * Statements that decide these requests, each with its ledger entry. The batch fails, and nothing of it is written, where somebody
 * took one of the steps first (the step is unique), where a hold's money is not there or a paid member's withdraws are held (the
 * step is null), and where a request is frozen in another batch than the one that decides (its former status is null)
 * (rule payout-batch).
 */
export const stepStatements = (db: Db, steps: readonly Step[]): Statement[] => {
  const rows = JSON.stringify(
    steps.map(({ row, decision, payoutId }) => ({
      id: row.id,
      step: row.step + 1,
      from: row.status,
      to: decision.to,
      by: decision.by,
      at: decision.now,
      reason: decision.reason,
      holdRef: decision.move === 'hold' ? holdRef(row.id, row.step + 1) : null,
      payoutId,
      asksHeld: decision.move === 'pay' && payoutId === null ? 1 : 0,
    })),
  )
  return [
    ...steps.flatMap((step) => moneyOf(db, step)),
    ...ledgerStatements(db, steps.filter(({ decision }) => decision.move === 'release').map(releaseOf)),
    // `cross join` reads the given steps first, and each request by its key
    db.run(sql`
      insert into withdraw_steps (withdraw_id, step, from_status, to_status, by, at, reason)
      select
        w.id,
        case
          when (s.value ->> 'asksHeld' = 0 or not ${isWithdrawHeld(sql`w.user_id`)})
            and (
              s.value ->> 'holdRef' is null
              or exists (select 1 from ledger where ref = s.value ->> 'holdRef')
            )
          then s.value ->> 'step'
        end,
        case when w.payout_id is s.value ->> 'payoutId' then s.value ->> 'from' end,
        s.value ->> 'to',
        s.value ->> 'by',
        s.value ->> 'at',
        s.value ->> 'reason'
      from json_each(${rows}) s
      cross join withdraws w on w.id = s.value ->> 'id'
    `),
    db.run(sql`
      update withdraws
      set
        status = s.value ->> 'to',
        step = s.value ->> 'step',
        decided_at = s.value ->> 'at',
        decided_by = s.value ->> 'by',
        payout_id = null,
        -- an image proves one payment, and no later one
        proof_key = null
      from json_each(${rows}) s
      where withdraws.id = s.value ->> 'id'
    `),
  ]
}
/** For a question to a second person: the request still waits, and in no batch. */
export const canBeAsked = (id: string): SQL =>
  sql`exists (select 1 from withdraws where id = ${id} and status = 'requested' and payout_id is null)`
/** One of the requests is frozen in another payout batch than the one that decides, or not in that batch any more. */
export const isFrozen = (error: unknown): boolean => isNullRefused(error, 'withdraw_steps.from_status')
/**
 * short: the balance is too low to hold the amount again. below zero, paused, held: nobody is paid while their balance, they or their
 * withdraws are so.
 */
export type Applied = 'done' | 'short' | 'below zero' | 'paused' | 'held' | 'frozen'
/** @throws a unique conflict when somebody decided meanwhile. */
export const applyDecision = async (
  db: Db,
  row: WithdrawRow,
  decision: Decision,
  more: Statement[],
): Promise<Applied> => {
  try {
    await runBatch(db, [...stepStatements(db, [{ row, decision, payoutId: null }]), ...more])
    return 'done'
  } catch (error) {
    if (isNullRefused(error, 'withdraw_steps.step')) return decision.move === 'pay' ? 'held' : 'short'
    if (isFrozen(error)) return 'frozen'
    if (isBelowZero(error)) return 'below zero'
    if (isStatusRefused(error)) return 'paused'
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
  (select value from settings where key = 'payout_days') as payout_days
`
const PEOPLE = sql`
  join users u on u.id = w.user_id
  left join withdraw_steps s on s.withdraw_id = w.id and s.step = w.step
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
}
const chosen = ({ userId, status }: WithdrawAsk): SQL => {
  // Unary + keeps SQLite from the index by status: a person's own requests are few and come from the index by person in the
  // order of the list, where everybody's of one status would have to be read and sorted.
  if (userId !== null) return status ? sql`user_id = ${userId} and +status = ${status}` : sql`user_id = ${userId}`
  return status ? sql`status = ${status}` : sql`true`
}
const listOf = (asked: WithdrawAsk) => {
  const where = chosen(asked)
  const list = {
    keys: (columns: SQL) => sql`select ${columns} from withdraws where ${where}`,
    total:
      asked.userId === null
        ? counter(`withdraws.${asked.status ?? 'total'}`)
        : sql`(select count(*) from withdraws where ${where})`,
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
