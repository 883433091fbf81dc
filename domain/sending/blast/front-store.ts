// The cron's look at those whom no claim takes because they refused all that is sent (rule topics).
import { sql } from 'drizzle-orm'
import { type Db, runBatch } from '../../ground/db/connection.ts'
import { FRONT, forgetFront } from '../../recipients/topics/front-store.ts'
import { takesOneOf } from '../../recipients/topics/store.ts'
import { sentTopics } from '../templates/topic-store.ts'
import { CLAIMABLE } from './run-rules-store.ts'

/** Fewer cost a claim nothing, and it looks at all of them. */
const WORTH_IT = 1_000
/** Rows that one look reads: it holds the writer for a seventh of a second. Of more, claims pass over these. */
const LOOKED_AT = 200_000

/**
 * Asked anew each minute, from the first of all: whoever comes before the place meanwhile (a new number, one that is given back, one whose topic was
 * turned on) is claimed after the next look.
 */
export const passRefused = async (db: Db): Promise<void> => {
  const [row] = await db.all<{ some: 0 | 1 }>(
    sql`select exists (select 1 from topic_refusals) or exists (select 1 from cron_rounds where name = ${FRONT}) as some`,
  )
  if (row?.some !== 1) return
  // the order of the index; without one term of its predicate SQLite does not use it
  const inOrder = sql`from phone_numbers indexed by phone_numbers_claim where ${CLAIMABLE} order by last_attempt_at, id`
  await runBatch(db, [
    forgetFront(db),
    db.run(sql`
      insert into cron_rounds (name, after)
      select ${FRONT}, json_array(f.last_attempt_at, f.id)
      from (
        select *
        from (
          select p.last_attempt_at, p.id
          from (select last_attempt_at, id, number ${inOrder} limit ${LOOKED_AT}) p
          where ${takesOneOf(sentTopics(null))}
          limit 1
        )
        union all
        select * from (select last_attempt_at, id ${inOrder} limit 1 offset ${LOOKED_AT})
        limit 1
      ) f
      where (f.last_attempt_at, f.id) > (select last_attempt_at, id ${inOrder} limit 1 offset ${WORTH_IT - 1})
    `),
  ])
}
