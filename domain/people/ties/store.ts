// Whether somebody steers a person's money, in SQL: the condition that every statement asks which decides about it (rules
// decider-ties, tie-kinds).
import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS } from '../../../contract/ground/time.ts'
import type { TieKind } from '../../../contract/people/ties.ts'
import { hasGiven, ms, SETS_BANK, STEERS_MS, steersUntil } from './tied-store.ts'
import { isSameAccount } from '../bank-details/same-account-store.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refuseIf } from '../../ground/db/refusal-store.ts'
import { PLACE_DAYS } from './rules.ts'

/** Whose money it is; withdraw: the id of the request that it is, whose own account counts as well. */
export type Target = { person: SQL; withdraw?: SQL }

const PLACE_MS = PLACE_DAYS * DAY_MS
/** A person who signed in, or set a password by a link, was at that device; what others did to the account was done at theirs. */
const WAS_THERE = sql`e.kind in ('sign_in', 'password_changed') and coalesce(e.by, e.user_id) = e.user_id`
/** Epoch ms until which a device counts on which both were; null: there is none. */
const deviceUntil = (by: SQL, person: SQL, now: number): SQL => sql`
  (
    select max(min(p.at, (
      select max(e.at)
      from security_events e
      where e.device = p.device and e.user_id = ${by} and e.at > ${ms(now - PLACE_MS)} and ${WAS_THERE}
    ))) + ${ms(PLACE_MS)}
    from (
      select e.device, max(e.at) as at
      from security_events e
      where e.user_id = ${person} and e.at > ${ms(now - PLACE_MS)} and +e.device is not null and ${WAS_THERE}
      group by e.device
    ) p
  )
`
/** Both signed in from one network: no tie, because carriers and offices share addresses, but worth a look. */
export const sharesNetwork = (by: SQL, person: SQL, now: number): SQL => sql`
  (
    ${by} is not ${person}
    and exists (
      select 1
      from security_events i
      where i.user_id = ${person} and i.at > ${ms(now - STEERS_MS)} and +i.network is not null and +i.kind = 'sign_in'
        and exists (
          select 1
          from security_events o
          where o.network = i.network and o.user_id = ${by} and +o.at > ${ms(now - STEERS_MS)} and +o.kind = 'sign_in'
        )
    )
  )
`
/** The present account and those that somebody replaced lately. */
const accountsOf = (person: SQL, now: number): SQL => sql`
  select account_bank as bank, account_number as number
  from users
  where id = ${person}
  union all
  select before_bank, before_number
  from bank_changes
  where user_id = ${person} and at > ${ms(now - STEERS_MS)}
`
const hasSameAccount = (by: SQL, { person, withdraw }: Target, now: number): SQL => {
  const ofRequest = sql`union all select account_bank, account_number from withdraws where id = ${withdraw}`
  const [a, b] = [
    { bank: sql`a.bank`, number: sql`a.number` },
    { bank: sql`b.bank`, number: sql`b.number` },
  ]
  return sql`
    exists (
      select 1
      from (${accountsOf(by, now)}) a
      join (${accountsOf(person, now)} ${withdraw ? ofRequest : sql``}) b
      where ${isSameAccount(a, b)}
    )
  `
}
/**
 * By any tie that there is.
 * @param but without the ties that this one could make: by what they gave either of them, or by signing in as who steers and writing their account
 */
export const steers = (by: SQL, target: Target, now: number, but?: SQL): SQL => {
  const place = sql`(${deviceUntil(by, target.person, now)} is not null or ${hasSameAccount(by, target, now)})`
  return sql`
    (
      ${by} = ${target.person}
      or ${steersUntil(by, target.person, now, { but })} is not null
      or ${place} ${but === undefined ? sql`` : sql`and not ${hasGiven(but, by, now)}`}
    )
  `
}

/** For a batch that gives a person more: fails it (decider_steers) where this one steers their money. */
export const refuseIfSteers = (db: Db, by: string, person: string, now: number): Statement =>
  refuseIf(db, 'decider_steers', steers(sql`${by}`, { person: sql`${person}` }, now))

/** until: epoch ms; null: as long as their accounts are one. */
export type Tie = { kind: TieKind; until: number | null }
export type Line = { userId: string; withdrawId: string | null; member: string }
type Found = Line & Record<'bank' | 'own' | 'all' | 'device', number | null> & { account: 0 | 1 }
/** What ties somebody to whom these lines pay; oneself is no tie. */
export const tiesOf = async (
  db: Db,
  by: string,
  lines: readonly Line[],
  now: number,
): Promise<{ line: Line; tie: Tie }[]> => {
  const [who, person] = [sql`d.by`, sql`d.person`]
  const rows = await db.all<Found>(sql`
    select
      d.person as "userId", d.withdraw as "withdrawId", d.member,
      (
        select max(e.at) + ${ms(STEERS_MS)}
        from audit_log e
        where e.target = d.person and +e.actor_id = d.by and +e.at > ${ms(now - STEERS_MS)} and ${SETS_BANK}
      ) as bank,
      ${steersUntil(who, person, now, { own: true })} as own,
      ${steersUntil(who, person, now)} as "all",
      ${deviceUntil(who, person, now)} as device,
      ${hasSameAccount(who, { person, withdraw: sql`d.withdraw` }, now)} as account
    from (
      select
        ${by} as by, value ->> 'userId' as person, value ->> 'withdrawId' as withdraw, value ->> 'member' as member
      from json_each(${JSON.stringify(lines)})
    ) d
    where d.by <> d.person
  `)
  return rows.flatMap(({ bank, own, all, device, account, ...line }): { line: Line; tie: Tie }[] => {
    const found = [
      { kind: 'bank', until: bank },
      { kind: 'credential', until: own },
      { kind: 'common', until: all },
      { kind: 'device', until: device },
    ] as const
    const tie = found.find(({ until }) => until !== null) ?? (account === 1 ? { kind: 'account', until: null } : null)
    return tie ? [{ line, tie }] : []
  })
}
/** Names of those who may decide about all of these lines. */
export const namesOfUntied = async (
  db: Db,
  roles: readonly string[],
  lines: readonly Line[],
  now: number,
): Promise<string[]> => {
  const rows = await db.all<{ name: string }>(sql`
    select trim(u.firstname || ' ' || u.lastname) as name
    from users u
    where u.role in (select value from json_each(${JSON.stringify(roles)}))
      and u.status = 'active'
      and not exists (
        select 1
        from json_each(${JSON.stringify(lines)}) l
        where ${steers(sql`u.id`, { person: sql`l.value ->> 'userId'`, withdraw: sql`l.value ->> 'withdrawId'` }, now)}
      )
    order by 1
    limit 4
  `)
  return rows.map(({ name }) => name)
}
/** Whether somebody and the member of a request signed in from one network. */
export const isOnOneNetwork = async (db: Db, by: string, withdrawId: string, now: number): Promise<boolean> => {
  const [row] = await db.all<{ same: 0 | 1 }>(sql`
    select ${sharesNetwork(sql`${by}`, sql`w.user_id`, now)} as same
    from withdraws w
    where w.id = ${withdrawId}
  `)
  return row?.same === 1
}
