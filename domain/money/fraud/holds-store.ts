// Holds on withdraws in SQL (rule withdraw-hold). A hold takes no money: it keeps a request waiting until a person lifts it.
import { type SQL, sql } from 'drizzle-orm'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { refuseUnless } from '../../ground/db/refusal-store.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { isPersonHeld } from '../../people/holds/store.ts'
import { steers } from '../../people/ties/store.ts'
import { SHOWN_DAY } from './shown-day-store.ts'

/** false: there is one already; nothing was written. */
export const addHold = async (
  db: Db,
  hold: { userId: string; by: string; reason: string; at: number },
  audit: Statement[],
): Promise<boolean> => {
  try {
    await runBatch(db, [
      db.run(sql`
        insert into withdraw_holds (user_id, at, by, reason)
        values (${hold.userId}, ${hold.at}, ${hold.by}, ${hold.reason})
      `),
      ...audit,
    ])
    return true
  } catch (error) {
    if (refusalOf(error) !== 'taken withdraw_holds.user_id') throw error
    return false
  }
}

/** The score that a person has seen when they lift a hold: that of the day which the list shows. */
const seenScore = (userId: string): SQL =>
  sql`coalesce((select score from fraud_scores where user_id = ${userId} and day = ${SHOWN_DAY}), 0)`
/**
 * false: there is none, or the person who lifts it steers the money (rule decider-ties); nothing was written. Of two who lift it at once the
 * second writes nothing.
 */
export const liftHold = async (
  db: Db,
  lift: { userId: string; by: string; reason: string; at: number },
  audit: Statement[],
): Promise<boolean> => {
  const [open] = await db.all<{ id: number }>(
    sql`select id from withdraw_holds where user_id = ${lift.userId} and lifted_at is null`,
  )
  if (!open) return false
  try {
    await runBatch(db, [
      refuseUnless(
        db,
        'hold_moved',
        sql`lifted_at is null and not ${steers(sql`${lift.by}`, { person: sql`withdraw_holds.user_id` }, lift.at)}`,
        sql`from withdraw_holds where id = ${open.id}`,
      ),
      db.run(sql`
        update withdraw_holds
        set
          lifted_at = ${lift.at},
          lifted_by = ${lift.by},
          lifted_reason = ${lift.reason},
          score = max(score, ${seenScore(lift.userId)})
        where id = ${open.id}
      `),
      ...audit,
    ])
    return true
  } catch (error) {
    if (refusalOf(error) !== 'hold_moved') throw error
    return false
  }
}

/**
 * For the batch that stores scores: a hold on everybody whose score is that high, unless there is one, or a person lifted one who had
 * seen as high a score.
 */
export const holdHighScores = (
  db: Db,
  { day, ids, least, reason, at }: { day: string; ids: readonly string[]; least: number; reason: string; at: number },
): Statement =>
  db.run(sql`
    insert into withdraw_holds (user_id, at, by, reason, score)
    select s.user_id, ${at}, null, ${reason}, s.score
    from json_each(${JSON.stringify(ids)}) j
    cross join fraud_scores s on s.user_id = j.value and s.day = ${day}
    where s.score >= ${least}
      and not ${isPersonHeld(sql`s.user_id`)}
      and not exists (select 1 from withdraw_holds h where h.user_id = s.user_id and h.score >= s.score)
  `)
