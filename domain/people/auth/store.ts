// Sign-in state in SQL: sessions by token hash, failed sign-ins by the minute, one-time reset links (rules sign-in,
// guessing, reset-link).
import { type SQL, sql } from 'drizzle-orm'
import { DEFAULT_SETTINGS } from '../../../contract/ground/settings.ts'
import { type Db, runNamed, type Statement } from '../../ground/db/connection.ts'
import { refused } from '../../ground/db/refusal-store.ts'
import { refusalOf } from '../../ground/db/refusals.ts'
import { dropTickets } from './ticket-store.ts'
import { networksOfSite } from '../../ground/limits/rules.ts'
import type { users } from '../users/table.ts'
import { updatePasswordHash } from './password-store.ts'
import type { passwordResets, sessions } from './table.ts'
import type { TokenClaim } from '../../ground/crypto/token.ts'

export const SESSION_MS = 30 * 86_400_000
/** However much it is used. */
export const LONGEST_SESSION_MS = 90 * 86_400_000
/** A session's end is moved at most once a day; otherwise every request would cost a write. */
const SLIDE_AFTER_MS = 86_400_000
const FAILURE_MINUTES = 15
const MAX_FAILURES = 5
const MAX_EMAILS = 20
/** Of one email from all networks together; a device that signed in before is not counted in it, nor held up by it. */
const MAX_FAILURES_EVERYWHERE = 50
/** How often more a /48 of IPv6 may fail than one of its networks. */
const SITE_TIMES = 3
/** Of one email from all devices that signed in before, or anyone who once knew the password could collect devices to guess with. */
const MAX_FAILURES_OF_DEVICES = 20
const UNLIMITED = 1_000_000
const DEVICE = 'device:'
/** A device that signed in as this person before, or the network that asks. */
export type Guesser = { device: string } | { network: string }
const nameOf = (by: Guesser): string => ('device' in by ? `${DEVICE}${by.device}` : by.network)
export const RESET_MS = 30 * 60_000
const minuteOf = (at: number): number => Math.floor(at / 60_000)

/** How far a sign-in may be trusted, beyond that it stands. */
export type Standing = {
  /** When the person last proved on it to be who they are. */
  provedAt: number
  /** Since when they have a second factor; null: they have none. */
  factorSince: number | null
  /** 1: their role must have one before anything else (rule second-factor). */
  mustEnrol: number
  /** 1: of the office, and paused: they see everything and decide nothing (rule paused-office). */
  isIdle: number
}
/**
 * Of the person `u` on the sign-in `s`. The setting is read for those alone whom it concerns; one that cannot be read is on.
 */
const STANDING = `s.seen_at as "seenAt",
    s.proved_at as "provedAt",
    u.factor_since as "factorSince",
    u.role <> 'member' and u.status = 'paused' as "isIdle",
    u.role <> 'member' and u.factor_since is null
      and coalesce((select value from settings where key = 'factor_required'), '${DEFAULT_SETTINGS.factor_required}') not in ('false', '0') as "mustEnrol"`

export type Session = Pick<typeof sessions.$inferSelect, 'userId' | 'createdAt' | 'expiresAt' | 'seenAt'> &
  Pick<typeof users.$inferSelect, 'role'> &
  Standing
export const sessionOf = async (db: Db, tokenHash: string, now: number): Promise<Session | null> => {
  const [row] = await db.all<Session>(sql`
    select s.user_id as "userId", u.role, s.created_at as "createdAt", s.expires_at as "expiresAt",
      ${sql.raw(STANDING)}
    from sessions s
    join users u on u.id = s.user_id
    where s.token_hash = ${tokenHash} and s.expires_at > ${now} and s.created_at > ${now - LONGEST_SESSION_MS}
  `)
  return row ?? null
}
type Span = { createdAt: number; expiresAt: number; seenAt: number }
/** The end that use now gives to a sign-in. */
const slidTo = ({ createdAt }: Pick<Span, 'createdAt'>, now: number): number =>
  Math.min(now + SESSION_MS, createdAt + LONGEST_SESSION_MS)
/** A token that a newer one of the same sign-in has replaced lives this long: calls of other tabs are on their way with it. */
export const GRACE_MS = 60_000
export const needsSliding = (span: Span, now: number): boolean =>
  span.expiresAt - now > GRACE_MS &&
  (slidTo(span, now) - span.expiresAt > SLIDE_AFTER_MS || now - span.seenAt > SLIDE_AFTER_MS)

/**
 * A constant text, because it comes before every signed-in read. `from (select 1)` makes one row even where there is no session, or nothing would fail.
 */
