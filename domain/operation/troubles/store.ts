// Troubles in SQL (rule troubles): what a look changes, in one transaction with the alerts that follow from it (rule alerts).
import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS } from '../../../contract/ground/time.ts'
import { TROUBLE_DAYS, TROUBLES_MAX } from '../../../contract/operation/troubles.ts'
import { type Db, runBatch, type Statement } from '../../ground/db/connection.ts'
import { purge } from '../../ground/db/purge.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { cronEnds } from '../health/table.ts'
import type { Change } from './rules.ts'
import type { alerts, troubles } from './table.ts'

/** Where alerts go. */
export type Target = { channel: 'mail' | 'webhook'; target: string }

const NEW_ID = sql`lower(hex(randomblob(16)))`
const these = (ids: readonly number[]): SQL => sql`(select value from json_each(${JSON.stringify(ids)}))`

const addStarted = (db: Db, started: Change['started'], now: number): Statement =>
  db.run(sql`
    insert into troubles (kind, subject, since, seen_at, told_at, figures)
    select
      value ->> 'kind', value ->> 'subject', ${now}, ${now},
      case when value ->> 'told' then ${now} end,
      value ->> 'figures'
    from json_each(${JSON.stringify(started)})
    where true
    on conflict do nothing
  `)
const markSeen = (db: Db, seen: Change['seen'], now: number): Statement =>
  db.run(sql`
    update troubles
    set seen_at = ${now}, figures = j.value ->> 'figures'
    from json_each(${JSON.stringify(seen)}) j
    where troubles.id = j.value ->> 'id' and troubles.ended_at is null
  `)
/** Also of troubles that began before an address was saved: anyone who is to be told of troubles is told of those that are open. */
const addStartAlerts = (db: Db, targets: readonly Target[], now: number): Statement =>
  db.run(sql`
    insert into alerts (id, trouble_id, phase, channel, target, created_at, due_at)
    select ${NEW_ID}, t.id, 'start', j.value ->> 'channel', j.value ->> 'target', ${now}, ${now}
    from troubles t
    cross join json_each(${JSON.stringify(targets)}) j
    where t.ended_at is null and t.told_at is not null
    on conflict do nothing
  `)
/** To those who were told of the start, or will be. */
const addEndAlerts = (db: Db, ended: readonly number[], now: number): Statement =>
  db.run(sql`
    insert into alerts (id, trouble_id, phase, channel, target, created_at, due_at)
    select ${NEW_ID}, a.trouble_id, 'end', a.channel, a.target, ${now}, ${now}
    from alerts a
    join troubles t on t.id = a.trouble_id and t.ended_at is not null
    where a.trouble_id in ${these(ended)} and a.phase = 'start'
      and (a.delivered_at is not null or a.due_at is not null)
    on conflict do nothing
  `)

/** Two crons that look at the same moment change it once: each statement asks again whether the trouble is still open. */
export const applyChange = async (
  db: Db,
  change: Change,
  {
    targets,
    round,
    now,
    more = [],
  }: {
    targets: readonly Target[]
    /** null: it is no look of the cron. */
    round: Row<typeof cronEnds, 'round'>['round'] | null
    now: number
    /** What the look notes for the next ones. */
    more?: Statement[]
  },
): Promise<void> => {
  const { started, seen, told, ended, dropped } = change
  const statements: Statement[] = [...more]
  if (dropped.length > 0)
    statements.push(
      db.run(sql`delete from troubles where id in ${these(dropped)} and told_at is null and ended_at is null`),
    )
  if (seen.length > 0) statements.push(markSeen(db, seen, now))
  if (told.length > 0)
    statements.push(
      db.run(sql`
        update troubles set told_at = ${now} where id in ${these(told)} and told_at is null and ended_at is null
      `),
    )
  if (ended.length > 0) {
    statements.push(
      db.run(sql`
        update troubles
        set ended_at = ${now}
        where id in ${these(ended)} and told_at is not null and ended_at is null
      `),
      addEndAlerts(db, ended, now),
    )
  }
  if (started.length > 0) statements.push(addStarted(db, started, now))
  if (targets.length > 0) statements.push(addStartAlerts(db, targets, now))
  if (round !== null) {
    statements.push(
      db.run(sql`
        insert into cron_ends (round, ended_at)
        values (${round}, ${now})
        on conflict (round) do update set ended_at = excluded.ended_at
      `),
    )
  }
  await runBatch(db, statements)
}

export type TroubleRow = Row<typeof troubles>
export type AlertRow = Row<
  typeof alerts,
  'trouble_id' | 'phase' | 'channel' | 'due_at' | 'delivered_at' | 'tries' | 'target'
>
export type TroubleList = {
  open: TroubleRow[]
  ended: TroubleRow[]
  alerts: AlertRow[]
  looked: { often: number | null; hourly: number | null }
}
/** Statements of the list, for a batch with others of the same screen. */
const selectEnded = (now: number): SQL => sql`
  select *
  from troubles
  where ended_at is not null and ended_at > ${now - TROUBLE_DAYS * DAY_MS}
  order by ended_at desc
  limit ${TROUBLES_MAX}
`
export const troubleList = async (db: Db, now: number): Promise<TroubleList> => {
  const [open, ended, told, [looked]] = await db.batch([
    db.all<TroubleRow>(sql`select * from troubles where ended_at is null order by kind, subject`),
    db.all<TroubleRow>(selectEnded(now)),
    db.all<AlertRow>(sql`
      select a.trouble_id, a.phase, a.channel, a.target, a.due_at, a.delivered_at, a.tries
      from (
        select id from troubles where ended_at is null
        union all
        select id from (${selectEnded(now)})
      ) t
      cross join alerts a on a.trouble_id = t.id
      order by a.trouble_id, a.created_at, a.phase desc, a.channel, a.target
    `),
    db.all<TroubleList['looked']>(sql`
      select
        (select ended_at from cron_ends where round = 'watch') as often,
        (select ended_at from cron_ends where round = 'watch_hour') as hourly
    `),
  ])
  return { open, ended, alerts: told, looked: looked ?? { often: null, hourly: null } }
}

/** Cron: what ended before, with its alerts. */
export const purgeTroubles = async (db: Db, before: number): Promise<void> => {
  await purge(db, 'troubles', sql`ended_at is not null and ended_at < ${before}`)
  await purge(
    db,
    'alerts',
    sql`created_at < ${before} and (trouble_id is null or trouble_id not in (select id from troubles))`,
  )
}
