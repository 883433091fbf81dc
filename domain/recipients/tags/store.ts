// Tags in SQL (rule tags).
import { type SQL, sql } from 'drizzle-orm'
import { type TagRow, TAGS_MAX } from '../../../contract/recipients/tags.ts'
import { type Db, type Statement, runNamed } from '../../ground/db/connection.ts'
import { refuseIf, refuseUnless } from '../../ground/db/refusal-store.ts'
import type { Row } from '../../ground/db/rows.ts'
import { byName } from '../suppressions/store.ts'
import type { tags } from './table.ts'

type Shown = Row<typeof tags, 'id' | 'name' | 'people' | 'created_at'> & { created_by_name: string | null }
const shown = (where: SQL) => sql`
  select t.id, t.name, t.people, t.created_at, ${byName(sql`t.created_by`)} as created_by_name
  from tags t
  where t.deleted_at is null and ${where}
  order by t.key
`
const present = (row: Shown): TagRow => ({ ...row, created_at: new Date(row.created_at).toISOString() })
export const listTags = async (db: Db): Promise<TagRow[]> => (await db.all<Shown>(shown(sql`true`))).map(present)
export const tagById = async (db: Db, id: number): Promise<TagRow | null> =>
  (await db.all<Shown>(shown(sql`t.id = ${id}`))).map(present)[0] ?? null

const keyOf = (name: string): string => name.toLowerCase()
/** @throws taken tags.key or too_many_tags; nothing was written then */
export const insertTag = async (
  db: Db,
  tag: { name: string; by: string; now: number },
  more: Statement[],
): Promise<TagRow> => {
  const { made } = await runNamed(db, {
    room: refuseIf(db, 'too_many_tags', sql`(select count(*) from tags where deleted_at is null) >= ${TAGS_MAX}`),
    made: db.all<Shown>(sql`
      insert into tags (name, key, people, created_by, created_at)
      values (${tag.name}, ${keyOf(tag.name)}, 0, ${tag.by}, ${tag.now})
      returning id, name, people, created_at, ${byName(sql`${tag.by}`)} as created_by_name
    `),
    more,
  })
  const [row] = made
  if (!row) throw new Error('an insert answered no row')
  return present(row)
}
const isThere = (id: number, more = sql`true`): SQL =>
  sql`exists (select 1 from tags where id = ${id} and deleted_at is null and ${more})`
/** The batch fails (status_moved) where it has another name by now, or is gone. */
export const renameTag = (db: Db, { id, name, was }: { id: number; name: string; was: string }): Statement[] => [
  refuseUnless(db, 'status_moved', isThere(id, sql`name = ${was}`)),
  db.run(sql`update tags set name = ${name}, key = ${keyOf(name)} where id = ${id}`),
]
/** Campaigns as s that write people down, now or every hour: without a tag or a field that their rule asks for, who was left out by it would be one of them. */
export const WRITES_DOWN = sql`
  (s.state = 'launching' or (s.rolling = 1 and s.state in ('running', 'paused')))
`
const asksInCampaign = (id: number): SQL => sql`
  exists (
    select 1
    from campaigns s, json_tree(s.rule) c
    where ${WRITES_DOWN} and c.key = 'tag' and c.atom = ${id}
  )
`
export const isTagOfCampaign = async (db: Db, id: number): Promise<boolean> =>
  (await db.all(sql`select 1 where ${asksInCampaign(id)}`)).length > 0
/** A segment that was saved a moment ago counts, too. */
const isAsked = (id: number): SQL => sql`(
  exists (select 1 from segments s, json_tree(s.rule) c where c.key = 'tag' and c.atom = ${id})
  or ${asksInCampaign(id)}
)`
/** The batch fails (status_moved) where it is gone already, or a segment or a campaign asks for it. Who had it loses it by `dropDeletedTags`. */
export const removeTag = (db: Db, id: number, now: number): Statement[] => [
  refuseUnless(db, 'status_moved', sql`${isThere(id)} and not ${isAsked(id)}`),
  db.run(sql`update tags set deleted_at = ${now}, key = 'deleted:' || id where id = ${id}`),
]

