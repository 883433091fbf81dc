// Whether somebody could act as two persons at once, by what is on record of credentials that one gave another (rule second-person).
import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS } from '../../contract/time.ts'

const TIED_MS = 7 * DAY_MS
/** Before all links: what somebody holds of themselves never ends. */
const ALWAYS = sql.raw('9000000000000000')

/** An entry by which its actor could sign in as its target: e is of audit_log. A new email counts from the wish, whoever confirms it. */
const GIVES = sql`
  e.actor_id <> e.target
  and (
    e.action in ('user.factor_reset', 'user.reset_link')
    or e.action = 'user.update'
      and coalesce(e.after ->> 'password', e.after ->> 'email_pending', e.after ->> 'role') is not null
  )
`
/**
 * Everybody who could act as this person, and whoever could act as those, each with the time of the oldest link between.
 * The unary + keeps SQLite at the index by target: of one person there are few entries, of seven days many.
 */
const holders = (name: SQL, person: SQL, since: number): SQL => sql`
  ${name} (id, at) as (
    select ${person}, ${ALWAYS}
    union
    select e.actor_id, min(h.at, e.at)
    from ${name} h
    cross join audit_log e on e.target = h.id
    where +e.at > ${since} and ${GIVES}
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
      ${holders(sql`of_a`, a, now - TIED_MS)},
      ${holders(sql`of_b`, b, now - TIED_MS)}
    select max(min(x.at, y.at)) + ${TIED_MS}
    from of_a x
    join of_b y on y.id = x.id
  )
`