const CONDITION = `select
    case
      when s.expires_at > ? and s.created_at > ? and u.id = ? and u.role = ? then s.expires_at
      else ${refused('sign_in_ended')}
    end as "expiresAt",
    s.created_at as "createdAt",
    ${STANDING}
  from (select 1)
  left join sessions s on s.token_hash = ?
  left join users u on u.id = s.user_id`
/**
 * One row, `expiresAt`, `createdAt` and the standing, for a sign-in that is valid and belongs to this person with this role. Anything else fails the statement
 * and the batch that it begins, so D1 runs the other statements only for a signed-in person. It never runs alone.
 */
export const signInCondition = (
  tokenHash: string,
  claim: TokenClaim,
  now: number,
): { sql: string; params: unknown[] } => ({
  sql: CONDITION,
  params: [now, now - LONGEST_SESSION_MS, claim.id, claim.role, tokenHash],
})
export const isSignInRefused = (error: unknown): boolean => refusalOf(error) === 'sign_in_ended'
export const slideSession = async (db: Db, tokenHash: string, span: Span, now: number): Promise<void> => {
  await db.run(
    // one that was replaced since it was read stays so
    sql`
      update sessions
      set expires_at = ${slidTo(span, now)}, seen_at = ${now}
      where token_hash = ${tokenHash} and expires_at > ${now + GRACE_MS}
    `,
  )
}
/** What the sign-in comes from, as its owner will know it again. */
export type From = { device: string; country: string | null }
const UNKNOWN: From = { device: '', country: null }
/**
 * Writes nothing where the person was closed since their password was checked (rule person-closed), or where `holds` is not true any
 * more. A new sign-in counts as proved now: nobody has to prove at once again what they have just entered (rule step-up).
 */
export const openSession = (
  db: Db,
  s: { tokenHash: string; userId: string; now: number },
  from: From = UNKNOWN,
  /** A condition on the person's row: what they signed in with, a password or a ticket, still counts. */
  holds: SQL = sql`true`,
): Statement =>
  db.run(sql`
    insert into sessions (token_hash, user_id, created_at, expires_at, device, country, seen_at, proved_at)
    select
      ${s.tokenHash}, id, ${s.now}, ${s.now + SESSION_MS}, ${from.device}, ${from.country}, ${s.now}, ${s.now}
    from users
    where id = ${s.userId} and status <> 'closed' and ${holds}
  `)
/** All tokens of one sign-in: they have its person, its begin and its device. */
export const sameSignIn = (tokenHash: string): SQL => sql`
  (user_id, created_at, device) in (select user_id, created_at, device from sessions where token_hash = ${tokenHash})
`
export const closeSession = (db: Db, tokenHash: string): Statement =>
  db.run(sql`delete from sessions where ${sameSignIn(tokenHash)}`)
/**
 * Ends every sign-in of a person, and those of which only the second step is missing (rule second-factor).
 * @param except token hash of the one that stays; null: none does
 */
export const endSignIns = (db: Db, userId: string | SQL, except: string | SQL | null): Statement[] => [
  db.run(sql`delete from sessions where user_id = ${userId} and token_hash is not ${except}`),
  dropTickets(db, userId),
]

/**
 * Minutes to wait, or that a bot check lets it through; null: one more try is allowed, and is counted before its password is checked. The limits are part
 * of the insert: many tries at the same moment could all pass a check that came before it.
 */
