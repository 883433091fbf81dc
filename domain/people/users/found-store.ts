// What somebody looks for in a list of one person's things each: by that person, and from which day to which; and what it comes to.
import { type SQL, sql } from 'drizzle-orm'
import { type Days, inDays } from '../../ground/db/list-store.ts'
import { COUNT_MAX } from '../../ground/db/page-rules.ts'
import { matching } from './store.ts'

export type Found = Days & {
  /** Of the name, the email or the id of whose it is. */
  search?: string | undefined
}

/** For a table with user_id and created_at; null: nothing is looked for. */
export const foundBy = ({ search, ...days }: Found): SQL | null => {
  const parts = inDays(days)
  if (search) parts.push(sql`user_id in (select id from users where ${matching(search)})`)
  return parts.length === 0 ? null : sql.join(parts, sql` and `)
}
/** How many were found, up to COUNT_MAX. @param keys as of a list */
export const countFound = (keys: SQL): SQL => sql`(select count(*) from (${keys} limit ${COUNT_MAX}))`
/** Whole rupiah of them all; null: there are too many to add up. @param nominals `select nominal from …` */
export const sumFound = (nominals: SQL): SQL =>
  sql`(select iif(count(*) < ${COUNT_MAX}, coalesce(sum(nominal), 0), null) from (${nominals} limit ${COUNT_MAX}))`
