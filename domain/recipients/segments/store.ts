// Segments in SQL (rule segments): their list, and the people of one, by ranges of ids.
import { CAMPAIGN_KNOWN_DAYS } from '../../../contract/ground/campaign-days.ts'
import { COOLDOWN_H } from '../../ground/settings/cooldown-store.ts'
import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS, HOUR_MS } from '../../../contract/ground/time.ts'
import {
  COUNT_STEP,
  type Condition,
  conditionsOf,
  type Rule,
  type SegmentCount,
  type SegmentRow,
} from '../../../contract/recipients/segments.ts'
import { type Db, runNamed, type Statement } from '../../ground/db/connection.ts'
import { counter } from '../../ground/db/list-store.ts'
import { refuseUnless } from '../../ground/db/refusal-store.ts'
import { offsetOf, type Page } from '../../ground/db/page-rules.ts'
import { type ColumnOf, columns, type Row } from '../../ground/db/rows.ts'
import { sendable } from '../phone-numbers/list-store.ts'
import { byName } from '../suppressions/store.ts'
import { tagStatements } from '../tags/store.ts'
import { refusedTopics } from '../topics/store.ts'
import { valuesOf } from '../fields/store.ts'
import { ruleSql } from './rule-store.ts'
import type { segments } from './table.ts'

const SHOWN = ['id', 'name', 'rule', 'created_at', 'changed_at'] as const satisfies readonly ColumnOf<typeof segments>[]
type Shown = Row<typeof segments, (typeof SHOWN)[number]> & { created_by_name: string | null }
const SELECTED = sql`${columns(SHOWN, 's')}, ${byName(sql`s.created_by`)} as created_by_name`
const present = (row: Shown): SegmentRow => ({
  ...row,
  rule: JSON.parse(row.rule) as Rule,
  created_at: new Date(row.created_at).toISOString(),
  changed_at: new Date(row.changed_at).toISOString(),
})
/** By the alphabet. */
export const segmentPage = async (
  db: Db,
  page: Page & { search?: string | undefined },
): Promise<{ rows: SegmentRow[]; total: number }> => {
  const found = sql`instr(lower(s.name), lower(${page.search ?? ''})) > 0`
  const { rows, count } = await runNamed(db, {
    rows: db.all<Shown>(sql`
      select ${SELECTED} from segments s where ${found} order by s.name limit ${page.limit} offset ${offsetOf(page)}
    `),
    count: db.all<{ n: number }>(sql`select count(*) as n from segments s where ${found}`),
  })
  return { rows: rows.map(present), total: count[0]?.n ?? 0 }
}
export const segmentById = async (db: Db, id: string): Promise<SegmentRow | null> =>
  (await db.all<Shown>(sql`select ${SELECTED} from segments s where s.id = ${id}`)).map(present)[0] ?? null
/** What an edit of a segment read. */
export const segmentRead = ({ name, rule }: SegmentRow) => ({ name, rule: JSON.stringify(rule) })

type Values = { name: string; rule: Rule }
/** For the batch that writes the rule: it fails (status_moved) where what it asks for is gone by then. */
export const refuseGone = (db: Db, rule: Rule, now: number): Statement =>
  refuseUnless(db, 'status_moved', sql`not exists (${goneOf(rule, now)})`)
export const insertSegment = (db: Db, id: string, { name, rule }: Values, by: string, now: number): Statement =>
  db.run(sql`
    insert into segments (id, name, rule, created_by, created_at, changed_at)
    values (${id}, ${name}, ${JSON.stringify(rule)}, ${by}, ${now}, ${now})
  `)
export const updateSegment = (db: Db, id: string, { name, rule }: Values, now: number): Statement =>
  db.run(sql`update segments set name = ${name}, rule = ${JSON.stringify(rule)}, changed_at = ${now} where id = ${id}`)
