// Scores and signals in SQL, and how far the day's look has come (rule fraud-signals).
import { sql } from 'drizzle-orm'
import type { Role } from '../../../contract/people/role-table.ts'
import { type Db, runBatch } from '../../ground/db/connection.ts'
import { holdHighScores } from './holds-store.ts'
import { mayHold, scoreOf, type Signal } from './rules.ts'

/**
 * A round of the cron: the day that it looks at, and the last member it has looked at; null: it is done. failedOnce: the next page could
 * not be looked at, and is tried once more.
 */
export type Round = { day: string; after: string | null; failedOnce?: boolean }
const DONE = '~'
export const readRound = async (db: Db): Promise<Round | null> => {
  const [row] = await db.all<{ after: string }>(sql`select after from cron_rounds where name = 'fraud'`)
  if (!row) return null
  const [day = '', after = '', failed = ''] = row.after.split('|')
  return { day, after: after === DONE ? null : after, ...(failed === '' ? {} : { failedOnce: true }) }
}
const saveRound = (db: Db, { day, after, failedOnce = false }: Round) => {
  const place = `${day}|${after ?? DONE}${failedOnce ? '|failed' : ''}`
  return db.run(sql`
    insert into cron_rounds (name, after)
    values ('fraud', ${place})
    on conflict (name) do update set after = excluded.after
  `)
}
/** The last day on which somebody was not looked at; the list says so. */
const saveSkippedDay = (db: Db, day: string) =>
  db.run(sql`
    insert into cron_rounds (name, after)
    values ('fraud-skipped', ${day})
    on conflict (name) do update set after = excluded.after
  `)
/** For a page that could not be looked at. A round that ends with a skipped one shows its day all the same. */
export const saveFailedPage = async (db: Db, round: Round): Promise<void> => {
  await runBatch(db, [
    saveRound(db, round),
    ...(round.failedOnce ? [] : [saveSkippedDay(db, round.day)]),
    ...(round.after === null ? [saveShownDay(db, round.day)] : []),
  ])
}
/** The day that lists show: the last one that was looked at in full. */
const saveShownDay = (db: Db, day: string) =>
  db.run(sql`
    insert into cron_rounds (name, after)
    values ('fraud-shown', ${day})
    on conflict (name) do update set after = excluded.after
  `)

/** With everybody else: nothing has to be read twice to skip them. */
export const peopleAfter = async (db: Db, after: string, limit: number): Promise<{ id: string; role: Role }[]> =>
  db.all(sql`select id, role from users where id > ${after} order by id limit ${limit}`)

export type Scored = { userId: string; signals: Signal[] }
/** One page of members, and the place of the round, in one transaction: a repeated page writes the same. */
export const saveScores = async (
  db: Db,
  {
    round,
    ids,
    scored,
    hold,
    now,
  }: {
    round: Round
    ids: readonly string[]
    scored: readonly Scored[]
    hold: { least: number; reason: string }
    now: number
  },
): Promise<void> => {
  const { day } = round
  const scores = scored.map(({ userId, signals }) => ({ userId, score: scoreOf(signals) }))
  const signals = scored.flatMap(({ userId, signals: found }) =>
    found.map(({ evidence, ...signal }) => ({ userId, ...signal, evidence: JSON.stringify(evidence) })),
  )
  const holdable = scored.flatMap(({ userId, signals: found }) => (mayHold(found) ? [userId] : []))
  const ofPage = sql`day = ${day} and user_id in (select value from json_each(${JSON.stringify(ids)}))`
  await runBatch(db, [
    ...(ids.length > 0
      ? [db.run(sql`delete from fraud_scores where ${ofPage}`), db.run(sql`delete from fraud_signals where ${ofPage}`)]
      : []),
    ...(scores.length > 0
      ? [
          db.run(sql`
            insert into fraud_scores (user_id, day, score)
            select value ->> 'userId', ${day}, value ->> 'score'
            from json_each(${JSON.stringify(scores)})
          `),
          db.run(sql`
            insert into fraud_signals (user_id, day, kind, points, evidence)
            select value ->> 'userId', ${day}, value ->> 'kind', value ->> 'points', value ->> 'evidence'
            from json_each(${JSON.stringify(signals)})
          `),
          holdHighScores(db, { day, ids: holdable, ...hold, at: now }),
        ]
      : []),
    saveRound(db, round),
    ...(round.after === null ? [saveShownDay(db, day)] : []),
  ])
}
