// Writes of the append-only security record, each for the batch of the act that it tells (rule security-events).
import { isNotProved } from '../record/store.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { SecurityKind } from '../../../contract/record/security-events.ts'
import { DAY_MS, HOUR_MS } from '../../../contract/ground/time.ts'
import { AUDIT_RETENTION_MS } from '../audit/retention-rules.ts'
import { HAS_PEOPLE } from '../../ground/restoring/store.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { PURGE_ROWS, purge } from '../../ground/db/purge.ts'
import { CONTENTS, digestOf } from '../record/chain.ts'
import { newSalt } from '../record/salt.ts'
import type { Place } from './rules.ts'

export type SecurityEvent = Partial<Place> & {
  at: number
  kind: SecurityKind
  userId: string | null
  /** Who is signed in. */
  by?: string | null
  /** Token hash of the sign-in. */
  sessionHash?: string | null
  /** Keyed hash of an email that nobody has; of a refused act its route and the reason's code. */
  subject?: string | null
}
/** So much of a hash tells sign-ins and devices apart. */
const REF_CHARS = 16

/** Of a place that has nobody nothing is told: rows of its own would stand before the first ones of a backup (rule restore-gate). */
const insertWhere = (db: Db, event: SecurityEvent, condition: SQL) => {
  const { network = null, country = null, device = null, subject = null } = event
  const content = {
    session: event.sessionHash?.slice(0, REF_CHARS) ?? null,
    network,
    country,
    device: device?.slice(0, REF_CHARS) ?? null,
    subject,
  }
  const salt = newSalt()
  const digest = digestOf(
    salt,
    CONTENTS.security_events.map((field) => content[field]),
  )
  return db.run(sql`
    insert into security_events (at, user_id, kind, by, digest, salt, session, network, country, device, subject)
    select
      ${event.at}, ${event.userId}, ${event.kind}, ${event.by ?? null}, ${digest}, ${salt}, ${content.session},
      ${content.network}, ${content.country}, ${content.device}, ${content.subject}
    where ${condition} and ${HAS_PEOPLE}
  `)
}
/** What a person can repeat as often as they like is told once an hour of each device and network. */
const ONCE_AN_HOUR: readonly SecurityKind[] = ['sign_in', 'new_device', 'factor_used', 'sign_out']
/** A browser without cookies is a new device each time. */
const MOST_OF_OWN = 30
const isTold = ({ userId, at, kind, device = null, network = null }: SecurityEvent): SQL => {
  // unary + keeps SQLite at the person's index
  const ofThisHour = sql`
    from security_events e
    where e.user_id = ${userId} and e.at > ${at - HOUR_MS} and +e.kind = ${kind}
  `
  const ref = device?.slice(0, REF_CHARS) ?? null
  return sql`
    (
      exists (select 1 ${ofThisHour} and +e.device is ${ref} and +e.network is ${network})
      or (select count(*) from (select 1 ${ofThisHour} limit ${MOST_OF_OWN})) >= ${MOST_OF_OWN}
    )
  `
}
/** @param unless for a batch that may change nothing: where this condition holds nothing is added */
export const securityStatement = (db: Db, event: SecurityEvent, unless = sql`false`): Statement =>
  insertWhere(
    db,
    event,
    ONCE_AN_HOUR.includes(event.kind) ? sql`not (${unless}) and not ${isTold(event)}` : sql`not (${unless})`,
  )

/** What strangers cause is kept once a network and hour, and no more than this an hour (rule event-limits): of a person, of all unknown emails. */
const MOST_OF_PERSON = 10
const MOST_OF_UNKNOWN = 100
/** For failures and lockouts: anyone who guesses must not be able to fill the record. */
export const writeCapped = async (db: Db, event: SecurityEvent): Promise<void> => {
  const most = event.userId === null ? MOST_OF_UNKNOWN : MOST_OF_PERSON
  const ofThisHour = sql`
    from security_events e
    where e.user_id is ${event.userId} and e.at > ${event.at - HOUR_MS} and +e.kind = ${event.kind}
  `
  await insertWhere(
    db,
    event,
    sql`
      (select count(*) from (select 1 ${ofThisHour} limit ${most})) < ${most}
      and not exists (select 1 ${ofThisHour} and +e.network is ${event.network ?? null})
    `,
  )
}

/** Somebody who presses a refused button all day adds no more than this an hour. */
const MOST_REFUSED = 30
/**
 * What of money, consent and rights was refused, with its reason, once an hour of each route and reason. It is no part of a batch, because
 * the act's own batch wrote nothing.
 */
export const writeRefused = async (
  db: Db,
  event: Partial<Place> & { at: number; userId: string; sessionHash: string; route: string; reason: string },
): Promise<void> => {
  const { route, reason, ...rest } = event
  const subject = `${route} ${reason}`
  const ofThisHour = sql`
    from security_events e
    where e.user_id = ${event.userId} and e.at > ${event.at - HOUR_MS} and +e.kind = 'act_refused'
  `
  await insertWhere(
    db,
    { ...rest, kind: 'act_refused', by: event.userId, subject },
    sql`
      (select count(*) from (select 1 ${ofThisHour} limit ${MOST_REFUSED})) < ${MOST_REFUSED}
      and not exists (select 1 ${ofThisHour} and +e.subject = ${subject})
    `,
  )
}

/** How long an event tells its place: with it shared devices and networks are found, and a person can look back. */
const PLACE_MS = 365 * DAY_MS
/** After an account is closed: as long as a withdraw of it may still be looked into. */
const CLOSED_MS = 90 * DAY_MS
/** The event stays, and the record's chain with it. */
const WITHOUT_PLACE = sql`salt = null, session = null, network = null, country = null, device = null, subject = null`

/** Cron: takes places out of old events and of those of closed accounts, and deletes events of over five years (rule retention). */
export const tidySecurityEvents = async (db: Db, now: number): Promise<void> => {
  await db.run(sql`
    update security_events
    set ${WITHOUT_PLACE}
    where id in (
      select id from security_events where salt is not null and at < ${now - PLACE_MS} order by at limit ${PURGE_ROWS}
    )
  `)
  await db.run(sql`
    update security_events
    set ${WITHOUT_PLACE}
    where id in (
      select e.id
      from users u
      cross join security_events e on e.user_id = u.id
      where u.status_at is not null
        and u.status_at < ${now - CLOSED_MS}
        and u.status = 'closed'
        and e.salt is not null
      limit ${PURGE_ROWS}
    )
  `)
  const before = now - AUDIT_RETENTION_MS
  await purge(db, 'security_events', sql`at < ${before} and ${isNotProved('security_events', before)}`)
}
