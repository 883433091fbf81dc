// Links in progress, by account: how many a person has at once, and how many places all of them may take (rule link-limits). Calls
// and table say attempts, which in an account's object are messages.
import type { AttemptRefused, AttemptRequest } from '../rpc.ts'
import { placesForLinks } from './rules.ts'

export const createLinks = (sql: SqlStorage): void => {
  sql.exec(
    'create table if not exists attempts (account text primary key, person text not null, ends_at integer not null, placed integer not null default 0, attempt text) without rowid',
  )
  // of a release before
  if (sql.exec(`select 1 from pragma_table_info('attempts') where name = 'attempt'`).toArray().length === 0)
    sql.exec('alter table attempts add column attempt text')
}
/** The last QR is over by then; one whose end was not heard counts no longer. */
const LONGEST_MS = 5 * 60_000

/** null: it counts from now on. @param free places that nobody has, links in progress neither */
export const countLink = (
  sql: SqlStorage,
  { accountId, userId, most, part, attempt }: AttemptRequest,
  free: number,
  now: number,
): AttemptRefused | null => {
  sql.exec('delete from attempts where ends_at <= ? or account = ?', now, accountId)
  const count = (where: string, ...values: string[]) =>
    sql
      .exec<{ n: number; placed: number; first: number | null }>(
        `select count(*) as n, coalesce(sum(placed), 0) as placed, min(ends_at) as first from attempts where ${where}`,
        ...values,
      )
      .one()
  const [mine, all] = [count('person = ?', userId), count('true')]
  const refused = (why: AttemptRefused['why'], first: number | null): AttemptRefused => ({
    why,
    waitS: Math.max(1, Math.ceil(((first ?? now) - now) / 1_000)),
  })
  if (mine.n >= most) return refused('links_many', mine.first)
  if (part !== null && all.n >= placesForLinks(free, all.placed, part)) return refused('links_full', all.first)
  sql.exec(
    'insert into attempts (account, person, ends_at, attempt) values (?, ?, ?, ?)',
    accountId,
    userId,
    now + LONGEST_MS,
    attempt ?? null,
  )
  return null
}
/** It has its place, which is free no more. */
export const markPlaced = (sql: SqlStorage, accountId: string): void => {
  sql.exec('update attempts set placed = 1 where account = ?', accountId)
}
/** @param attempt null: whichever the account has */
export const endLink = (sql: SqlStorage, accountId: string, attempt: string | null): void => {
  sql.exec('delete from attempts where account = ?1 and (?2 is null or attempt = ?2)', accountId, attempt)
}
