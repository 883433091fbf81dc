// Marks the recipients whose consent does not suffice, and grades what was typed under a version that knew no grades (rule consent-grade).
import { sql } from 'drizzle-orm'
import { DAYS_OF, GRADES } from '../../../contract/ground/consent-grades.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'
import { type Db, runBatch, runNamed } from '../../ground/db/connection.ts'
import { isWeakIn, WEAK } from '../sources/grade-store.ts'
import { AFTER_WEAK } from './flag-store.ts'

/** Rows that one statement looks at: it holds the writer for a tenth of a second. */
const STEP = 5_000
const ENTRIES = 1_000
const KEYS = JSON.stringify(['consent_lowest_grade', ...Object.values(DAYS_OF)])
/** Of the settings; text, so that two of them can be compared. Without one that says anything: empty. */
const RULE = sql`
  coalesce(
    (
      select group_concat(key || '=' || value, ';')
      from (
        select key, value
        from settings
        where key in (select value from json_each(${KEYS})) and value not in ('typed', '0')
        order by key
      )
    ),
    ''
  )
`
/** ended: epoch ms; 0: it is under way, behind the recipient `after`. */
type Walk = { rule: string; after: number; ended: number }
const keep = (db: Db, walk: Walk) =>
  db.run(sql`
    insert into cron_rounds (name, after)
    values ('grades', ${JSON.stringify(walk)})
    on conflict (name) do update set after = excluded.after
  `)

const markStep = async (db: Db, { rule, after }: Walk, now: number): Promise<Walk> => {
  const next = sql`from phone_numbers where id > ${after} order by id`
  const weak = isWeakIn('phone_numbers', sql`${now}`)
  const { last } = await runNamed(db, {
    marked: db.run(sql`
      update phone_numbers
      set suppressed = iif(suppressed = 0, ${WEAK}, ${AFTER_WEAK})
      where id in (select id ${next} limit ${STEP}) and suppressed in (0, ${WEAK}) and (suppressed = ${WEAK}) <> ${weak}
    `),
    last: db.all<{ id: number }>(sql`select id ${next} limit 1 offset ${STEP - 1}`),
  })
  const [row] = last
  const walk = row ? { rule, after: row.id, ended: 0 } : { rule, after: 0, ended: now }
  await keep(db, walk)
  return walk
}

/**
 * Those that claims come to first, in their own order, for as long as some of these do not suffice: consents of one import grow old in one
 * moment, and until the next walk every claim would look at all of them.
 */
const markFront = async (db: Db, now: number, hasTime: () => boolean): Promise<void> => {
  for (;;) {
    if (!hasTime()) return
    // the predicate of the index again: without one of its terms SQLite does not use it
    const { meta } = await db.run(sql`
      update phone_numbers
      set suppressed = ${WEAK}
      where id in (
          select id
          from phone_numbers indexed by phone_numbers_claim
          where status = 'active' and suppressed = 0 and in_use = 0 and consent_at is not null
          order by last_attempt_at, id
          limit ${STEP}
        )
        and suppressed = 0
        and ${isWeakIn('phone_numbers', sql`${now}`)}
    `)
    if (meta.changes === 0) return
  }
}

/**
 * Cron. All of them once the settings have changed, and once a day while they ask for anything: consents grow old. Those that claims come to
 * first every minute.
 */
export const markWeak = async (db: Db, now: number, hasTime: () => boolean): Promise<void> => {
  const [row] = await db.all<{ rule: string; walk: string | null }>(
    sql`select ${RULE} as rule, (select after from cron_rounds where name = 'grades') as walk`,
  )
  const { rule = '' } = row ?? {}
  if (rule !== '') await markFront(db, now, hasTime)
  let walk = (row?.walk ? JSON.parse(row.walk) : { rule: '', after: 0, ended: 1 }) as Walk
  const isOver = walk.ended > 0 && (rule === '' || now - walk.ended < DAY_MS)
  if (walk.rule === rule && isOver) return
  if (walk.rule !== rule || walk.ended > 0) walk = { rule, after: 0, ended: 0 }
  while (walk.ended === 0) {
    if (!hasTime()) return
    walk = await markStep(db, walk, now)
  }
}
/** A setting was saved: the next walk is over all. */
export const walkAnew = (db: Db) => keep(db, { rule: '?', after: 0, ended: 0 })
/**
 * After a restoration: a backup reads settings and recipients at different times, and entries of the audit log may be there before the rows
 * that they tell of.
 */
export const walkAgain = (db: Db) => [walkAnew(db), db.run(sql`delete from cron_rounds where name = 'grades-typed'`)]

/**
 * Cron. What was added or edited by hand is in the audit log, in the moment of its consent: a version without grades left its row as it was, which
 * may say that a file brought it. One that stood at the newest entry looks at nothing.
 */
export const gradeTyped = async (db: Db): Promise<void> => {
  const after = sql`coalesce((select cast(after as integer) from cron_rounds where name = 'grades-typed'), 0)`
  const among = (action: string) => sql`
    select id, at, actor_id, action, target
    from audit_log
    where action = ${action} and id > ${after}
    order by id
    limit ${ENTRIES}
  `
  const next = sql`
    entries as (
      select * from (select * from (${among('phonenumber.create')}) union all select * from (${among('phonenumber.update')}))
      order by id
      limit ${ENTRIES}
    )
  `
  await runBatch(db, [
    db.run(sql`
      with ${next}
      update phone_numbers
      set consent_grade = ${GRADES.typed}
      where consent_grade is not ${GRADES.typed}
        and id in (
          select p.id
          from entries e
          cross join phone_numbers p on p.number = e.target
          where e.action = 'phonenumber.create' and p.consent_at = e.at and p.consent_by = e.actor_id
          union all
          select p.id
          from entries e
          cross join phone_numbers p on p.id = cast(e.target as integer)
          where e.action = 'phonenumber.update' and p.consent_at = e.at and p.consent_by = e.actor_id
        )
    `),
    db.run(sql`
      with ${next}
      insert into cron_rounds (name, after)
      select 'grades-typed', cast(max(id) as text) from entries where true having max(id) is not null
      on conflict (name) do update set after = excluded.after
    `),
  ])
}
