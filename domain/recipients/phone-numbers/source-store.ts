// Sources of consent, as the office sees them: those that some recipient has, and those about which something is kept.
import { sql } from 'drizzle-orm'
import { iso } from '../../../contract/ground/time.ts'
import { type ConsentSourceRow, heldRates, SOURCE_COUNT_MAX } from '../../../contract/recipients/consent-sources.ts'
import { TOPICS_MAX } from '../../../contract/recipients/topics.ts'
import { type Db, runNamed, type Statement } from '../../ground/db/connection.ts'
import { offsetOf, type Page } from '../../ground/db/page-rules.ts'
import type { Row } from '../../ground/db/rows.ts'
import { versionOf } from '../../ground/edits/versions.ts'
import { HOLDING } from '../sources/rules.ts'
import type { consentSources } from '../sources/table.ts'
import { byName } from '../suppressions/store.ts'

const SOURCES_MAX = 100
/** By the alphabet; each step goes to the next source in the index, however many numbers have the same. */
const OF_RECIPIENTS = sql`
  sources (name) as (
    select min(consent_source) from phone_numbers where consent_source is not null
    union all
    select (select min(consent_source) from phone_numbers where consent_source > sources.name)
    from sources
    where sources.name is not null
    limit ${SOURCES_MAX}
  ),
  named (name) as (
    select name from sources where name is not null
    union
    select name from (select name from consent_sources order by held_at is null, created_at desc limit ${SOURCES_MAX})
  )
`
/** What conditions of a segment choose from: sources, and topics of templates and sources. */
export const sourcesAndTopics = async (db: Db): Promise<{ sources: string[]; topics: string[] }> => {
  const { sources, topics } = await runNamed(db, {
    sources: db.all<{ name: string }>(sql`with recursive ${OF_RECIPIENTS} select name from named order by name`),
    topics: db.all<{ topic: string }>(sql`
      select topic from templates where topic is not null
      union
      select topic from consent_sources where topic <> ''
      order by topic
      limit ${TOPICS_MAX}
    `),
  })
  return { sources: sources.map(({ name }) => name), topics: topics.map(({ topic }) => topic) }
}

export type KeptSource = Row<typeof consentSources, 'told' | 'told_by' | 'proof' | 'topic'>
/** What an edit of a source reads; of one of which nothing is kept, nothing. */
const sourceRead = ({ told, told_by, proof, topic }: KeptSource): KeptSource => ({ told, told_by, proof, topic })
export const NOTHING_KEPT: KeptSource = { told: null, told_by: null, proof: null, topic: '' }

type Listed = Row<typeof consentSources, 'name'> &
  Partial<Row<typeof consentSources>> & {
    recipients: number
    disputes: number
    held_by_name: string | null
    released_by_name: string | null
  }
type Holding = Pick<ConsentSourceRow, 'held_by' | 'held_why' | 'held_rates'>
const holdingOf = ({ held_at, held_by, held_why }: Listed): Holding => {
  const nothing = { held_by: null, held_why: null, held_rates: null }
  if (held_at == null) return nothing
  if (held_by != null) return { ...nothing, held_by: 'person', held_why: held_why ?? null }
  if (held_why == null) return { ...nothing, held_by: 'disputes' }
  return { ...nothing, held_by: 'rates', held_rates: heldRates.parse(JSON.parse(held_why)) }
}
const present = (row: Listed): ConsentSourceRow => {
  const read = sourceRead({ ...NOTHING_KEPT, ...row, topic: row.topic ?? '' })
  return {
    ...read,
    name: row.name,
    recipients: row.recipients,
    disputes: row.disputes,
    held_at: iso(row.held_at ?? null),
    ...holdingOf(row),
    held_by_name: row.held_by_name,
    released_at: iso(row.released_at ?? null),
    released_by_name: row.released_by_name,
    version: versionOf(read),
  }
}
/** Held ones first, then those that are disputed, then by the alphabet. */
export const listSources = async (
  db: Db,
  page: Page & { search?: string | undefined },
  now: number,
): Promise<{ rows: ConsentSourceRow[]; total: number }> => {
  const since = now - HOLDING.withinMs
  // the hundredth by the alphabet is not the last: one that is asked for by its whole name is found, and one that is disputed
  const all = sql`
    ${OF_RECIPIENTS},
    listed (name) as (
      select name from named
      union
      select consent_source from phone_numbers where consent_source = ${page.search ?? ''}
      union
      select source from (select source from disputes where at > ${since} order by id desc limit ${SOURCES_MAX})
    )
  `
  const wanted = sql`instr(lower(n.name), lower(${page.search ?? ''})) > 0`
  const { rows, count } = await runNamed(db, {
    rows: db.all<Listed>(sql`
      with recursive ${all},
      found as (
        select
          n.name,
          c.held_at,
          (
            select count(distinct d.hash)
            from disputes d
            where d.source = n.name and d.at > max(${since}, coalesce(c.released_at, 0))
          ) as disputes
        from listed n
        left join consent_sources c on c.name = n.name
        where ${wanted}
        order by c.held_at is null, c.held_at, disputes desc, n.name
        limit ${page.limit} offset ${offsetOf(page)}
      )
      select
        c.*,
        f.name,
        f.disputes,
        (
          select count(*)
          from (select 1 from phone_numbers where consent_source = f.name limit ${SOURCE_COUNT_MAX})
        ) as recipients,
        ${byName(sql`c.held_by`)} as held_by_name,
        ${byName(sql`c.released_by`)} as released_by_name
      from found f
      left join consent_sources c on c.name = f.name
      order by f.held_at is null, f.held_at, f.disputes desc, f.name
    `),
    count: db.all<{ n: number }>(sql`with recursive ${all} select count(*) as n from listed n where ${wanted}`),
  })
  return { rows: rows.map(present), total: count[0]?.n ?? 0 }
}

/** null: nothing is kept of it. */
export const keptSource = async (db: Db, name: string): Promise<KeptSource | null> =>
  (await db.all<KeptSource>(sql`select told, told_by, proof, topic from consent_sources where name = ${name}`))[0] ??
  null
export const sourceExists = (name: string) => sql`exists (select 1 from consent_sources where name = ${name})`
export const keepSource = (db: Db, name: string, kept: KeptSource, now: number): Statement =>
  db.run(sql`
    insert into consent_sources (name, told, told_by, proof, topic, created_at)
    values (${name}, ${kept.told}, ${kept.told_by}, ${kept.proof}, ${kept.topic}, ${now})
    on conflict (name) do update set
      told = excluded.told, told_by = excluded.told_by, proof = excluded.proof, topic = excluded.topic
  `)
