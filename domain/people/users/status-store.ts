// Whether a person may work here, in SQL (rule person-status). A check that comes before a write would race with the admin who stops
// the person: so each write that depends on it asks in its own batch.
import { type SQL, sql } from 'drizzle-orm'
import type { Sen } from '../../../contract/ground/money.ts'
import type { PersonStop } from '../../../contract/people/pauses.ts'
import type { PersonStatus } from '../../../contract/people/person-status.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refuseIf, refuseUnless } from '../../ground/db/refusal-store.ts'
import type { Row } from '../../ground/db/rows.ts'
import type { users } from './table.ts'

type Stored = Row<typeof users, 'status' | 'status_reason' | 'status_by' | 'status_at' | 'status_version'>
/** One JSON value for another statement's columns; that statement has users as u. */
export const STOP_JSON: SQL = sql`
  json_object(
    'status', u.status,
    'status_reason', u.status_reason,
    'status_by', u.status_by,
    'status_at', u.status_at,
    'status_version', u.status_version
  )
`
/** @param json what STOP_JSON answered */
export const stopOf = (json: string): PersonStop => {
  const { status, status_reason: reason, status_by: by, status_at: at, status_version } = JSON.parse(json) as Stored
  const since = new Date(at ?? 0).toISOString()
  return {
    version: status_version,
    paused: status === 'active' ? null : { of: 'person', reason: reason ?? '', by: by ?? '', since },
    closed: status === 'closed',
  }
}
/** For a batch: one row, none for nobody. */
const selectStop = (db: Db, userId: string) =>
  db.all<{ stop: string }>(sql`select ${STOP_JSON} as stop from users u where u.id = ${userId}`)
/** null: there is no such person. */
export const readStop = async (db: Db, userId: string): Promise<PersonStop | null> => {
  const [row] = await selectStop(db, userId)
  return row ? stopOf(row.stop) : null
}

/** Of users by this name in a statement: they are active, and of the team. 0 for nobody (rule asker-stopped). */
export const worksHere = (name: string): SQL =>
  sql.raw(`coalesce(${name}.status = 'active' and ${name}.role <> 'member', 0)`)

/**
 * For a batch that pauses or closes somebody, or takes their role: fails it (last_admin) where nobody else can run the place then. Who is paused
 * cannot (rule paused-office). Of two who do it to each other at once one is refused.
 */
export const refuseLastAdmin = (db: Db, id: string): Statement =>
  refuseIf(
    db,
    'last_admin',
    sql`
      role in ('admin', 'dev')
      and not exists (select 1 from users o where o.role in ('admin', 'dev') and o.id <> users.id and o.status = 'active')
    `,
    sql`from users where id = ${id}`,
  )
type Turn = {
  id: string
  to: PersonStatus
  /** null: active again. */
  reason: string | null
  /** Name of who does it. */
  by: string
  at: number
}
/**
 * For a batch: fails it where the turn is not allowed any more (status_moved, last_admin). A closed person is opened before
 * anything else, and an admin stays. @param condition what else must be true of users' row
 */
export const turnStatus = (db: Db, { id, to, reason, by, at }: Turn, condition: SQL = sql`true`): Statement[] => {
  const isOpen = to === 'active' ? sql`true` : sql`status <> 'closed'`
  return [
    refuseUnless(db, 'status_moved', sql`${isOpen} and ${condition}`, sql`from users where id = ${id}`),
    ...(to === 'active' ? [] : [refuseLastAdmin(db, id)]),
    db.run(sql`
      update users
      set
        status = ${to},
        status_reason = ${reason},
        status_by = ${by},
        status_at = ${at},
        status_version = status_version + 1,
        shows_number_at = iif(${to} = 'closed', null, shows_number_at)
      where id = ${id}
    `),
  ]
}
/** For a person's own close: nothing of theirs is left to pay out (rule close-own). Of users' row. */
export const nothingToPay = (leastSen: Sen): SQL => sql`
  not exists (select 1 from withdraws w where w.user_id = users.id and w.status = 'requested')
  and coalesce((select balance_sen from balances b where b.user_id = users.id), 0) < ${leastSen}
`
/** For a batch: fails it unless this person is active. */
export const refuseStopped = (db: Db, userId: string): Statement =>
  refuseUnless(db, 'person_stopped', sql`status = 'active'`, sql`from users where id = ${userId}`)
/** For a batch: fails it while this person is paused; what a closed one left is still decided. */
export const refusePaused = (db: Db, userId: string): Statement =>
  refuseIf(db, 'person_stopped', sql`status = 'paused'`, sql`from users where id = ${userId}`)

/** Ids of the accounts that this person has now. */
export const accountsOfPerson = async (db: Db, userId: string): Promise<string[]> =>
  (
    await db.all<{ id: string }>(sql`
      select id from whatsapp where user_id = ${userId} and removed_at is null and phonenumber is not null limit 500
    `)
  ).map(({ id }) => id)
/**
 * Accounts whose person's status changed since, with that status: of a closed person for as long as `closedSince` says, because
 * each is to be removed.
 */
export const accountsToTell = async (
  db: Db,
  { changedSince, closedSince }: { changedSince: number; closedSince: number },
): Promise<{ userId: string; stop: PersonStop; accounts: string[] }[]> => {
  const rows = await db.all<{ id: string; stop: string; accounts: string }>(sql`
    select
      u.id, ${STOP_JSON} as stop,
      (
        select json_group_array(w.id)
        from whatsapp w
        where w.user_id = u.id and w.removed_at is null and w.phonenumber is not null
      ) as accounts
    from users u
    where u.status_at is not null
      and u.status_at > ${Math.min(changedSince, closedSince)}
      and (u.status_at > ${changedSince} or (u.status = 'closed' and u.status_at > ${closedSince}))
    limit 200
  `)
  return rows.map(({ id, stop, accounts }) => ({
    userId: id,
    stop: stopOf(stop),
    accounts: JSON.parse(accounts) as string[],
  }))
}
