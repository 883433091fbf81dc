// The days of a dashboard's charts: every day of the span, also those on which nothing happened.
import { jakartaDay, DAY_MS } from '../../../contract/ground/time.ts'
import { senToRupiah } from '../../../contract/ground/money.ts'
import type { DayRow } from '../../../contract/money/stats.ts'
import type { Db } from '../../ground/db/connection.ts'
import { accountCounts } from '../../sending/whatsapp/store.ts'
import { paidByDay } from '../withdraw/paid-store.ts'
import { daysOf, EVERYBODY } from './store.ts'

export type Days = { list: DayRow[]; connectedCount: number; disconnectedCount: number }

/** Oldest first, today last, with the accounts as they are now. userId null: everybody's. One batch through `batched-reads.ts`. */
export const readDays = async (db: Db, userId: string | null, days: number, now: number): Promise<Days> => {
  const span = Array.from({ length: days }, (_, i) => jakartaDay(now - (days - 1 - i) * DAY_MS))
  const from = span[0] ?? ''
  const [rows, paid, accounts] = await Promise.all([
    daysOf(db, userId ?? EVERYBODY, from),
    paidByDay(db, userId, from),
    accountCounts(db, userId),
  ])
  const today = jakartaDay(now)
  const figures = new Map(rows.map((row) => [row.day, row]))
  const withdrawals = new Map(paid.map((row) => [row.day, row.total]))
  const list = span.map((day) => {
    const row = figures.get(day)
    return {
      day,
      success: row?.success ?? 0,
      fail: row?.fail ?? 0,
      income: senToRupiah(row?.income_sen ?? 0),
      withdrawals: withdrawals.get(day) ?? 0,
      connected: day === today ? Math.max(row?.connected ?? 0, accounts.connectedCount) : (row?.connected ?? 0),
      demo: row?.demo === 1,
    }
  })
  return { list, ...accounts }
}