export const takeSignInTry = async (
  db: Db,
  who: { email: string; by: Guesser; isHuman: boolean },
  now: number,
): Promise<number | 'bot check' | null> => {
  const { email } = who
  const address = nameOf(who.by)
  const [first, end] = networksOfSite(address)
  const everywhere = 'device' in who.by || who.isHuman ? UNLIMITED : MAX_FAILURES_EVERYWHERE
  const ofDevices = 'device' in who.by ? MAX_FAILURES_OF_DEVICES : UNLIMITED
  const minute = minuteOf(now)
  const since = minute - FAILURE_MINUTES
  const [granted, [oldest]] = await db.batch([
    db.all(sql`
      insert into sign_in_failures ("window", address, email, count)
      select ${minute}, ${address}, ${email}, 1
      where (
        select coalesce(sum(count), 0)
        from sign_in_failures
        where email = ${email} and "window" > ${since} and address = ${address}
      ) < ${MAX_FAILURES}
        and (
          select coalesce(sum(count), 0)
          from sign_in_failures
          where email = ${email} and "window" > ${since} and address >= ${first} and address < ${end}
        ) < ${MAX_FAILURES * SITE_TIMES}
        and (
          select coalesce(sum(count), 0)
          from sign_in_failures
          where email = ${email} and "window" > ${since} and address not like ${`${DEVICE}%`}
        ) < ${everywhere}
        and (
          select coalesce(sum(count), 0)
          from sign_in_failures
          where email = ${email} and "window" > ${since} and address like ${`${DEVICE}%`}
        ) < ${ofDevices}
        and (
          select count(distinct email)
          from sign_in_failures
          where address = ${address} and "window" > ${since} and email <> ${email}
        ) < ${MAX_EMAILS}
        and (
          select count(distinct email)
          from sign_in_failures
          where address >= ${first} and address < ${end} and "window" > ${since} and email <> ${email}
        ) < ${MAX_EMAILS * SITE_TIMES}
      on conflict (email, "window", address) do update set count = count + 1
      returning count
    `),
    db.all<{ minute: number | null; own: number; all: number }>(sql`
      select
        min("window") as minute,
        coalesce(sum(count) filter (where email = ${email} and address = ${address}), 0) as own,
        coalesce(sum(count) filter (where email = ${email} and address not like ${`${DEVICE}%`}), 0) as "all"
      from sign_in_failures
      where "window" > ${since} and (email = ${email} or (address >= ${first} and address < ${end}))
    `),
  ])
  if (granted.length > 0) return null
  if (oldest && oldest.all >= everywhere && oldest.own < MAX_FAILURES) return 'bot check'
  return Math.max(1, (oldest?.minute ?? minute) + FAILURE_MINUTES - minute)
}
/** Those of who signed in; what others guessed from elsewhere stays counted. */
export const forgetFailures = (db: Db, email: string, by: Guesser): Statement =>
  db.run(sql`delete from sign_in_failures where email = ${email} and address = ${nameOf(by)}`)

/** false: this person has three open links already, and gets no more. */
export const addReset = async (db: Db, reset: { tokenHash: string; userId: string; now: number }): Promise<boolean> => {
  const rows = await db.all(sql`
    insert into password_resets (token_hash, user_id, expires_at)
    select ${reset.tokenHash}, ${reset.userId}, ${reset.now + RESET_MS}
    where (
      select count(*)
      from password_resets
      where user_id = ${reset.userId} and used_at is null and expires_at > ${reset.now}
    ) < 3
    returning user_id
  `)
  return rows.length > 0
}
/** For a batch: what else would give the account away ends with its password, open reset links and a new email that waits. */
export const closeResets = (db: Db, userId: string | SQL, now: number): Statement =>
  db.run(sql`update password_resets set used_at = ${now} where user_id = ${userId} and used_at is null`)
export const dropEmailChange = (db: Db, userId: string | SQL): Statement =>
  db.run(sql`delete from email_changes where user_id = ${userId}`)
type ResetOwner = Pick<typeof passwordResets.$inferSelect, 'userId'> &
  Pick<typeof users.$inferSelect, 'email' | 'firstname' | 'lastname'>
export const resetOwner = async (db: Db, tokenHash: string, now: number): Promise<ResetOwner | null> => {
  const [row] = await db.all<ResetOwner>(sql`
    select u.id as "userId", u.email, u.firstname, u.lastname
    from password_resets r
    join users u on u.id = r.user_id
    where r.token_hash = ${tokenHash} and r.used_at is null and r.expires_at > ${now}
  `)
  return row ?? null
}
/** Uses the link, sets the password and ends every sign-in and every other link in one transaction; false: the link was used meanwhile. */
export const useReset = async (
  db: Db,
  use: { tokenHash: string; passwordHash: string; now: number },
  /** For the same transaction, unless the link was used meanwhile. */
  events: (unless: SQL) => Statement[],
): Promise<boolean> => {
  const owner = sql`
    (
      select user_id
      from password_resets
      where token_hash = ${use.tokenHash} and used_at is null and expires_at > ${use.now}
    )
  `
  const act = [
    ...events(sql`${owner} is null`),
    updatePasswordHash(db, owner, use.passwordHash),
    ...endSignIns(db, owner, null),
    db.run(sql`delete from sign_in_failures where email = (select email from users where id = ${owner})`),
    dropEmailChange(db, owner),
  ]
  const used = db.all(sql`
    update password_resets
    set used_at = ${use.now}
    where user_id = ${owner} and used_at is null
    returning user_id
  `)
  return (await runNamed(db, { act, used })).used.length > 0
}
