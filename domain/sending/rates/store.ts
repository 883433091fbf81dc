// Rates in SQL (rule rates): settlement adds what an account tells of a day; the office reads them by week, a member their own.
import { type SQL, sql } from 'drizzle-orm'
import type { SettlementBatch } from '../../../contract/money/settlement.ts'
import { OWN_RATE_WEEKS, type RateFigures, RATE_WEEKS, type RATE_SUBJECTS } from '../../../contract/sending/rates.ts'
import { jakartaDay } from '../../../contract/ground/time.ts'
import { type Db, runNamed, type Statement } from '../../ground/db/connection.ts'
import { offsetOf, type Page } from '../../ground/db/page-rules.ts'
import { type Answered, isFirstSince } from '../../recipients/suppressions/store.ts'
import { weekOf, weeksBefore } from './rules.ts'

/**
 * For the batch that settles these: once for each day of an account. Who stopped, and who disputes, is read here, so that it does not matter how
 * they said it; of a number whose row is gone no source is known, and no stop.
 */
export const rateStatements = (db: Db, applied: readonly SettlementBatch[]): Statement[] => {
  const told = applied.flatMap(({ accountId, deliveries = [] }) =>
    deliveries.flatMap(({ day, met = [] }) => {
      const from = Date.parse(`${day}T00:00:00+07:00`)
      return met.map((one) => ({ ...one, account: accountId, week: weekOf(from), from }))
    }),
  )
  if (told.length === 0) return []
  const counted = (kind: string, subject: SQL) => sql`
    select ${kind} as kind, ${subject} as subject, week, delivered, answered, stopped, disputed from met where ${subject} is not null
  `
  return [
    db.run(sql`
      insert into send_rates (kind, subject, week, sent, delivered, answered, stopped, disputed)
      with met as materialized (
        select
          j.value ->> 'account' as account,
          j.value ->> 'templateId' as template,
          j.value ->> 'week' as week,
          j.value ->> 'delivered' as delivered,
          j.value ->> 'answered' as answered,
          p.consent_source as source,
          exists (
            select 1
            from suppressions s
            where s.number = p.number and s.created_at >= j.value ->> 'from' and s.via not in ('admin', 'import')
          ) as stopped,
          exists (
            select 1
            from suppressions s
            where s.number = p.number and s.created_at >= j.value ->> 'from' and s.via = 'dispute'
          ) as disputed
        from json_each(${JSON.stringify(told)}) j
        cross join json_each(j.value, '$.numberIds') n
        left join phone_numbers p on p.id = n.value
      )
      select kind, subject, week, count(*), sum(delivered), sum(answered), sum(stopped), sum(disputed)
      from (
        ${counted('account', sql`account`)}
        union all ${counted('template', sql`template`)}
        union all ${counted('source', sql`source`)}
        union all ${counted('all', sql`''`)}
      )
      where true
      group by 1, 2, 3
      on conflict (kind, subject, week) do update set
        sent = sent + excluded.sent,
        delivered = delivered + excluded.delivered,
        answered = answered + excluded.answered,
        stopped = stopped + excluded.stopped,
        disputed = disputed + excluded.disputed
    `),
  ]
}

/** For the same batch, after the numbers have changed: a message that was accepted counts on its day at once. */
export const freshStatements = (db: Db, applied: readonly SettlementBatch[]): Statement[] => {
  const sent = applied.flatMap(({ results }) =>
    results.flatMap(({ from, to, ...r }) => {
      const n = (to === 'success' ? 1 : 0) - (from === 'success' ? 1 : 0)
      return n === 0 ? [] : [{ i: r.numberId, t: r.templateId, d: jakartaDay(r.attemptedAt), n }]
    }),
  )
  if (sent.length === 0) return []
  return [
    db.run(sql`
      insert into rate_days (kind, subject, day, sent)
      with sent as materialized (
        select j.value ->> 't' as template, j.value ->> 'd' as day, j.value ->> 'n' as n, p.consent_source as source
        from json_each(${JSON.stringify(sent)}) j
        left join phone_numbers p on p.id = j.value ->> 'i'
      )
      select kind, subject, day, sum(n)
      from (
        select 'template' as kind, template as subject, day, n from sent where template is not null
        union all
        select 'source', source, day, n from sent where source is not null
      )
      where true
      group by 1, 2, 3
      on conflict (kind, subject, day) do update set sent = max(0, sent + excluded.sent)
    `),
  ]
}
/** For the batch of a suppression: its author answered a message of this template. The stop may be in before its message is settled. */
export const freshStop = (db: Db, templateId: string, who: Answered): Statement =>
  db.run(sql`
    insert into rate_days (kind, subject, day, sent, stopped)
    select 'template', ${templateId}, ${jakartaDay(who.sentAt)}, 0, 1
    where ${isFirstSince(who)}
    on conflict (kind, subject, day) do update set stopped = stopped + 1
  `)

