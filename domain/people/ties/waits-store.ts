// Waits of tied deciders, in SQL: when one may be opened, and when it lets its opener decide (rule decider-wait).
import { type SQL, sql } from 'drizzle-orm'
import type { Rupiah } from '../../../contract/ground/money.ts'
import { DEFAULT_SETTINGS } from '../../../contract/ground/settings.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'
import { WAIT_MS } from '../../../contract/people/ties.ts'
import { ms } from './tied-store.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refuseUnless } from '../../ground/db/refusal-store.ts'
import type { Row } from '../../ground/db/rows.ts'
import { isPersonHeld, isWithdrawHeld } from '../holds/store.ts'
import { worksHere } from '../users/status-store.ts'
import { steers, type Target, type Tie } from './store.ts'
import type { withdrawWaits } from './table.ts'

const WERE_MS = 7 * DAY_MS
/** The setting lets staff decide about withdraws. */
export const STAFF = sql`
  coalesce((select value from settings where key = 'staff_can_process'), ${String(DEFAULT_SETTINGS.staff_can_process)})
    in ('true', '1')
`
const DECIDES = (role: SQL): SQL => sql`(${role} in ('admin', 'dev') or ${role} = 'staff' and ${STAFF})`
/** Of users by this name: they work here, and may decide about withdraws now (rule asker-stopped). 0 for nobody. */
export const paysOut = (name: string): SQL => sql`(${worksHere(name)} and ${DECIDES(sql.raw(`${name}.role`))})`
/**
 * Somebody who may decide about withdraws is not tied, or was there in the last seven days: anyone who takes the others' roles away, pauses or
 * closes them is not alone by that, nor who ties them to the member by what they give one of them.
 */
const isAnybodyFree = (target: Target, opener: SQL, now: number): SQL => sql`
  exists (
    select 1
    from users u
    where (u.status = 'active' or u.status_at > ${ms(now - WERE_MS)})
      and (
        ${DECIDES(sql`u.role`)}
        or exists (
          select 1
          from audit_log e
          where e.target = u.id and +e.at > ${ms(now - WERE_MS)} and e.action = 'user.update'
            and ${DECIDES(sql`e.before ->> 'role'`)}
        )
      )
      and iif(
        u.id = ${opener},
        not ${steers(sql`u.id`, target, now)},
        not ${steers(sql`u.id`, target, now, opener)}
      )
  )
`
/** Of the wait t and its request: the request stands where it stood, or was accepted since and is not ordered. @param r its alias */
const isOfNow = (r: SQL): SQL => sql`
  (
    ${r}.status = 'requested' and t.step = ${r}.step
    or ${r}.status = 'accepted' and ${r}.payment is null and t.step = ${r}.step - 1
  )
`
const isObjected = (withdraw: SQL): SQL => sql`
  exists (select 1 from withdraw_waits o where o.withdraw_id = ${withdraw} and o.objected_at is not null)
`
/** It has a wait, and its member's withdraws are held: of this or another request they said *Bukan saya*, or a hold came meanwhile. */
export const isStopped = (withdraw: SQL, person: SQL): SQL => sql`
  (${isPersonHeld(person)} and exists (select 1 from withdraw_waits o where o.withdraw_id = ${withdraw}))
`
/**
 * A wait of this one about the request is over, its member did not object, and still everybody is tied. Never of their own money. In a batch
 * it may be asked before or after the acceptance is written.
 */
export const hasWaited = (by: SQL, withdraw: SQL, now: number): SQL => sql`
  exists (
    select 1
    from withdraw_waits t
    join withdraws r on r.id = t.withdraw_id
    where t.withdraw_id = ${withdraw} and t.by = ${by} and t.until <= ${ms(now)} and r.user_id <> t.by
      and ${isOfNow(sql`r`)}
      and not ${isObjected(sql`t.withdraw_id`)}
      and not ${isAnybodyFree({ person: sql`r.user_id`, withdraw: sql`r.id` }, sql`t.by`, now)}
  )
`

/** until: of this one's wait; null: there is none. over: they may decide by it. free: somebody else may decide. */
export type WaitState = { until: number | null; over: 0 | 1; objected: 0 | 1; free: 0 | 1 }
export const waitStateOf = async (db: Db, by: string, withdrawId: string, now: number): Promise<WaitState | null> =>
  (
    await db.all<WaitState>(sql`
      select
        (select t.until from withdraw_waits t where t.withdraw_id = r.id and t.by = d.by and ${isOfNow(sql`r`)}) as until,
        ${hasWaited(sql`d.by`, sql`r.id`, now)} as over,
        ${isObjected(sql`r.id`)} as objected,
        ${isAnybodyFree({ person: sql`r.user_id`, withdraw: sql`r.id` }, sql`d.by`, now)} as free
      from withdraws r
      cross join (select ${by} as by) d
      where r.id = ${withdrawId}
    `)
  )[0] ?? null

