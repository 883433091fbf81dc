// Rows of this account about one number (rule data-request). Attempts have no index by number: this reads all of them.
import type { Content } from './contents-store.ts'
import type { Attempt } from './attempts-store.ts'

type Kept = Pick<
  Attempt,
  | 'name'
  | 'created_at'
  | 'outcome'
  | 'delivered_at'
  | 'read_at'
  | 'revoked_at'
  | 'job_id'
  | 'campaign'
  | 'template_id'
  | 'fields'
> & {
  content: Content | null
}
/** More than anybody is written to in the time that attempts are kept, less than an answer can carry. */
const MOST = 500
/** Newest first; cut: there are more. */
export const attemptsTo = (sql: SqlStorage, number: string): { attempts: Kept[]; cut: boolean } => {
  const rows = sql
    .exec<Omit<Kept, 'content'> & { value: string | null }>(
      `select a.name, a.created_at, a.outcome, a.delivered_at, a.read_at, a.revoked_at, a.job_id, a.campaign, a.template_id,
         a.fields, c.value
       from attempts a left join contents c on c.id = a.content_id
       where a.number = ? order by a.created_at desc limit ?`,
      number,
      MOST + 1,
    )
    .toArray()
  const attempts = rows
    .slice(0, MOST)
    .map(({ value, ...attempt }) => ({ ...attempt, content: value === null ? null : (JSON.parse(value) as Content) }))
  return { attempts, cut: rows.length > MOST }
}

export const stopsOf = (sql: SqlStorage, number: string): { via: string; at: number }[] =>
  sql
    .exec<{ via: string; at: number }>(
      `select via, at from opt_outs
       where number = ?1 or lid in (select lid from contacts where number = ?1)`,
      number,
    )
    .toArray()

/** Replies that ask for something, without their texts: perhaps a stop, what is kept about them, more messages again. */
export const askedIn = (sql: SqlStorage, number: string): { asked: 'doubt' | 'info' | 'opt_in'; at: number }[] =>
  sql
    .exec<{ asked: 'doubt' | 'info' | 'opt_in'; at: number }>(
      `select 'doubt' as asked, at from doubts where number = ?1
       union all select 'info', at from infos where number = ?1
       union all select 'opt_in', at from keywords where number = ?1 or lid in (select lid from contacts where number = ?1)
       union all select 'opt_in', at from answers where number = ?1 and keyword_id is not null
       union all select 'opt_in', at from opt_ins where number = ?1 or lid in (select lid from contacts where number = ?1)`,
      number,
    )
    .toArray()

export const checkedIn = (sql: SqlStorage, number: string): { name: string; registered: 0 | 1 }[] =>
  sql
    .exec<{ name: string; registered: 0 | 1 }>('select name, registered from check_results where number = ?', number)
    .toArray()

/** A one-off blast that rests or runs will write to it. */
export const isTarget = (sql: SqlStorage, number: string): boolean =>
  sql.exec('select 1 from job_targets where number = ? limit 1', number).toArray().length > 0
