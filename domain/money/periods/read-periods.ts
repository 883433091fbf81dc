// Money of a span by period, and by member, with the sum of all of it (rule money-periods).
import type { Asked, MemberMoney, Period, PeriodRow } from '../../../contract/money/periods.ts'
import type { Db } from '../../ground/db/connection.ts'
import { added, memberSpanOf, periodsOf, shownMoney, spanOf } from './rules.ts'
import { movedDays, movedMembers } from './store.ts'

type Ask = Asked & { by: Period; user_id?: string | undefined }
export const readPeriods = async (db: Db, ask: Ask, today: string): Promise<{ rows: PeriodRow[]; sum: PeriodRow }> => {
  const span = spanOf(ask, today)
  const days = await movedDays(db, ask.user_id ?? null, span)
  return { rows: periodsOf(ask.by, span, days), sum: { ...span, ...shownMoney(added(days)) } }
}

export const readMembers = async (
  db: Db,
  { from, to, ...page }: Asked & { search?: string | undefined; limit: number; offset: number },
  today: string,
): Promise<{ rows: MemberMoney[]; total: number; sum: PeriodRow }> => {
  const span = memberSpanOf({ from, to }, today)
  const [found, days] = await Promise.all([movedMembers(db, span, page), movedDays(db, null, span)])
  return {
    rows: found.rows.map(({ userId, name, ...moved }) => ({ userId, name: name ?? '', ...shownMoney(moved) })),
    total: found.total,
    sum: { ...span, ...shownMoney(added(days)) },
  }
}
