// The statement of one person (rule statement): entries, newest first, each with what it is made of, and what is not
// posted yet.
import { type SQL, sql } from 'drizzle-orm'
import type { Cursors, StatementKind, StatementLine } from '../../../contract/money/ledger.ts'
import { type Sen, senToRupiah } from '../../../contract/ground/money.ts'
import type { Db } from '../../ground/db/connection.ts'
import { ACCOUNT_NAME } from '../../sending/whatsapp/name-store.ts'
import type { Row } from '../../ground/db/rows.ts'
import { pageAt, placeOf } from './cursor-rules.ts'
import type { whatsapp } from '../../sending/whatsapp/table.ts'
import type { ledger, postingParts } from './table.ts'

type Entry = Row<typeof ledger>
type PartRow = Row<typeof postingParts, 'messages' | 'price_sen' | 'amount_sen'> &
  Row<typeof whatsapp, 'phonenumber'> & { name: string }
/** For what is not posted yet id, after_sen and at are null. */
type LineRow = Row<typeof ledger, 'kind' | 'amount_sen'> & {
  id: Entry['id'] | null
  /** Sen that the person had after this entry. */
  after_sen: Sen | null
  day: Row<typeof postingParts>['day'] | null
  at: Entry['at'] | null
  withdraw_id: string | null
  /** PartRow[] as JSON. */
  parts: string
}

/**
 * For lines (as l) with user_id, kind, day and posting: the parts of each. The source of a part is an account; for referral
 * income it is a person.
 */
const WITH_PARTS = sql`
  (
    select json_group_array(json_object(
      'messages', p.messages,
      'price_sen', p.price_sen,
      'amount_sen', p.amount_sen,
      'phonenumber', w.phonenumber,
      'name', coalesce(${ACCOUNT_NAME}, trim(u.firstname || ' ' || u.lastname), '')
    ))
    from posting_parts p
    left join whatsapp w on p.kind <> 'referral_income' and w.id = p.source
    left join users u on p.kind = 'referral_income' and u.id = p.source
    where p.user_id = l.user_id and p.day = l.day and p.posting = l.posting and p.kind = l.kind
  ) as parts
`

/** The ref of such an entry is withdraw:id:hold:step or withdraw:id:release:step. */
const WITHDRAW_ID = sql`
  iif(kind in ('withdraw_hold', 'withdraw_release'), substr(ref, 10, instr(substr(ref, 10), ':') - 1), null)
`

export type StatementFilter = { kind?: StatementKind | undefined; from?: string | undefined; to?: string | undefined }
type StatementAsk = StatementFilter & {
  userId: string
  page: number
  limit: number
  before?: string | undefined
  after?: string | undefined
}
// A posting's ref is person:kind:day:posting; entries of other kinds have other refs and no parts. Compared by substr: D1
// takes LIKE patterns of 50 bytes at most, and a person's id alone has 36.
const AFTER_KIND = sql`length(user_id) + length(kind) + 3`
/**
 * All entries of a person with the balance after each. The balance counts entries that a filter leaves out, so this is made first. A
 * person has some entries a day at most. on_day: the day that filters go by; 25200 s are the seven hours of Jakarta.
 */
