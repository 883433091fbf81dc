// Acts on every recipient that matches, in SQL (rule bulk-acts). A step and its cursor are one transaction: after a crash the next run goes on where
// the last step ended, and nobody is changed twice.
import { type SQL, sql } from 'drizzle-orm'
import { type BulkAct, type BulkRow, TAKEN_BACK, UNDO_HOURS } from '../../../contract/recipients/bulk-acts.ts'
import { percentWithDecimals } from '../../../contract/ground/percent-parts.ts'
import { HOUR_MS, iso } from '../../../contract/ground/time.ts'
import type { Rule } from '../../../contract/recipients/segments.ts'
import { type Db, runBatch, runNamed, type Statement } from '../../ground/db/connection.ts'
import { counter } from '../../ground/db/list-store.ts'
import { purge } from '../../ground/db/purge.ts'
import { refuseIf, refuseUnless } from '../../ground/db/refusal-store.ts'
import { type ColumnOf, columns, type Row } from '../../ground/db/rows.ts'
import { ruleSql } from '../segments/rule-store.ts'
import { ruleGone } from '../segments/store.ts'
import { byName } from '../suppressions/store.ts'
import { madeBy, mayGo } from './unimport-store.ts'
import type { bulkActs } from './table.ts'

export type Act = Row<typeof bulkActs>
const SHOWN = [
  'id', 'act', 'status', 'reason', 'people', 'total', 'looked', 'matched', 'changed', 'undone', 'undo_until', 'created_at',
] as const satisfies readonly ColumnOf<typeof bulkActs>[] // biome-ignore format: a list
type Shown = Row<typeof bulkActs, (typeof SHOWN)[number]> & {
  by_name: string | null
  tag: string | null
  file: string | null
}
const present = ({ reason, tag, file, total, looked, created_at, undo_until, ...row }: Shown): BulkRow => ({
  ...row,
  about: tag ?? file ?? reason,
  progress:
    row.status === 'running' || row.status === 'undoing'
      ? percentWithDecimals(Math.min(looked, total), Math.max(1, total), Math.floor)
      : 100,
  undo_until: iso(undo_until),
  created_at: new Date(created_at).toISOString(),
})
const SELECTED = sql`
  select
    ${columns(SHOWN, 'b')},
    ${byName(sql`b.by`)} as by_name,
    (select name from tags where id = b.tag_id) as tag,
    (select file_name from import_jobs where id = b.import_id) as file
  from bulk_acts b
`
/** Those that run, then the newest. */
export const lastActs = async (db: Db, limit: number): Promise<BulkRow[]> =>
  (
    await db.all<Shown>(sql`
      ${SELECTED}
      order by b.status not in ('running', 'undoing'), b.created_at desc, b.id
      limit ${limit}
    `)
  ).map(present)
export const shownAct = async (db: Db, id: string): Promise<BulkRow | null> =>
  (await db.all<Shown>(sql`${SELECTED} where b.id = ${id}`)).map(present)[0] ?? null
export const actById = async (db: Db, id: string): Promise<Act | null> =>
  (await db.all<Act>(sql`select * from bulk_acts where id = ${id}`))[0] ?? null

const RUNS = sql`exists (select 1 from bulk_acts where status in ('running', 'undoing'))`
/** One at a time: two at once would change each other's people. */
export const refuseIfOneRuns = (db: Db): Statement => refuseIf(db, 'bulk_runs', RUNS)
export type NewAct = Pick<Act, 'id' | 'act' | 'tag_id' | 'import_id' | 'reason' | 'by' | 'people'> & { rule: Rule }
/** The batch fails (bulk_runs) while another runs. */
/** @param ids of an import: between which its rows lie */
export const insertAct = (
  db: Db,
  act: NewAct,
  now: number,
  ids: { first: number; last: number } | null = null,
): Statement[] => [
  refuseIfOneRuns(db),
  db.run(sql`
    insert into bulk_acts (
      id, act, status, rule, tag_id, import_id, reason, by, people, last_id, total, cursor, created_at, updated_at
    )
    select
      ${act.id}, ${act.act}, 'running', ${JSON.stringify(act.rule)}, ${act.tag_id}, ${act.import_id}, ${act.reason},
      ${act.by}, ${act.people}, ${ids?.last ?? sql`coalesce((select max(id) from phone_numbers), 0)`},
      ${ids === null ? counter('phone.total') : act.people}, ${ids === null ? 0 : ids.first - 1}, ${now}, ${now}
  `),
]

