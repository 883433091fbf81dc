// Topics that a person refused (rule topics): a claim asks about them, and their own page sets them.
import { type SQL, sql } from 'drizzle-orm'
import { type Db, runNamed, type Statement } from '../../ground/db/connection.ts'
import type { NumberClaim } from '../suppressions/claims-store.ts'

/** Asked once a statement, not for each number. */
const SOMEBODY_REFUSED = sql`exists (select 1 from topic_refusals)`
/**
 * Of phone_numbers as p: one of these topics may be sent to them. Nearly nobody refused any, which is one look in an index.
 * @param topics a select of one column `topic`; null: of a message without one, which nobody can refuse
 */
export const takesOneOf = (topics: SQL): SQL => sql`
  (
    not ${SOMEBODY_REFUSED}
    or not exists (select 1 from topic_refusals r where r.number = p.number)
    or exists (
      select 1
      from (${topics}) m
      where m.topic is null
        or not exists (select 1 from topic_refusals r where r.number = p.number and r.topic = m.topic)
    )
  )
`
/** JSON list of what they refused. @param number an expression */
export const refusedTopics = (number: SQL): SQL => sql`
  iif(${SOMEBODY_REFUSED}, (select json_group_array(r.topic) from topic_refusals r where r.number = ${number}), '[]')
`

/**
 * Exactly these from now on. Answers who holds their number: that account chose its message before.
 * @param refused may name a topic that nobody sends any more
 */
export const setRefused = async (
  db: Db,
  { number, refused, now }: { number: string; refused: readonly string[]; now: number },
): Promise<NumberClaim[]> => {
  const named = sql`(select value from json_each(${JSON.stringify(refused)}))`
  const act: Statement[] = [
    db.run(sql`delete from topic_refusals where number = ${number} and topic not in ${named}`),
    // of somebody whose row is gone nothing is kept
    db.run(sql`
      insert into topic_refusals (number, topic, at)
      select ${number}, value, ${now}
      from json_each(${JSON.stringify(refused)})
      where exists (select 1 from phone_numbers where number = ${number})
      on conflict do nothing
    `),
  ]
  const holders = db.all<NumberClaim>(sql`
    select number, in_use_by as "accountId"
    from phone_numbers
    where number = ${number} and in_use = 1 and in_use_by is not null
  `)
  return (await runNamed(db, { act, holders })).holders
}