export const deleteSegment = (db: Db, id: string): Statement => db.run(sql`delete from segments where id = ${id}`)
const segmentsWith = async (db: Db, asks: (one: Condition) => boolean): Promise<string[]> => {
  const rows = await db.all<{ name: string; rule: string }>(sql`select name, rule from segments order by name`)
  return rows.filter(({ rule }) => conditionsOf(JSON.parse(rule) as Rule).some(asks)).map(({ name }) => name)
}
/** Names of segments that ask for this tag. */
export const segmentsWithTag = (db: Db, tag: number): Promise<string[]> =>
  segmentsWith(db, (one) => one.is === 'tag' && one.tag === tag)
/** Names of segments that ask for this field. */
export const segmentsWithField = (db: Db, key: string): Promise<string[]> =>
  segmentsWith(db, (one) => one.is === 'field' && one.field === key)
/** What the rule asks for and nobody knows any more: deleted tags and fields, and campaigns whose people go to files, were lost or never told (rules campaign-waves, campaign-came). */
const goneOf = (rule: Rule, now: number): SQL => {
  const conditions = conditionsOf(rule)
  const tags = conditions.flatMap((one) => (one.is === 'tag' ? [one.tag] : []))
  const fields = conditions.flatMap((one) => (one.is === 'field' ? [one.field] : []))
  const ofCampaigns = conditions.filter((one) => one.is === 'campaign')
  const asked = ofCampaigns.map(({ campaign }) => campaign)
  const cameAsked = ofCampaigns.filter(({ was }) => was !== 'sent' && was !== 'missed').map(({ campaign }) => campaign)
  return sql`
    select value as id
    from json_each(${JSON.stringify([...new Set(tags)])})
    where value not in (select id from tags where deleted_at is null)
    union all
    select value
    from json_each(${JSON.stringify([...new Set(fields)])})
    where value not in (select key from recipient_fields where deleted_at is null)
    union all
    select value
    from json_each(${JSON.stringify([...new Set(asked)])})
    where value not in (
      select id
      from campaigns
      where launched_at is not null
        and why is not 'restored'
        and coalesce(ended_at, ${now}) > ${now - CAMPAIGN_KNOWN_DAYS * DAY_MS}
    )
    union all
    select value
    from json_each(${JSON.stringify([...new Set(cameAsked)])})
    where value not in (select id from campaigns where came_known = 1)
  `
}
export const ruleGone = (db: Db, rule: Rule, now: number) => db.all<{ id: number | string }>(goneOf(rule, now))
export const isRuleGone = async (db: Db, rule: Rule, now: number): Promise<boolean> =>
  (await ruleGone(db, rule, now)).length > 0

const SAMPLES = 10
/** The next so many recipients by id, as p: ids have gaps, and after a restore wide ones. */
export const inStep = (after: number, rows: number): SQL =>
  sql`(select * from phone_numbers where id > ${after} order by id limit ${rows}) p`
const ALL = counter('phone.total')
type Step = { looked: number; last: number | null }
const nextOf = ({ looked, last }: Step, rows: number): number | null => (looked === rows ? last : null)
type Lacking = Record<`no_${string}`, number | null>
type Counted = Step & Pick<SegmentCount, 'people' | 'sendable' | 'resting'> & Lacking
const NOBODY = { looked: 0, last: null }

