// Changes of bank details in SQL (rule bank-change).
import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS } from '../../../contract/ground/time.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'

export type BankDetails = { account_bank: string; account_number: string; account_name: string }
/** Nothing is paid to new details alone before. */
export const BANK_WAIT_MS = DAY_MS

const FIELDS = ['bank', 'number', 'name'].map((part) => sql.raw(`account_${part}`))
const all = (from: string, matches: (column: SQL) => SQL): SQL =>
  sql.join(
    FIELDS.map((field) => matches(sql`${sql.raw(from)}.${field}`)),
    sql` and `,
  )
/**
 * For the batch that changes them, before it does: what they are then is what the row says, whatever was read. Details that were never
 * complete could not be paid to, so the first filling replaces nothing; who empties them first gains nothing by that.
 */
export const recordBankChange = (
  db: Db,
  { userId, by, now, to }: { userId: string; by: string; now: number; to: Partial<BankDetails> },
): Statement => {
  const next = {
    bank: sql`coalesce(${to.account_bank ?? null}, u.account_bank)`,
    number: sql`coalesce(${to.account_number ?? null}, u.account_number)`,
    name: sql`coalesce(${to.account_name ?? null}, u.account_name)`,
  }
  return db.run(sql`
    insert into bank_changes (
      user_id, by, at, replaced, before_bank, before_number, before_name, account_bank, account_number, account_name
    )
    select
      u.id, ${by}, ${now},
      ${all('u', (column) => sql`trim(${column}) <> ''`)}
        or exists (select 1 from bank_changes b where b.user_id = u.id and b.replaced = 1)
        or exists (select 1 from withdraws w where w.user_id = u.id),
      u.account_bank, u.account_number, u.account_name, ${next.bank}, ${next.number}, ${next.name}
    from users u
    where u.id = ${userId}
  `)
}
/** When the details of the request w took the place of others; null: they did not. */
export const replacedAt = sql`
  (
    select max(c.at)
    from bank_changes c
    where c.user_id = w.user_id and c.replaced = 1
      and c.account_bank = w.account_bank and c.account_number = w.account_number and c.account_name = w.account_name
  )
`
/** Of the request w: they did within the last day. */
export const replacedLately = (now: number): SQL => sql`coalesce(${replacedAt} > ${now - BANK_WAIT_MS}, 0)`
export type LastChange = { at: number; by: string | null; own: 0 | 1; replaced: 0 | 1 }
/** JSON of a LastChange; null: no change of this person's details is on record. */
export const lastChangeOf = (person: SQL): SQL => sql`
  (
    select json_object(
      'at', c.at, 'by', trim(b.firstname || ' ' || b.lastname), 'own', c.by = c.user_id, 'replaced', c.replaced
    )
    from bank_changes c
    left join users b on b.id = c.by
    where c.user_id = ${person}
    order by c.at desc, c.id desc
    limit 1
  )
`
