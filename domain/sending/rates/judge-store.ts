// The look at rates (rule rates): a template that too many stop after is paused, and a source whose people stop is held. Each message counts with
// its own stop: counts of the hour would set the stops of one blast against the messages of the next. So what accounts told of whole days is looked
// at, and of the days that they have not told yet what was sent on them, with who stopped since.
import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS, jakartaDay, jakartaMidnight, JAKARTA_OFFSET_MS } from '../../../contract/ground/time.ts'
import { type Db, runBatch, runNamed, type Statement } from '../../ground/db/connection.ts'
import { parseSettings } from '../../ground/settings/rules.ts'
import { selectSettings } from '../../ground/settings/store.ts'
import { holdByRates } from '../../recipients/sources/hold-store.ts'
import { overNow, type SubjectSpan, weeksBefore } from './rules.ts'

/** This week and the one before: the figures of a week are whole three days after it. */
const LOOKED_AT_WEEKS = 1
/** Today and the two days before it are told by nobody yet. */
const UNTOLD_DAYS = 3
const MOST = 2_000

/** @param more its row, joined under a name, and the conditions on it */
const weeksOf = (db: Db, kind: 'source' | 'template', letGoAt: SQL, more: SQL, now: number) =>
  db.all<SubjectSpan>(sql`
    select r.subject, r.week as "from", r.sent, r.stopped, ${letGoAt} as "letGoAt"
    from send_rates r indexed by send_rates_week
    ${more} and r.week >= ${weeksBefore(now, LOOKED_AT_WEEKS)} and r.kind = ${kind}
    order by r.sent desc
    limit ${MOST}
  `)
/** The first day was counted by one release and not by the one before it: its stops are not all of its messages'. Kept, because days are not. */
const noteFirst = (db: Db) =>
  db.run(sql`
    insert into milestones (name, version, at)
    select 'rates', '', unixepoch(day) * 1000 from rate_days where sent > 0 order by day limit 1
    on conflict (name) do nothing
  `)
const IS_WHOLE = sql`d.day > (select date(at / 1000, 'unixepoch') from milestones where name = 'rates')`
const TEMPLATE = {
  letGoAt: sql`t.paused_at`,
  isGoing: sql`cross join templates t on t.id = r.subject where t.status = 'active'`,
}
const SOURCE = {
  letGoAt: sql`c.released_at`,
  isGoing: sql`left join consent_sources c on c.name = r.subject where c.held_at is null`,
}
const daysOf = (db: Db, now: number) => {
  const since = jakartaMidnight(now) - (UNTOLD_DAYS - 1) * DAY_MS
  const first = jakartaDay(since)
  return {
    freshTemplates: db.all<SubjectSpan>(sql`
      select r.subject, r.day as "from", r.sent, r.stopped, ${TEMPLATE.letGoAt} as "letGoAt"
      from (select * from rate_days d where d.day >= ${first} and d.kind = 'template' and ${IS_WHOLE}) r
      ${TEMPLATE.isGoing}
    `),
    // whoever stopped is asked by their own row, however they said it; of a number whose row is gone no source is known
    freshSources: db.all<SubjectSpan>(sql`
      with stops as materialized (
        select p.consent_source as subject, date((p.last_sent + ${JAKARTA_OFFSET_MS}) / 1000, 'unixepoch') as day, count(*) as n
        from suppressions s indexed by suppressions_created
        cross join phone_numbers p on p.number = s.number
        where s.created_at >= ${since} and s.via not in ('admin', 'import')
          and p.last_sent >= ${since} and p.consent_source is not null
        group by 1, 2
      )
      select r.subject, r.day as "from", r.sent, r.stopped, ${SOURCE.letGoAt} as "letGoAt"
      from (
        select d.subject, d.day, d.sent, coalesce(s.n, 0) as stopped
        from (select distinct subject from stops) w
        cross join rate_days d on d.kind = 'source' and d.subject = w.subject and d.day >= ${first}
        left join stops s on s.subject = d.subject and s.day = d.day
        where ${IS_WHOLE}
      ) r
      ${SOURCE.isGoing}
    `),
  }
}

/** @returns how many templates were paused and sources held */
export const judgeRates = async (db: Db, now: number): Promise<{ templates: number; sources: number }> => {
  const { stored, templates, sources, freshTemplates, freshSources } = await runNamed(db, {
    first: noteFirst(db),
    stored: selectSettings(db),
    templates: weeksOf(db, 'template', TEMPLATE.letGoAt, TEMPLATE.isGoing, now),
    sources: weeksOf(db, 'source', SOURCE.letGoAt, SOURCE.isGoing, now),
    ...daysOf(db, now),
  })
  const { rate_stops_percent: percent } = parseSettings(stored)
  const over = overNow({ told: templates, fresh: freshTemplates }, percent)
  const paused = [...over].map(([id, { count, of }]) => ({ id, count, of }))
  const held = overNow({ told: sources, fresh: freshSources }, percent)
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