/** The people of one step; all steps together are everybody, each once. null: it asks for what is there no more. */
export const countStep = async (
  db: Db,
  { rule, after, fields, rows }: { rule: Rule; after: number; fields: readonly string[]; rows: number },
  now: number,
): Promise<Omit<SegmentCount, 'overlap'> | null> => {
  const kept = fields.length === 0 ? sql`null` : valuesOf(sql`p.id`)
  const lacks = fields.map(
    (key) => sql`sum(is_in and may and json_extract(kept, ${`$.${key}`}) is null) as ${sql.identifier(`no_${key}`)}`,
  )
  const { gone, counts, sample, all } = await runNamed(db, {
    gone: ruleGone(db, rule, now),
    counts: db.all<Counted>(sql`
      select
        count(*) as looked,
        max(id) as last,
        coalesce(sum(is_in), 0) as people,
        coalesce(sum(is_in and may), 0) as sendable,
        coalesce(sum(is_in and may and last_attempt_at > ${now} - ${COOLDOWN_H} * ${HOUR_MS}), 0) as resting
        ${sql.join([sql``, ...lacks], sql`, `)}
      from (
        select p.id, p.last_attempt_at, ${ruleSql(rule, { now, after, rows })} as is_in, (${sendable(now)}) as may, ${kept} as kept from ${inStep(after, rows)}
      )
    `),
    sample: db.all<{ id: number; number: string; name: string; kept: string | null; may: 0 | 1; off: string }>(sql`
      select p.id, p.number, p.name, ${kept} as kept, (${sendable(now)}) as may, ${refusedTopics(sql`p.number`)} as off
      from ${inStep(after, rows)}
      where ${ruleSql(rule, { now, after, rows })}
      limit ${SAMPLES}
    `),
    all: db.all<{ n: number }>(sql`select ${ALL} as n`),
  })
  if (gone.length > 0) return null
  const {
    looked,
    last,
    people,
    sendable: may,
    resting,
    ...lacking
  } = counts[0] ?? {
    ...NOBODY,
    people: 0,
    sendable: 0,
    resting: 0,
  }
  const without = Object.fromEntries(fields.map((key) => [key, lacking[`no_${key}`] ?? 0]))
  const shown = sample.map(({ kept: values, may: mayGet, off, ...one }) => ({
    ...one,
    may: mayGet === 1,
    off: JSON.parse(off) as string[],
    fields: values === null ? {} : (JSON.parse(values) as Record<string, string>),
  }))
  const counted = { looked, people, sendable: may, resting, without }
  return { ...counted, sample: shown, next: nextOf({ looked, last }, rows), all: all[0]?.n ?? 0 }
}

/** Fewer than a count's step: each of them may be written. */
export const TAG_STEP = 10_000
/** Whether a step is of an act whose entry the audit log has since then: `after` is what such an entry says. */
export const isOfTagging = (tag: number, by: string, after: object, since: number): SQL => sql`
  exists (
    select 1
    from audit_log l
    where l.action = 'segment.tag' and l.target = ${String(tag)} and l.actor_id = ${by}
      and l.after = ${JSON.stringify(after)} and +l.at >= ${since}
  )
`
/** The batch fails (status_moved) where the tag is gone. */
export const tagStep = async (
  db: Db,
  { rule, tag, on, after }: { rule: Rule; tag: number; on: boolean; after: number },
  now: number,
  more: Statement[],
): Promise<{ changed: number; looked: number; next: number | null; all: number }> => {
  const ids = sql`select p.id from ${inStep(after, TAG_STEP)} where ${ruleSql(rule, { now, after, rows: TAG_STEP })}`
  const { changed, step, all } = await runNamed(db, {
    ...tagStatements(db, { tag, ids, on }, now),
    more,
    step: db.all<Step>(sql`select count(*) as looked, max(p.id) as last from ${inStep(after, TAG_STEP)}`),
    all: db.all<{ n: number }>(sql`select ${ALL} as n`),
  })
  const reached = step[0] ?? NOBODY
  return {
    changed: changed[0]?.n ?? 0,
    looked: reached.looked,
    next: nextOf(reached, TAG_STEP),
    all: all[0]?.n ?? 0,
  }
}

export type SegmentPerson = { id: number; number: string; name: string; status: string }
/**
 * For an export: the next people by id, `limit` at most, of one step; in some steps there is nobody. next: where it goes on; null: that were all.
 */
export const peopleAfter = async (
  db: Db,
  rule: Rule,
  { after, limit, now }: { after: number; limit: number; now: number },
): Promise<{ people: SegmentPerson[]; next: number | null }> => {
  const { people, step } = await runNamed(db, {
    people: db.all<SegmentPerson>(sql`
      select p.id, p.number, p.name, p.status
      from ${inStep(after, COUNT_STEP)}
      where ${ruleSql(rule, { now, after, rows: COUNT_STEP })}
      order by p.id
      limit ${limit}
    `),
    step: db.all<Step>(sql`select count(*) as looked, max(p.id) as last from ${inStep(after, COUNT_STEP)}`),
  })
  const isFull = people.length === limit
  return { people, next: isFull ? (people.at(-1)?.id ?? null) : nextOf(step[0] ?? NOBODY, COUNT_STEP) }
}