/** How many rows a step looks at, and how many of them it changes: what it writes holds up everybody else. */
const LOOK = 20_000
const CHANGED_AT_ONCE: Record<BulkAct, number> = {
  activate: 2_000,
  deactivate: 2_000,
  tag: 10_000,
  untag: 10_000,
  stop: 1_000,
  delete: 500,
  unimport: 500,
}
type Person = { id: number; number: string }
/** to: the next step begins after it; null: this is the last. */
export type Found = { people: Person[]; to: number | null }
/** null: it asks for what is there no more. */
export const findStep = async (db: Db, act: Act, now: number): Promise<Found | null> => {
  const rule = JSON.parse(act.rule) as Rule
  const window = sql`(select * from phone_numbers where id > ${act.cursor} and id <= ${act.last_id} order by id limit ${LOOK}) p`
  const which =
    act.import_id === null
      ? ruleSql(rule, { now: act.created_at, after: act.cursor, rows: LOOK })
      : sql`${madeBy(act.import_id)} and ${mayGo(act.import_id)}`
  const most = Math.min(CHANGED_AT_ONCE[act.act], act.people - act.matched)
  if (most <= 0) return { people: [], to: null }
  const { gone, people, looked } = await runNamed(db, {
    gone: ruleGone(db, rule, now),
    people: db.all<Person>(sql`select p.id, p.number from ${window} where ${which} order by p.id limit ${most}`),
    looked: db.all<{ n: number; last: number }>(sql`select count(*) as n, max(p.id) as last from ${window}`),
  })
  if (gone.length > 0) return null
  const { n, last } = looked[0] ?? { n: 0, last: 0 }
  if (people.length === most) return { people, to: people.at(-1)?.id ?? null }
  return { people, to: n === LOOK ? last : null }
}

/** Another run has moved it, or it was cancelled: nothing of the step is written. */
export const movesOn = (db: Db, act: Act, { people, to }: Found, now: number): Statement[] => [
  refuseUnless(
    db,
    'import_moved',
    sql`status = 'running' and cursor = ${act.cursor}`,
    sql`from bulk_acts where id = ${act.id}`,
  ),
  db.run(sql`
    update bulk_acts
    set
      cursor = ${to ?? act.last_id},
      matched = matched + ${people.length},
      looked = iif(
        ${to} is null,
        total,
        looked + (select count(*) from phone_numbers where id > ${act.cursor} and id <= ${to})
      ),
      updated_at = ${now}
    where id = ${act.id}
  `),
]
/** Goes after the step's changes. */
export const counts = (db: Db, act: Act, changed: SQL, to: number | null, now: number): Statement[] => [
  db.run(sql`update bulk_acts set changed = changed + ${changed} where id = ${act.id}`),
  ...(to === null ? [ends(db, act, 'done', now)] : []),
]
const ends = (db: Db, { id, act }: Pick<Act, 'id' | 'act'>, status: 'done' | 'cancelled', now: number): Statement =>
  db.run(sql`
    update bulk_acts
    set
      status = ${status},
      rule = '',
      updated_at = ${now},
      undo_until = iif(changed > 0, ${TAKEN_BACK.includes(act) ? now + UNDO_HOURS * HOUR_MS : null}, null)
    where id = ${id} and status = 'running'
  `)
/** What it has changed stays, and can be taken back. */
export const cancelAct = (db: Db, act: Act, now: number, more: Statement[]): Promise<unknown> =>
  runBatch(db, [
    refuseUnless(db, 'status_moved', sql`status = 'running'`, sql`from bulk_acts where id = ${act.id}`),
    ends(db, act, 'cancelled', now),
    ...more,
  ])
/** A tag was deleted meanwhile: what it did stays, and what is left of taking it back cannot be. */
export const endAct = (db: Db, act: Act, now: number): Promise<unknown> =>
  runBatch(db, [
    ends(db, act, 'cancelled', now),
    db.run(sql`
      update bulk_acts
      set status = 'undone', undo_until = null, updated_at = ${now}
      where id = ${act.id} and status = 'undoing'
    `),
  ])

/** @param moved a select of ids, before they are changed */
export const keepMoved = (db: Db, { id }: Act, moved: SQL, now: number): Statement =>
  db.run(sql`
    insert into bulk_moves (act_id, first_id, ids, at)
    select ${id}, min(id), json_group_array(step), ${now}
    from (select id, id - lag(id, 1, 0) over (order by id) as step from ${moved} order by id)
    having count(*) > 0
  `)

/** Cron: those that have not moved for a while, because their queue message was lost. */
export const stalledActs = (db: Db, before: number): Promise<Pick<Act, 'id'>[]> =>
  db.all<Pick<Act, 'id'>>(sql`
    select id from bulk_acts where status in ('running', 'undoing') and updated_at < ${before} limit 5
  `)
/** Cron: those that ended before, with whom they changed. */
export const purgeActs = async (db: Db, before: number): Promise<void> => {
  const old = sql`select id from bulk_acts where status not in ('running', 'undoing') and updated_at <= ${before}`
  if (await purge(db, 'bulk_moves', sql`act_id in (${old})`))
    await db.run(sql`delete from bulk_acts where id in (${old})`)
}