/** Of `ids`, a select of one column, who would be moved. */
export const tagMoved = ({ tag, ids, on }: { tag: number; ids: SQL; on: boolean }): SQL => sql`(
  select p.id
  from phone_numbers p
  where p.id in (${ids})
    and p.id ${on ? sql`not in` : sql`in`} (select number_id from phone_tags where tag_id = ${tag} and number_id = p.id)
)`
/** An act on all who match may be taken back for a day: not of whom somebody gave the tag, or took it, since. */
const touched = (db: Db, tag: number, moved: SQL, now: number): Statement =>
  db.run(sql`
    insert into recipient_touches (number_id, tag_id, at)
    select id, ${tag}, ${now}
    from ${moved}
    where exists (select 1 from bulk_acts where tag_id = ${tag} and (status = 'running' or undo_until > ${now}))
    on conflict do update set at = excluded.at
  `)
/**
 * Gives a tag to those of `ids`, a select of one column, who do not have it, or takes it from those who do. The batch fails (status_moved) where
 * the tag is gone. @returns statements, of which `changed` answers how many it moved
 * @param now null: by an act on all who match
 */
export const tagStatements = (db: Db, { tag, ids, on }: { tag: number; ids: SQL; on: boolean }, now: number | null) => {
  const moved = tagMoved({ tag, ids, on })
  return {
    there: refuseUnless(db, 'status_moved', isThere(tag)),
    changed: db.all<{ n: number }>(sql`select count(*) as n from ${moved}`),
    counted: db.run(sql`
      update tags
      set people = people + ${on ? 1 : -1} * (select count(*) from ${moved})
      where id = ${tag} and exists (select 1 from ${moved})
    `),
    touched: now === null ? null : touched(db, tag, moved, now),
    done: on
      ? db.run(sql`insert into phone_tags (tag_id, number_id) select ${tag}, id from ${moved}`)
      : db.run(sql`delete from phone_tags where tag_id = ${tag} and number_id in (${ids})`),
  }
}

/** Of phone_numbers under this alias: JSON, for `tagsIn`; to sort it here would cost a list its plan. */
export const tagNamesOf = (alias: 'p' | 'phone_numbers'): SQL => sql`
  (
    select json_group_array(t.name)
    from phone_tags x
    cross join tags t on t.id = x.tag_id
    where x.number_id = ${sql.raw(alias)}.id and t.deleted_at is null
  )
`
/** By the alphabet. */
export const tagsIn = (names: string): string[] =>
  (JSON.parse(names) as string[]).toSorted((a, b) => a.localeCompare(b, 'id'))
/** Of phone_numbers as p. A deleted tag is nobody's. */
export const hasTag = (tag: number): SQL => sql`
  exists (
    select 1
    from phone_tags x
    cross join tags t on t.id = x.tag_id and t.deleted_at is null
    where x.tag_id = ${tag} and x.number_id = p.id
  )
`

/** To the recipients of a page. @returns how many were moved */
export const tagPeople = async (
  db: Db,
  { tag, ids, on }: { tag: number; ids: readonly number[]; on: boolean },
  now: number,
  more: Statement[],
): Promise<number> => {
  const those = sql`select value from json_each(${JSON.stringify(ids)})`
  const { changed } = await runNamed(db, { ...tagStatements(db, { tag, ids: those, on }, now), more })
  return changed[0]?.n ?? 0
}

const PORTION = 5_000
/** Cron: what is left of deleted tags, in portions that hold nobody up. */
export const dropDeletedTags = async (db: Db, hasTime: () => boolean): Promise<void> => {
  const deleted = await db.all<{ id: number }>(sql`select id from tags where deleted_at is not null`)
  for (const { id } of deleted)
    for (let left = true; left; ) {
      if (!hasTime()) return
      const gone = await db.all(sql`
        delete from phone_tags
        where tag_id = ${id} and number_id in (select number_id from phone_tags where tag_id = ${id} limit ${PORTION})
        returning 1
      `)
      left = gone.length === PORTION
      if (!left) await db.run(sql`delete from tags where id = ${id}`)
    }
}