type Subject = (typeof RATE_SUBJECTS)[number]
const NAMES: Record<Subject, SQL> = {
  source: sql`r.subject`,
  template: sql`(select coalesce(nullif(t.name, ''), substr(t.text_wa, 1, 60)) from templates t where t.id = r.subject)`,
  account: sql`(
    select coalesce(nullif(w.nickname, ''), nullif(w.pushname, ''), '') || ' (' || coalesce(w.phonenumber, '') || ')'
    from whatsapp w
    where w.id = r.subject
  )`,
}
export type RateRow = RateFigures & { subject: string; name: string | null }
type Asked = Page & { kind: Subject; week?: string | undefined; search?: string | undefined }
/** The most stops of a hundred first. */
export const ratePage = async (
  db: Db,
  asked: Asked,
): Promise<{ rows: RateRow[]; total: number; week: string | null; weeks: string[] }> => {
  const week = asked.week ? sql`${asked.week}` : sql`(select max(week) from send_rates)`
  const found = sql`
    select r.subject, ${NAMES[asked.kind]} as name, r.sent, r.delivered, r.answered, r.stopped, r.disputed
    from send_rates r indexed by send_rates_week
    where r.week = ${week} and r.kind = ${asked.kind}
  `
  const wanted = sql`instr(lower(coalesce(name, subject)), lower(${asked.search ?? ''})) > 0`
  const { rows, count, weeks } = await runNamed(db, {
    rows: db.all<RateRow>(sql`
      select * from (${found}) where ${wanted}
      order by 1.0 * stopped / sent desc, sent desc, subject
      limit ${asked.limit} offset ${offsetOf(asked)}
    `),
    count: db.all<{ n: number }>(sql`select count(*) as n from (${found}) where ${wanted}`),
    weeks: db.all<{ week: string }>(
      sql`select week from send_rates where kind = 'all' and subject = '' order by week desc limit ${RATE_WEEKS}`,
    ),
  })
  const known = weeks.map((row) => row.week)
  return { rows, total: count[0]?.n ?? 0, week: asked.week ?? known[0] ?? null, weeks: known }
}

const SUMS = sql`
  coalesce(sum(sent), 0) as sent, coalesce(sum(delivered), 0) as delivered, coalesce(sum(answered), 0) as answered,
  coalesce(sum(stopped), 0) as stopped, coalesce(sum(disputed), 0) as disputed
`
const NONE: RateFigures = { sent: 0, delivered: 0, answered: 0, stopped: 0, disputed: 0 }
export const ratesOfMember = async (
  db: Db,
  userId: string,
  now: number,
): Promise<{ own: RateFigures; place: RateFigures }> => {
  const since = weeksBefore(now, OWN_RATE_WEEKS - 1)
  const { own, place } = await runNamed(db, {
    own: db.all<RateFigures>(sql`
      select ${SUMS}
      from whatsapp w
      cross join send_rates r on r.kind = 'account' and r.subject = w.id and r.week >= ${since}
      where w.user_id = ${userId}
    `),
    place: db.all<RateFigures>(
      sql`select ${SUMS} from send_rates where kind = 'all' and subject = '' and week >= ${since}`,
    ),
  })
  return { own: own[0] ?? NONE, place: place[0] ?? NONE }
}
