// Figures of the whole fleet for dev's monitor, and the people who may have a channel open.
import { sql } from 'drizzle-orm'
import { REACH_MAX } from '../../../contract/ground/count-max.ts'
import type { Db } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { users } from '../../people/users/table.ts'
import type { whatsapp } from '../../sending/whatsapp/table.ts'

const WORKING_MAX = 100
type Working = Row<typeof whatsapp, 'id' | 'clientid' | 'state' | 'status'>

export const fleetFigures = async (db: Db) => {
  const [states, working, [counts]] = await db.batch([
    db.all<Row<typeof whatsapp, 'state'> & { n: number }>(sql`
      select state, count(*) as n
      from whatsapp
      where removed_at is null
      group by state
    `),
    db.all<Working>(sql`
      select id, clientid, state, status
      from whatsapp
      where status = 'sending' and removed_at is null
      limit ${WORKING_MAX}
    `),
    db.all<{ sending: number; claimed: number; checks: number }>(sql`
      select
        (select count(*) from whatsapp where status = 'sending' and removed_at is null) as sending,
        (select count(*) from (select 1 from phone_numbers where in_use = 1 limit ${REACH_MAX})) as claimed,
        (select count(*) from number_checks where status = 'sending') as checks
    `),
  ])
  return {
    accounts: states.reduce((sum, s) => sum + s.n, 0),
    states: Object.fromEntries(states.map((s) => [s.state, s.n])),
    sending: counts?.sending ?? 0,
    numbersLeased: counts?.claimed ?? 0,
    checksRunning: counts?.checks ?? 0,
    working,
  }
}

export type Listening = Row<typeof users, 'role'> & { userId: string; name: string }
/** The people who signed in last, or only this one. A person has several sessions, so more rows are read than shown. */
export const whoMayListen = (db: Db, userId: string | null, limit: number): Promise<Listening[]> =>
  db.all<Listening>(
    userId === null
      ? sql`
        select u.id as "userId", trim(u.firstname || ' ' || u.lastname) as name, u.role
        from (
          select distinct user_id
          from (select user_id from sessions order by expires_at desc limit ${limit * 4})
          limit ${limit}
        ) k
        join users u on u.id = k.user_id
      `
      : sql`select id as "userId", trim(firstname || ' ' || lastname) as name, role from users where id = ${userId}`,
  )
