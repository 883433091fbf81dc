// What each account earned on each day, from the parts of postings; what is not posted yet has its parts, too.
import { sql } from 'drizzle-orm'
import type { Cursors, IncomeDay } from '../../../contract/money/ledger.ts'
import { type Sen, senToRupiah } from '../../../contract/ground/money.ts'
import type { Db } from '../../ground/db/connection.ts'
import { ACCOUNT_NAME } from '../../sending/whatsapp/name-store.ts'
import { pageAt, placeOf } from './cursor-rules.ts'

type Ask = {
  userId: string
  from?: string | undefined
  to?: string | undefined
  limit: number
  before?: string | undefined
  after?: string | undefined
}
type DayRow = Omit<IncomeDay, 'income'> & { amount_sen: Sen }
const FIRST_DAY = '0000-01-01'
const LAST_DAY = '9999-12-31'

export const cursorOf = ({ day, accountId }: Pick<IncomeDay, 'day' | 'accountId'>): string => `${day}|${accountId}`
/** Newest day first; of a day by account. A cursor is `day|account`. */
export const incomeDaysOf = async (
  db: Db,
  { userId, from = FIRST_DAY, to = LAST_DAY, limit, before, after }: Ask,
): Promise<{ rows: IncomeDay[] } & Cursors> => {
  const place = placeOf(before, after)
  const [day = '', source = ''] = (before ?? after ?? '').split('|')
  const keys =
    place === 'page'
      ? sql`true`
      : place === 'before'
        ? sql`(day, source) < (${day}, ${source})`
        : sql`(day, source) > (${day}, ${source})`
  const order = place === 'after' ? sql`day, source` : sql`day desc, source desc`
  // parts of reversals have a negative amount and count their messages as the paid ones do
  const read = await db.all<DayRow>(sql`
    with g as (
      select
        day,
        source,
        sum(iif(kind = 'blast_income', messages, 0)) as messages,
        sum(iif(kind = 'income_reversal', messages, 0)) as reversed,
        sum(amount_sen) as amount_sen
      from posting_parts
      where user_id = ${userId}
        and day between ${from} and ${to}
        and kind in ('blast_income', 'income_reversal')
        and ${keys}
      group by day, source
      order by ${order}
      limit ${limit + 1}
    )
    select g.day, g.source as accountId, coalesce(${ACCOUNT_NAME}, '') as name, w.phonenumber, g.messages, g.reversed, g.amount_sen
    from g
    left join whatsapp w on w.id = g.source
    order by ${order}
  `)
  const { rows, cursors } = pageAt(place, read, limit, cursorOf)
  return { rows: rows.map(({ amount_sen, ...row }) => ({ ...row, income: senToRupiah(amount_sen) })), ...cursors }
}