const entriesOf = (userId: string) => sql`
  entries as (
    select
      *,
      sum(amount_sen) over (order by id) as after_sen,
      substr(ref, 1, ${AFTER_KIND} - 1) = user_id || ':' || kind || ':' as posted_day
    from ledger
    where user_id = ${userId}
  ),
  lines as (
    select
      *,
      iif(posted_day, substr(ref, ${AFTER_KIND}, 10), null) as day,
      iif(
        posted_day,
        substr(ref, ${AFTER_KIND}, 10),
        strftime('%Y-%m-%d', at / 1000 + 25200, 'unixepoch')
      ) as on_day,
      cast(substr(ref, ${AFTER_KIND} + 11) as integer) as posting
    from entries
  )
`
const FIRST_DAY = '0000-01-01'
const LAST_DAY = '9999-12-31'
const left = ({ kind, from = FIRST_DAY, to = LAST_DAY }: StatementFilter): SQL => sql`
  on_day between ${from} and ${to} and ${kind ? sql`kind = ${kind}` : sql`true`}
`
const openOf = (userId: string) => {
  const open = (kind: StatementKind, column: string) => sql`
    select d.user_id, ${kind} as kind, d.day, d.postings + 1 as posting,
      ${sql.raw(`d.${column}`)} as amount_sen
    from balances b
    join daily_stats d on d.user_id = b.user_id and d.day >= b.unposted_since
    where b.user_id = ${userId} and ${sql.raw(`d.${column}`)} <> 0
  `
  return sql`
    with l as (
      ${open('blast_income', 'unposted_income_sen')}
      union all
      ${open('income_reversal', 'unposted_reversal_sen')}
      union all
      ${open('referral_income', 'unposted_referral_sen')}
    )
    select null as id, kind, amount_sen, null as after_sen, day, null as at, null as withdraw_id, ${WITH_PARTS}
    from l
    order by day desc, kind
  `
}

/**
 * One page of the entries that the filter leaves, newest first: beside a cursor, else by number from 1. open: what accrued and is not
 * posted, newest day first. All in one call to D1.
 */
export const statementOf = async (
  db: Db,
  { userId, page, limit, before, after, ...filter }: StatementAsk,
): Promise<{ lines: StatementLine[]; total: number; open: StatementLine[] } & Cursors> => {
  const place = placeOf(before, after)
  const keys = before ? sql`id < ${Number(before)}` : after ? sql`id > ${Number(after)}` : sql`true`
  const order = place === 'after' ? sql`id` : sql`id desc`
  const offset = place === 'page' ? (page - 1) * limit : 0
  // one more than is shown, to know whether there is a further page
  const [rows, [count], opened] = await db.batch([
    db.all<LineRow>(sql`
      with ${entriesOf(userId)},
      l as (select * from lines where ${left(filter)} and ${keys} order by ${order} limit ${limit + 1} offset ${offset})
      select id, kind, amount_sen, after_sen, day, at, ${WITHDRAW_ID} as withdraw_id, ${WITH_PARTS}
      from l
      order by ${order}
    `),
    db.all<{ n: number }>(sql`with ${entriesOf(userId)} select count(*) as n from lines where ${left(filter)}`),
    db.all<LineRow>(openOf(userId)),
  ])
  const shown = pageAt(place === 'page' && page > 1 ? 'before' : place, rows, limit, (row) => String(row.id))
  return { ...shown.cursors, lines: shown.rows.map(present), total: count?.n ?? 0, open: opened.map(present) }
}

export type StatementRow = Row<typeof ledger, 'id' | 'kind' | 'amount_sen' | 'at'> & {
  after_sen: Sen
  on_day: string
}
/** Without their parts, newest first, from the one after this id on. */
export const statementAfter = (
  db: Db,
  { userId, after, limit, ...filter }: StatementFilter & { userId: string; after: number | null; limit: number },
): Promise<StatementRow[]> =>
  db.all<StatementRow>(sql`
    with ${entriesOf(userId)}
    select id, kind, amount_sen, after_sen, on_day, at
    from lines
    where ${left(filter)} and ${after === null ? sql`true` : sql`id < ${after}`}
    order by id desc
    limit ${limit}
  `)

const present = (row: LineRow): StatementLine => ({
  id: row.id,
  kind: row.kind,
  amount: senToRupiah(row.amount_sen),
  balance: row.after_sen === null ? null : senToRupiah(row.after_sen),
  day: row.day,
  createdAt: row.at === null ? null : new Date(row.at).toISOString(),
  withdrawId: row.withdraw_id,
  parts: (JSON.parse(row.parts) as PartRow[]).map((part) => ({
    name: part.name,
    phonenumber: part.phonenumber,
    messages: part.messages,
    price: part.price_sen === 0 ? null : senToRupiah(part.price_sen),
    amount: senToRupiah(part.amount_sen),
  })),
})
