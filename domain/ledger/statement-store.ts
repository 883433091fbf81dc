// The statement of one person (rule statement): entries, newest first, each with what it is made of, and what is not
// posted yet.
import { sql } from 'drizzle-orm'
import type { StatementKind, StatementLine } from '../../contract/ledger.ts'
import { senToRupiah } from '../../contract/money.ts'
import type { Db } from '../db/connection.ts'
import type { Row } from '../db/rows.ts'
import type { whatsapp } from '../whatsapp/table.ts'
import type { ledger, postingParts } from './table.ts'

type Entry = Row<typeof ledger>
type PartRow = Row<typeof postingParts, 'messages' | 'price_sen' | 'amount_sen'> &
  Row<typeof whatsapp, 'phonenumber'> & { name: string }
/** For what is not posted yet id, after_sen and at are null. */
type LineRow = Row<typeof ledger, 'kind' | 'amount_sen'> & {
  id: Entry['id'] | null
  /** Sen that the person had after this entry. */
  after_sen: number | null
  day: Row<typeof postingParts>['day'] | null
  at: Entry['at'] | null
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
      'name', coalesce(w.pushname, trim(u.firstname || ' ' || u.lastname), '')
    ))
    from posting_parts p
    left join whatsapp w on p.kind <> 'referral_income' and w.id = p.source
    left join users u on p.kind = 'referral_income' and u.id = p.source
    where p.user_id = l.user_id and p.day = l.day and p.posting = l.posting and p.kind = l.kind
  ) as parts
`

/** @param page from 1. open: what accrued and is not posted, newest day first; both in one call to D1. */
export const statementOf = async (
  db: Db,
  { userId, page, limit }: { userId: string; page: number; limit: number },
): Promise<{ lines: StatementLine[]; total: number; open: StatementLine[] }> => {
  // A posting's ref is person:kind:day:posting; entries of other kinds have other refs and no parts. Compared by substr: D1
  // takes LIKE patterns of 50 bytes at most, and a person's id alone has 36.
  const afterKind = sql`length(user_id) + length(kind) + 3`
  const open = (kind: StatementKind, column: string) => sql`
    select d.user_id, ${kind} as kind, d.day, d.postings + 1 as posting,
      ${sql.raw(`d.${column}`)} as amount_sen
    from balances b
    join daily_stats d on d.user_id = b.user_id and d.day >= b.unposted_since
    where b.user_id = ${userId} and ${sql.raw(`d.${column}`)} <> 0
  `
  const [lines, [count], opened] = await db.batch([
    db.all<LineRow>(sql`
      with lines as (
        select
          id,
          user_id,
          kind,
          amount_sen,
          at,
          sum(amount_sen) over (order by id) as after_sen,
          substr(ref, 1, ${afterKind} - 1) = user_id || ':' || kind || ':' as posted_day,
          substr(ref, ${afterKind}, 10) as ref_day,
          cast(substr(ref, ${afterKind} + 11) as integer) as posting
        from ledger
        where user_id = ${userId}
        order by id desc
        limit ${limit} offset ${(page - 1) * limit}
      ),
      l as (select *, iif(posted_day, ref_day, null) as day from lines)
      select id, kind, amount_sen, after_sen, day, at, ${WITH_PARTS}
      from l
      order by id desc
    `),
    db.all<{ n: number }>(sql`select count(*) as n from ledger where user_id = ${userId}`),
    db.all<LineRow>(sql`
      with l as (
        ${open('blast_income', 'unposted_income_sen')}
        union all
        ${open('income_reversal', 'unposted_reversal_sen')}
        union all
        ${open('referral_income', 'unposted_referral_sen')}
      )
      select null as id, kind, amount_sen, null as after_sen, day, null as at, ${WITH_PARTS}
      from l
      order by day desc, kind
    `),
  ])
  return { lines: lines.map(present), total: count?.n ?? 0, open: opened.map(present) }
}

const present = (row: LineRow): StatementLine => ({
  id: row.id,
  kind: row.kind,
  amount: senToRupiah(row.amount_sen),
  balance: row.after_sen === null ? null : senToRupiah(row.after_sen),
  day: row.day,
  createdAt: row.at === null ? null : new Date(row.at).toISOString(),
  parts: (JSON.parse(row.parts) as PartRow[]).map((part) => ({
    name: part.name,
    phonenumber: part.phonenumber,
    messages: part.messages,
    price: part.price_sen === 0 ? null : senToRupiah(part.price_sen),
    amount: senToRupiah(part.amount_sen),
  })),
})
