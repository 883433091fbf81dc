// Accounts as people look for them in lists of what accounts did: by client id, number or name.
import { type SQL, sql } from 'drizzle-orm'
import { phoneStart } from '../../../contract/ground/phone.ts'
import { matchOf } from '../../ground/db/page-rules.ts'
import { namedLike } from './store.ts'

/**
 * Accounts by the beginning of a client id or number, or of the words of a name; a subquery of its own, because D1 takes five
 * selects in one `union` at most.
 */
export const senders = (search: string, digits: string | null): SQL => {
  const match = matchOf(search)
  const begins = (column: SQL, text: string) =>
    sql`select rowid from whatsapp where removed_at is null and ${column} >= ${text} and ${column} < ${`${text}~`}`
  const parts = [begins(sql`clientid`, search)]
  if (digits !== null) parts.push(sql`${begins(sql`phonenumber`, digits)} and phonenumber is not null`)
  if (match) parts.push(...namedLike(match))
  return sql`select id from whatsapp where removed_at is null and rowid in (${sql.join(parts, sql` union `)})`
}
/** The beginning of a number; null: the text has letters, and is none. */
export const numberOf = (search: string): string | null => {
  const typed = phoneStart(search)
  return /^\d+$/.test(typed) ? typed : null
}
