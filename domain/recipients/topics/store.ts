// Topics that a person refused (rule topics): a claim asks about them, and their own page sets them.
import { type SQL, sql } from 'drizzle-orm'
import { type Db, runNamed, type Statement } from '../../ground/db/connection.ts'
import { forgetFront } from './front-store.ts'
import { holdersAmong, type NumberClaim, saveWithdrawnClaim } from '../suppressions/claims-store.ts'

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
 * Only what was changed: what another tab of theirs, or a topic that is new, brought meanwhile stays. Whoever holds their number chose its message
 * before, and is asked to let go of it: by the cron, too, because nothing in the row says so.
 */
export const changeRefused = async (
  db: Db,
  { number, refuse, allow, now }: { number: string; refuse: readonly string[]; allow: readonly string[]; now: number },
): Promise<NumberClaim[]> => {
  const act: Statement[] = [
    db.run(sql`
      delete from topic_refusals
      where number = ${number} and topic in (select value from json_each(${JSON.stringify(allow)}))
    `),
    // of somebody whose row is gone nothing is kept
    db.run(sql`
      insert into topic_refusals (number, topic, at)
      select ${number}, value, ${now}
      from json_each(${JSON.stringify(refuse)})
      where exists (select 1 from phone_numbers where number = ${number})
      on conflict do nothing
    `),
    ...(refuse.length === 0 ? [] : [saveWithdrawnClaim(db, sql`number = ${number}`)]),
    ...(allow.length === 0 ? [] : [forgetFront(db)]),
  ]
  return (await runNamed(db, { act, holders: holdersAmong(db, sql`(${number})`) })).holders
}
