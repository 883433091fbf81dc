// What the looks for troubles read (rule troubles): the one of every five minutes from indexes alone, in one batch; the hourly one what
// reads more.
import { type SQL, sql } from 'drizzle-orm'
import { HOUR_MS } from '../../../contract/ground/time.ts'
import type { Db } from '../../ground/db/connection.ts'
import type { Row } from '../../ground/db/rows.ts'
import { type Figures, figuresOf, selectFigures } from '../health/store.ts'
import { AT_WORK_DUE_MS } from '../../sending/wakes/rules.ts'
import { countIdleHolders } from '../../sending/wakes/store.ts'
import { onRunnersOf, selectStates } from '../../sending/whatsapp/on-runners-store.ts'
import { selectCounted, windowsOf } from './counted-store.ts'
import type { HourlyFigures, OftenFigures } from './judge-rules.ts'
import { payOf, type PayRead, selectPay } from './pay-store.ts'
import type { OpenTrouble } from './rules.ts'
import type { troubles, watchMarks } from './table.ts'
import { type TemplateFigures, templateMark } from './template-rules.ts'

type OpenRow = Row<typeof troubles, 'id' | 'kind' | 'subject' | 'since'> & { seenAt: number; toldAt: number | null }
/** For a batch. */
export const selectOpen = (db: Db) =>
  db.all<OpenRow>(sql`
    select id, kind, subject, since, seen_at as "seenAt", told_at as "toldAt" from troubles where ended_at is null
  `)
type Mark = Row<typeof watchMarks, 'subject' | 'at' | 'figures'>
const selectMarks = (db: Db, name: Row<typeof watchMarks, 'name'>['name']) =>
  db.all<Mark>(sql`select subject, at, figures from watch_marks where name = ${name}`)
const numbersOf = (mark: Pick<Mark, 'figures'>): Record<string, number | undefined> =>
  JSON.parse(mark.figures) as Record<string, number>

/** Wakes in a row that an account did not answer, fifteen minutes apart: one may have met a restart. */
const UNANSWERED = 2
/** Accounts whose row says that something waits: so many ages are read. */
const WAITING_MAX = 1_000
/** How long something had waited when an account at work wrote its row, which says by when it writes the next. */
const waitingMs = (db: Db, column: SQL, now: number) =>
  db.all<{ ms: number }>(sql`
    select due_at - ${AT_WORK_DUE_MS} - ${column} as ms
    from whatsapp
    where due_at > ${now - HOUR_MS} and due_at <= ${now + AT_WORK_DUE_MS} and ${column} is not null and waiting_version = version
    order by ms desc
    limit ${WAITING_MAX}
  `)
type OftenRow = {
  stalled: number
  free: 0 | 1
  failed: 0 | 1
  since: number | null
  secondAt: number | null
  drilledAt: number | null
}
type OftenRead = Pick<
  OftenFigures,
  | 'database'
  | 'accountsOnRunners'
  | 'stalledAccounts'
  | 'unsettledMs'
  | 'optOutsMs'
  | 'deadLetters'
  | 'containers'
  | 'counted'
  | 'proxies'
  | 'since'
> & { database: Figures; pay: PayRead; open: OpenTrouble[]; secondAt: number | null; drilledAt: number | null }

export const readOften = async (db: Db, now: number): Promise<OftenRead> => {
  const [figures, states, [row], unsettled, optOuts, letters, [containers], counted, pay, open] = await db.batch([
    selectFigures(db, now),
    selectStates(db),
    db.all<OftenRow>(sql`
      select
        (
          select count(*)
          from unanswered_wakes k
          cross join whatsapp w on w.id = k.account_id
          where k.tries >= ${UNANSWERED} and w.due_at = k.due_at and w.status = 'sending'
        ) + (
          select count(*) from whatsapp where status = 'sending' and due_at is null and removed_at is null
        ) as stalled,
        exists (select 1 from proxies where status = 'active') as free,
        exists (select 1 from proxies where status = 'nonactive' and failed_probes > 0) as failed,
        max(
          (select created_at from users order by rowid limit 1),
          coalesce((select done_at from restorations where id = 1), 0),
          coalesce((select at from milestones where name = 'release'), 0)
        ) as since,
        (select ended_at from cron_ends where round = 'second') as "secondAt",
        coalesce(
          (select at from milestones where name = 'drill' and took_ms is not null),
          (select created_at from users order by rowid limit 1)
        ) as "drilledAt"
    `),
    waitingMs(db, sql`unsettled_since`, now),
    waitingMs(db, sql`opt_outs_since`, now),
    selectMarks(db, 'dead_letter'),
    selectMarks(db, 'containers'),
    selectCounted(db, now),
    selectPay(db, now),
    selectOpen(db),
  ])
  return {
    database: figuresOf(figures),
    accountsOnRunners: onRunnersOf(states),
    stalledAccounts: row?.stalled ?? 0,
    unsettledMs: unsettled.map(({ ms }) => ms),
    optOutsMs: optOuts.map(({ ms }) => ms),
    deadLetters: letters.map((mark) => ({
      queue: mark.subject,
      at: mark.at,
      messages: numbersOf(mark)['messages'] ?? 0,
    })),
    containers: containers ? { at: containers.at, failed: numbersOf(containers)['containers'] ?? 0 } : null,
    counted: windowsOf(counted),
    proxies: { free: row?.free === 1, failed: row?.failed === 1 },
    since: row?.since ?? null,
    secondAt: row?.secondAt ?? null,
    drilledAt: row?.drilledAt ?? null,
    pay: payOf(pay[0], now),
    open,
  }
}

