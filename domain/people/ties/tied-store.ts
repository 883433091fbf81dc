// Whether somebody could act as two persons at once, by what is on record of credentials that one gave another (rules second-person,
// decider-ties).
import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS } from '../../../contract/ground/time.ts'

const TIED_MS = 7 * DAY_MS
export const STEERS_MS = 30 * DAY_MS
/** D1 takes a hundred values a statement; times of ours stand in its text. */
export const ms = (at: number): SQL => sql.raw(String(Math.trunc(at)))
/** Before all links: what somebody holds of themselves never ends. */
const ALWAYS = sql.raw('9000000000000000')

/** An entry by which its actor could sign in as its target: e is of audit_log. A new email counts from the wish, no matter who confirms it. */
const GIVES = sql`
  e.actor_id <> e.target
  and (
    e.action in ('user.factor_reset', 'user.reset_link')
    or e.action = 'user.update'
      and coalesce(e.after ->> 'password', e.after ->> 'email_pending', e.after ->> 'role') is not null
  )
`
/**
 * Everybody who could act as this person, and anyone who could act as those, each with the time of the oldest link between.
 * The unary + keeps SQLite at the index by target: of one person there are few entries, of seven days many.
 */
const holders = (name: SQL, person: SQL, since: SQL, gives = GIVES): SQL => sql`
  ${name} (id, at) as (
    select ${person}, ${ALWAYS}
    union
    select e.actor_id, min(h.at, e.at)
    from ${name} h
    cross join audit_log e on e.target = h.id
    where +e.at > ${since} and ${gives}
  )
`
/**
 * Until when two different persons are tied, epoch ms; null: they are not. They are while one person, who may be one of them, could
 * act as both.
 * @param a and b SQL of ids
 */
export const tiedUntil = (a: SQL, b: SQL, now: number): SQL => sql`
  (
    with recursive
      ${holders(sql`of_a`, a, ms(now - TIED_MS))},
      ${holders(sql`of_b`, b, ms(now - TIED_MS))}
    select max(min(x.at, y.at)) + ${TIED_MS}
    from of_a x
    join of_b y on y.id = x.id
  )
`

/** An entry by which its actor set where the target's money goes. */
export const SETS_BANK = sql`
  e.actor_id <> e.target
  and e.action = 'user.update'
  and coalesce(e.after ->> 'account_number', e.after ->> 'account_bank', e.after ->> 'account_name') is not null
`
const notOf = (but: SQL | undefined): SQL => (but === undefined ? sql`` : sql`and e.actor_id <> ${but}`)
/** By what is on record of 30 days this one could act as a person, or wrote their account. */
export const hasGiven = (by: SQL, person: SQL, now: number): SQL => sql`
  exists (
    select 1
    from audit_log e
    where e.target = ${person} and +e.actor_id = ${by} and +e.at > ${ms(now - STEERS_MS)} and (${GIVES} or ${SETS_BANK})
  )
`
/**
 * Until when somebody could act as a person, or set where that person's money goes, epoch ms; null: they could not. Their own links
 * count for 30 days, also those the other way round; those of a third one, who could act as both, as long as for the second person.
 * @param own without the third one's
 * @param but without what this one gave
 */
export const steersUntil = (
  by: SQL,
  person: SQL,
  now: number,
  { own = false, but }: { own?: boolean; but?: SQL | undefined } = {},
): SQL => sql`
  (
    with recursive
      ${holders(sql`of_a`, by, ms(now - STEERS_MS), sql`${GIVES} ${notOf(but)}`)},
      ${holders(sql`of_b`, person, ms(now - STEERS_MS), sql`(${GIVES} or ${SETS_BANK}) ${notOf(but)}`)}
    select max(until)
    from (
      select
        min(x.at, y.at) + iif(max(x.at, y.at) = ${ALWAYS}, ${ms(STEERS_MS)}, ${ms(own ? -STEERS_MS : TIED_MS)}) as until
      from of_a x
      join of_b y on y.id = x.id
    )
    where until > ${ms(now)}
  )
`
