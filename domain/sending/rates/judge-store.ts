// The hourly look at rates (rule rates): a template that too many stop after is paused, and a source whose people stop or get nothing is held.
import { sql } from 'drizzle-orm'
import { type Db, runBatch, runNamed, type Statement } from '../../ground/db/connection.ts'
import { parseSettings } from '../../ground/settings/rules.ts'
import { selectSettings } from '../../ground/settings/store.ts'
import { holdByRates } from '../../recipients/sources/hold-store.ts'
import { judgeTemplate, overSources, type SourceWeek, type TemplateCounts, weeksBefore } from './rules.ts'

/** This week and the one before: the figures of a week are whole three days after it. */
const LOOKED_AT_WEEKS = 1
const SOURCES_MOST = 2_000

/** @returns how many templates were paused and sources held */
export const judgeRates = async (db: Db, now: number): Promise<{ templates: number; sources: number }> => {
  const { stored, templates, weeks } = await runNamed(db, {
    stored: selectSettings(db),
    templates: db.all<Omit<TemplateCounts, 'resumed'> & { resumed: 0 | 1 }>(sql`
      select
        id, count_success as success, count_stop as stop, judged_success as "judgedSuccess", judged_stop as "judgedStop",
        paused_at is not null as resumed
      from templates
      where status = 'active'
    `),
    weeks: db.all<SourceWeek>(sql`
      select r.subject as source, r.week, r.sent, r.delivered, r.stopped, c.released_at as "releasedAt"
      from send_rates r
      left join consent_sources c on c.name = r.subject
      where r.kind = 'source' and r.week >= ${weeksBefore(now, LOOKED_AT_WEEKS)} and c.held_at is null
      order by r.sent desc
      limit ${SOURCES_MOST}
    `),
  })
  const { rate_stops_percent: stopsPercent, rate_undelivered_percent: undeliveredPercent } = parseSettings(stored)
  const limits = { stopsPercent, undeliveredPercent }
  const judged = templates.flatMap(({ resumed, ...counts }) => {
    const verdict = judgeTemplate({ ...counts, resumed: resumed === 1 }, limits)
    return verdict ? [{ id: counts.id, ...verdict }] : []
  })
  const held = overSources(weeks, limits)
  const act: Statement[] = [
    // somebody who sets it nonactive meanwhile has decided about it themselves
    db.run(sql`
      update templates
      set
        judged_success = j.value ->> 'judgedSuccess',
        judged_stop = j.value ->> 'judgedStop',
        status = iif(j.value ->> '$.pause' is null, status, 'nonactive'),
        paused_at = iif(j.value ->> '$.pause' is null, null, ${now}),
        paused_stops = j.value ->> '$.pause.count',
        paused_of = j.value ->> '$.pause.of'
      from json_each(${JSON.stringify(judged)}) j
      where templates.id = j.value ->> 'id' and templates.status = 'active'
    `),
    ...[...held].map(([source, found]) => holdByRates(db, source, found, now)),
  ]
  if (judged.length + held.size > 0) await runBatch(db, act)
  return { templates: judged.filter(({ pause }) => pause !== null).length, sources: held.size }
}
