// Alerts on their way (rule alerts): each is on record before anything is sent, is tried until its address took it, and never after that.
import { type SQL, sql } from 'drizzle-orm'
import { MINUTE_MS } from '../../../contract/ground/time.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { Target } from './store.ts'
import type { alerts, troubles } from './table.ts'

/** Longer than a try may take: a cron that dies in between leaves the alert to the next one. */
const LEASE_MS = 2 * MINUTE_MS
export type DueAlert = Row<typeof alerts, 'id' | 'phase' | 'channel' | 'target' | 'tries'> & {
  createdAt: number
  /** null: a test. */
  trouble: Row<typeof troubles, 'id' | 'kind' | 'subject' | 'since' | 'ended_at' | 'figures'> | null
}
type Taken = Row<typeof alerts, 'id' | 'trouble_id' | 'phase' | 'channel' | 'target' | 'tries' | 'created_at'>

/** Takes what is due: nobody else sends it within the lease. An end waits until its start was delivered. */
export const takeDueAlerts = async (db: Db, { now, limit }: { now: number; limit: number }): Promise<DueAlert[]> => {
  const taken = await db.all<Taken>(sql`
    update alerts
    set due_at = ${now + LEASE_MS}, tries = tries + 1, tried_at = ${now}
    where id in (
      select a.id
      from alerts a
      where a.due_at <= ${now} and (
        a.phase <> 'end' or not exists (
          select 1
          from alerts s
          where s.trouble_id = a.trouble_id and s.phase = 'start' and s.channel = a.channel and s.target = a.target
            and s.due_at is not null
        )
      )
      order by a.due_at
      limit ${limit}
    )
    returning id, trouble_id, phase, channel, target, tries, created_at
  `)
  if (taken.length === 0) return []
  const about = await db.all<NonNullable<DueAlert['trouble']>>(sql`
    select id, kind, subject, since, ended_at, figures
    from troubles
    where id in (select value from json_each(${JSON.stringify(taken.map((row) => row.trouble_id))}))
  `)
  return taken.map(({ created_at: createdAt, trouble_id: troubleId, ...alert }) => ({
    ...alert,
    createdAt,
    trouble: about.find(({ id }) => id === troubleId) ?? null,
  }))
}
export const markDelivered = async (db: Db, id: string, now: number): Promise<void> => {
  await db.run(sql`
    update alerts set delivered_at = ${now}, due_at = null where id = ${id} and delivered_at is null
  `)
}
export const tryAgainAt = async (db: Db, id: string, dueAt: number): Promise<void> => {
  await db.run(sql`update alerts set due_at = ${dueAt} where id = ${id} and delivered_at is null`)
}
/** An alert that was not delivered, and of a start also the end that waits for it. */
const withItsEnd = (id: string): SQL => sql`
  delivered_at is null and id in (
    select ${id}
    union all
    select e.id
    from alerts s
    join alerts e on e.trouble_id = s.trouble_id and e.phase = 'end' and e.channel = s.channel and e.target = s.target
    where s.id = ${id} and s.phase = 'start'
  )
`
export const giveUp = async (db: Db, id: string): Promise<void> => {
  await db.run(sql`update alerts set due_at = null where ${withItsEnd(id)}`)
}
/** Its address was taken out of the settings; one that is put back is new. */
export const forgetAlert = async (db: Db, id: string): Promise<void> => {
  await db.run(sql`delete from alerts where ${withItsEnd(id)}`)
}

/** An alert that tells of nothing, to each address. @returns the ids */
export const addTestAlerts = async (
  db: Db,
  targets: readonly Target[],
  now: number,
  more: Statement[],
): Promise<string[]> => {
  const [rows] = await db.batch([
    db.all<Row<typeof alerts, 'id'>>(sql`
      insert into alerts (id, phase, channel, target, created_at, due_at)
      select lower(hex(randomblob(16))), 'test', value ->> 'channel', value ->> 'target', ${now}, ${now}
      from json_each(${JSON.stringify(targets)})
      where true
      returning id
    `),
    ...more,
  ])
  return rows.map(({ id }) => id)
}
export const deliveredOf = async (db: Db, ids: readonly string[]): Promise<Row<typeof alerts, 'channel'>[]> =>
  db.all(sql`
    select channel
    from alerts
    where id in (select value from json_each(${JSON.stringify(ids)})) and delivered_at is not null
  `)
