// The hourly look at rates (rule rates): a template that too many stop after is paused, and a source whose people stop is held. By what accounts
// told of whole days, each message with its own stop: counts of the hour would set the stops of one blast against the messages of the next.
import { type SQL, sql } from 'drizzle-orm'
import { type Db, runBatch, runNamed, type Statement } from '../../ground/db/connection.ts'
import { parseSettings } from '../../ground/settings/rules.ts'
import { selectSettings } from '../../ground/settings/store.ts'
import { holdByRates } from '../../recipients/sources/hold-store.ts'
import { overSubjects, type SubjectWeek, weeksBefore } from './rules.ts'

/** This week and the one before: the figures of a week are whole three days after it. */
const LOOKED_AT_WEEKS = 1
const MOST = 2_000

/** @param more its row, joined under a name, and the conditions on it */
const weeksOf = (db: Db, kind: 'source' | 'template', letGoAt: SQL, more: SQL, now: number) =>
  db.all<SubjectWeek>(sql`
    select r.subject, r.week, r.sent, r.stopped, ${letGoAt} as "letGoAt"
    from send_rates r indexed by send_rates_week
    ${more} and r.week >= ${weeksBefore(now, LOOKED_AT_WEEKS)} and r.kind = ${kind}
    order by r.sent desc
    limit ${MOST}
  `)

/** @returns how many templates were paused and sources held */
export const judgeRates = async (db: Db, now: number): Promise<{ templates: number; sources: number }> => {
  const { stored, templates, sources } = await runNamed(db, {
    stored: selectSettings(db),
    templates: weeksOf(
      db,
      'template',
      sql`t.paused_at`,
      sql`cross join templates t on t.id = r.subject where t.status = 'active'`,
      now,
    ),
    sources: weeksOf(
      db,
      'source',
      sql`c.released_at`,
      sql`left join consent_sources c on c.name = r.subject where c.held_at is null`,
      now,
    ),
  })
  const { rate_stops_percent: percent } = parseSettings(stored)
  const paused = [...overSubjects(templates, percent)].map(([id, { count, of }]) => ({ id, count, of }))
  const held = overSubjects(sources, percent)
  const act: Statement[] = [
    // somebody who sets it nonactive meanwhile has decided about it themselves
    db.run(sql`
      update templates
      set
        status = 'nonactive',
        paused_at = ${now},
        paused_stops = j.value ->> 'count',
        paused_of = j.value ->> 'of'
      from json_each(${JSON.stringify(paused)}) j
      where templates.id = j.value ->> 'id' and templates.status = 'active'
    `),
    ...[...held].map(([source, { count, of }]) => holdByRates(db, source, { count, of }, now)),
  ]
  if (paused.length + held.size > 0) await runBatch(db, act)
  return { templates: paused.length, sources: held.size }
}
