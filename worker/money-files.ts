// Money as files for spreadsheets. Amounts are plain numbers in rupiah, times are Jakarta's.
import type { IncomeDay, incomeDaysExportQuery, statementExportQuery } from '../contract/money/ledger.ts'
import { senToRupiah } from '../contract/ground/money.ts'
import { moneyFileTexts as texts } from '../contract/money/file-texts.ts'
import { JAKARTA_OFFSET_MS } from '../contract/ground/time.ts'
import type { withdrawExportQuery } from '../contract/money/withdraw.ts'
import type { memberMoneyExportQuery, MemberMoney, PeriodRow, periodsExportQuery } from '../contract/money/periods.ts'
import type { z } from 'zod'
import type { Db } from '../domain/ground/db/connection.ts'
import { cursorOf, incomeDaysOf } from '../domain/money/ledger/income-days-store.ts'
import { statementAfter, type StatementRow } from '../domain/money/ledger/statement-store.ts'
import { readMembers, readPeriods } from '../domain/money/periods/read-periods.ts'
import { isCancelled, stageOf } from '../domain/money/withdraw/rules.ts'
import { type WithdrawRow, withdrawsAfter } from '../domain/money/withdraw/store.ts'
import { EXPORT_PAGE, exportFile, pageOf } from './http/export.ts'

/** 2026-11-22 14:05, which spreadsheets take as a time. */
const timeOf = (at: number | null): string =>
  at === null ? '' : new Date(at + JAKARTA_OFFSET_MS).toISOString().slice(0, 16).replace('T', ' ')
/** A row under its heads: `heads` has one for each value. */
const under = (heads: readonly string[], values: readonly unknown[]): Record<string, unknown> =>
  Object.fromEntries(heads.map((head, i) => [head, values[i] ?? '']))

const statusOf = (row: WithdrawRow): string => {
  if (isCancelled(row)) return texts.cancelled
  return row.status === 'requested' && row.held === 1 ? texts.held : texts.statuses[stageOf(row)]
}
const withdrawLine = (row: WithdrawRow): Record<string, unknown> =>
  under(texts.withdraws, [
    timeOf(row.created_at),
    `${row.firstname} ${row.lastname}`.trim(),
    row.nominal,
    statusOf(row),
    row.account_bank,
    row.account_number,
    row.account_name,
    timeOf(row.decided_at),
    row.decider,
    row.reason,
  ])
/** @throws Refusal nothing_to_export. */
export const exportWithdraws = (db: Db, query: z.output<typeof withdrawExportQuery>): Promise<Response> =>
  exportFile({
    format: query.format,
    name: 'withdraws',
    columns: texts.withdraws,
    emptyText: texts.nothing,
    page: async (after: WithdrawRow | null) =>
      pageOf(
        await withdrawsAfter(db, { ...query, userId: query.user_id ?? null }, after, EXPORT_PAGE),
        withdrawLine,
        (row) => row,
      ),
  })

type Filed<Q extends z.ZodType> = z.output<Q> & { userId: string }
const statementRow = (row: StatementRow): Record<string, unknown> =>
  under(texts.statement, [
    row.on_day,
    timeOf(row.at),
    texts.kinds[row.kind],
    senToRupiah(row.amount_sen),
    senToRupiah(row.after_sen),
  ])
/** @throws Refusal nothing_to_export. */
export const exportStatement = (db: Db, query: Filed<typeof statementExportQuery>): Promise<Response> =>
  exportFile({
    format: query.format,
    name: texts.files.statement,
    columns: texts.statement,
    emptyText: texts.nothing,
    page: async (after: number | null) =>
      pageOf(await statementAfter(db, { ...query, after, limit: EXPORT_PAGE }), statementRow, (row) => row.id),
  })

const incomeRow = (row: IncomeDay): Record<string, unknown> =>
  under(texts.incomeDays, [row.day, row.name, row.phonenumber, row.messages, row.reversed, row.income])
/** @throws Refusal nothing_to_export. */
export const exportIncomeDays = (db: Db, query: Filed<typeof incomeDaysExportQuery>): Promise<Response> =>
  exportFile({
    format: query.format,
    name: texts.files.incomeDays,
    columns: texts.incomeDays,
    emptyText: texts.nothing,
    page: async (after: string | null) => {
      const { rows } = await incomeDaysOf(db, { ...query, before: after ?? undefined, limit: EXPORT_PAGE })
      return pageOf(rows, incomeRow, cursorOf)
    },
  })

const figuresOf = (row: PeriodRow | MemberMoney): unknown[] => [
  row.messages,
  row.income,
  row.referral,
  row.bonus,
  row.earned,
  row.perMessage,
  row.withheld,
  row.paid,
]
/** @param today YYYY-MM-DD, Jakarta's @throws Refusal nothing_to_export. */
export const exportPeriods = (db: Db, query: z.output<typeof periodsExportQuery>, today: string): Promise<Response> =>
  exportFile({
    format: query.format,
    name: texts.files.periods,
    columns: texts.periods,
    emptyText: texts.nothing,
    page: async () => {
      const { rows } = await readPeriods(db, query, today)
      return { rows: rows.map((row) => under(texts.periods, [row.from, row.to, ...figuresOf(row)])), last: null }
    },
  })
/** @param today YYYY-MM-DD, Jakarta's @throws Refusal nothing_to_export. */
export const exportMemberMoney = (
  db: Db,
  query: z.output<typeof memberMoneyExportQuery>,
  today: string,
): Promise<Response> =>
  exportFile({
    format: query.format,
    name: texts.files.memberMoney,
    columns: texts.memberMoney,
    emptyText: texts.nothing,
    page: async (after: number | null) => {
      const offset = after ?? 0
      const { rows } = await readMembers(db, { ...query, limit: EXPORT_PAGE, offset }, today)
      return pageOf(
        rows,
        (row) => under(texts.memberMoney, [row.userId, row.name, ...figuresOf(row)]),
        () => offset + EXPORT_PAGE,
      )
    },
  })