/** More accounts than a place has: each that holds numbers is one jump in their index. */
const HOLDERS = 100_000
type TemplateRow = { id: string; success: number; fail: number; at: number | null; figures: string | null }
type HourlyRow = { proxiesWithoutAccount: number; allProxies: number; failedProxies: number }
type HourlyRead = Omit<HourlyFigures, 'ledgerDifference' | 'record'> & { open: OpenTrouble[] }

const templateOf = ({ id, success, fail, at, figures }: TemplateRow): TemplateFigures => {
  if (at === null || figures === null) return { id, success, fail, mark: null }
  const { success: s = 0, fail: f = 0, percent = null } = numbersOf({ figures })
  return { id, success, fail, mark: { at, success: s, fail: f, percent } }
}
/** Epoch ms; null: there was none yet. */
export const lastHourlyLook = async (db: Db): Promise<number | null> =>
  (await db.all<{ at: number }>(sql`select ended_at as at from cron_ends where round = 'watch_hour'`))[0]?.at ?? null
/** Writes what the next look has to know of templates. */
export const readHourly = async (db: Db, now: number): Promise<HourlyRead> => {
  const [[row], [holders], templates, paused, open] = await db.batch([
    db.all<HourlyRow>(sql`
      select
        (
          select count(*)
          from proxies p
          join whatsapp w on w.id = p.leased_by
          where w.removed_at is not null
        ) as "proxiesWithoutAccount",
        (select count(*) from proxies) as "allProxies",
        (select count(*) from proxies where status = 'nonactive' and failed_probes > 0) as "failedProxies"
    `),
    countIdleHolders(db, { now, limit: HOLDERS }),
    db.all<TemplateRow>(sql`
      select t.id, t.count_success as success, t.count_fail as fail, m.at, m.figures
      from templates t
      left join watch_marks m on m.name = 'template' and m.subject = t.id
      where t.status = 'active'
    `),
    db.all<HourlyFigures['paused'][number]>(sql`
      select id, paused_stops as stops, paused_of as of from templates where status = 'nonactive' and paused_stops is not null
    `),
    selectOpen(db),
  ])
  const { meta } = await db.run(sql`select 1`)
  const judged = templates.map(templateOf)
  await writeTemplateMarks(db, judged, now)
  return {
    idleHolders: holders?.idle ?? 0,
    proxiesWithoutAccount: row?.proxiesWithoutAccount ?? 0,
    proxies: { all: row?.allProxies ?? 0, failed: row?.failedProxies ?? 0 },
    templates: judged,
    paused,
    databaseBytes: meta.size_after,
    open,
  }
}

const writeTemplateMarks = async (db: Db, templates: readonly TemplateFigures[], now: number): Promise<void> => {
  const marks = templates.flatMap((template) => {
    const { at, ...figures } = templateMark(template, now)
    return at === template.mark?.at ? [] : [{ subject: template.id, at, figures }]
  })
  if (marks.length === 0) return
  await db.run(sql`
    insert into watch_marks (name, subject, at, figures)
    select 'template', value ->> 'subject', value ->> 'at', value ->> 'figures'
    from json_each(${JSON.stringify(marks)})
    where true
    on conflict (name, subject) do update set at = excluded.at, figures = excluded.figures
  `)
}

/** Messages of this queue failed at every try. */
export const noteDeadLetters = async (db: Db, queue: string, messages: number, now: number): Promise<void> => {
  await db.run(sql`
    insert into watch_marks (name, subject, at, figures)
    values ('dead_letter', ${queue}, ${now}, json_object('messages', ${messages}))
    on conflict (name, subject) do update set
      at = excluded.at,
      figures = json_object(
        'messages',
        case when excluded.at - watch_marks.at < ${HOUR_MS} then watch_marks.figures ->> 'messages' else 0 end + ${messages}
      )
  `)
}
