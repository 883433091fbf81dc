// Whether a source is held, what holds it, and who ends that (rule source-hold).
import { type SQL, sql } from 'drizzle-orm'
import type { HeldRates } from '../../../contract/recipients/consent-sources.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refuseUnless } from '../../ground/db/refusal-store.ts'
import { HOLDING, LOOKED_AT } from './rules.ts'

/** `suppressed` of a recipient whose source is held. */
export const HELD = 3
/**
 * A source without words is none, and is never held. By itself SQLite takes the index of all names, and a claim then reads a row for each
 * number whose source is kept: 1.14 times as long, in place of 1.05.
 */
export const isHeld = (source: SQL): SQL => sql`
  exists (
    select 1
    from consent_sources c indexed by consent_sources_held
    where c.name = ${source} and c.held_at is not null
  )
`
/** Of phone_numbers under this alias: 1 where nothing is sent because of its source, whether the row is marked already, or still. */
export const heldOf = (alias: 'p' | 'phone_numbers'): SQL => {
  const row = sql.raw(alias)
  return sql`(${row}.suppressed = ${HELD} or (${row}.suppressed = 0 and ${isHeld(sql`${row}.consent_source`)}))`
}
/** For a statement with phone_numbers as p: asked of each number, because the rows of a large source are marked only within minutes. */
export const NOT_HELD = sql`not ${isHeld(sql`p.consent_source`)}`

/**
 * Goes after the dispute that was written now, into its batch: holds its source if that was one too many. Disputes from before somebody
 * released it count no more, and whoever joins and disputes again is one person.
 * @param source of one row at most, an expression
 */
export const holdIfDisputed = (db: Db, source: SQL, now: number): Statement => {
  const since = now - HOLDING.withinMs
  return db.run(sql`
    insert into consent_sources (name, held_at, marked, created_at)
    select d.source, ${now}, 0, ${now}
    from (
      select source, count(distinct hash) as people, max(at) as last
      from disputes
      where source = ${source}
        and at > max(${since}, coalesce((select released_at from consent_sources where name = source), 0))
        and not ${isHeld(sql`source`)}
      group by source
    ) d
    where d.last = ${now}
      and d.people >= ${HOLDING.people}
      and d.people * ${HOLDING.oneOf} >= (
        select count(*)
        from (
          select last_attempt_at
          from phone_numbers
          where consent_source = d.source
          order by created_at desc, id desc
          limit ${LOOKED_AT}
        )
        where last_attempt_at > ${since}
      )
    on conflict (name) do update set held_at = excluded.held_at, held_by = null, held_why = null, marked = 0
    where held_at is null
  `)
}

/** By its rates (rule rates), which `held_why` has as JSON. Nothing where it is held already. */
export const holdByRates = (db: Db, name: string, found: HeldRates, now: number): Statement =>
  db.run(sql`
    insert into consent_sources (name, held_at, held_why, marked, created_at)
    values (${name}, ${now}, ${JSON.stringify(found)}, 0, ${now})
    on conflict (name) do update set held_at = excluded.held_at, held_by = null, held_why = excluded.held_why, marked = 0
    where held_at is null
  `)

/** By a person. The batch fails (source_moved) where it is held already. */
export const holdStatements = (db: Db, name: string, who: { by: string; why: string; now: number }): Statement[] => [
  refuseUnless(db, 'source_moved', sql`not ${isHeld(sql`${name}`)}`),
  db.run(sql`
    insert into consent_sources (name, held_at, held_by, held_why, marked, created_at)
    values (${name}, ${who.now}, ${who.by}, ${who.why}, 0, ${who.now})
    on conflict (name) do update set held_at = excluded.held_at, held_by = excluded.held_by, held_why = excluded.held_why, marked = 0
  `),
]
/** The batch fails (source_moved) unless it is held since then: somebody who looked at an earlier hold has not looked at this one. */
export const releaseStatements = (
  db: Db,
  name: string,
  who: Record<'told' | 'told_by' | 'proof' | 'topic' | 'by', string> & { heldAt: number; now: number },
): Statement[] => [
  refuseUnless(
    db,
    'source_moved',
    sql`exists (select 1 from consent_sources where name = ${name} and held_at = ${who.heldAt})`,
  ),
  db.run(sql`
    update consent_sources
    set
      held_at = null, held_by = null, held_why = null, marked = 0, released_at = ${who.now}, released_by = ${who.by},
      told = ${who.told}, told_by = ${who.told_by}, proof = ${who.proof}, topic = ${who.topic}
    where name = ${name}
  `),
]