type NewWait = { withdrawId: string; step: number; by: string; now: number; tie: Tie['kind'] }
/** For a batch: fails it unless the request still waits at that step, this one is tied, and nobody else may decide. */
export const openWait = (db: Db, { withdrawId, step, by, now, tie }: NewWait): Statement[] => [
  refuseUnless(
    db,
    'wait_moved',
    sql`
      exists (
        select 1
        from withdraws w
        cross join (select ${by} as by) d
        where w.id = ${withdrawId} and w.step = ${step} and w.status = 'requested' and w.payout_id is null
          and w.user_id <> d.by
          and not ${isWithdrawHeld(sql`w.user_id`)}
          and not ${isObjected(sql`w.id`)}
          and ${steers(sql`d.by`, { person: sql`w.user_id`, withdraw: sql`w.id` }, now)}
          and not ${isAnybodyFree({ person: sql`w.user_id`, withdraw: sql`w.id` }, sql`d.by`, now)}
      )
    `,
  ),
  db.run(sql`
    insert into withdraw_waits (withdraw_id, step, by, at, until, tie)
    values (${withdrawId}, ${step}, ${by}, ${now}, ${now + WAIT_MS}, ${tie})
  `),
]
/** For a batch: fails it unless the request has a wait to object to; holds what its member asks for. */
export const objectToWaits = (
  db: Db,
  { withdrawId, userId, reason, now }: { withdrawId: string; userId: string; reason: string; now: number },
): Statement[] => [
  refuseUnless(
    db,
    'wait_moved',
    sql`
      exists (
        select 1
        from withdraw_waits t
        join withdraws r on r.id = t.withdraw_id
        where t.withdraw_id = ${withdrawId} and ${isOfNow(sql`r`)} and not ${isObjected(sql`t.withdraw_id`)}
      )
    `,
  ),
  db.run(sql`
    update withdraw_waits
    set objected_at = ${now}
    where withdraw_id = ${withdrawId} and objected_at is null
  `),
  db.run(sql`
    insert into withdraw_holds (user_id, at, by, reason)
    select ${userId}, ${now}, ${userId}, ${reason}
    where not ${isPersonHeld(userId)}
  `),
]

export type ShownWait = Pick<Row<typeof withdrawWaits>, 'at' | 'until' | 'tie'> & {
  by: string | null
  objectedAt: number | null
}
/** Of the request w: JSON of the last ShownWait; an objection is of all that there were; null: nobody opened one where it stands, or it is ordered. */
export const WAIT = sql`
  (
    select json_object(
      'at', t.at, 'until', t.until, 'tie', t.tie, 'objectedAt', t.objected_at, 'by', trim(p.firstname || ' ' || p.lastname)
    )
    from withdraw_waits t
    left join users p on p.id = t.by
    where t.withdraw_id = w.id
      and w.payment is null
      and w.status <> 'rejected'
      and (t.objected_at is not null or ${isOfNow(sql`w`)})
    order by t.step desc, t.by desc
    limit 1
  )
`

const SHOWN = 100
export type DecidedAfterWait = Pick<Row<typeof withdrawWaits>, 'tie'> & {
  id: string
  user_id: string
  nominal: Rupiah
  name: string | null
  decider: string | null
  at: number
  found: number
  sum: number
}
/** Acceptances by who had opened a wait, when it was over: the newest hundred, with how many there are and their sum. */
export const decidedAfterWaits = (db: Db) =>
  db.all<DecidedAfterWait>(sql`
    select
      w.id, w.user_id, w.nominal, t.tie, s.at,
      (select trim(firstname || ' ' || lastname) from users where id = w.user_id) as name,
      (select trim(firstname || ' ' || lastname) from users where id = s.by) as decider,
      count(*) over () as found,
      sum(w.nominal) over () as sum
    from withdraw_waits t
    join withdraw_steps s on s.withdraw_id = t.withdraw_id and s.step = t.step + 1
    join withdraws w on w.id = t.withdraw_id
    where s.to_status = 'accepted' and s.by = t.by and s.at >= t.until
    order by s.at desc, w.id
    limit ${SHOWN}
  `)
