// Fields of recipients in SQL, and the values that an import brings (rule recipient-fields).
import { type SQL, sql } from 'drizzle-orm'
import { type FieldRow, FIELDS_MAX } from '../../../contract/recipients/fields.ts'
import { type Db, runNamed, type Statement } from '../../ground/db/connection.ts'
import { refuseIf, refuseUnless } from '../../ground/db/refusal-store.ts'
import { inParts } from '../imports/parts.ts'
import { notSkippedFor } from '../imports/store.ts'
import type { Values } from './rules.ts'
import { WRITES_DOWN } from '../tags/store.ts'

const IN_USE = sql`deleted_at is null`
export const listFields = (db: Db): Promise<FieldRow[]> =>
  db.all<FieldRow>(sql`select key, name, fallback from recipient_fields where ${IN_USE} order by created_at, key`)
export const fieldKeys = async (db: Db): Promise<string[]> => (await listFields(db)).map(({ key }) => key)
/** JSON: fallbacks by key; an expression. */
export const FALLBACKS = sql`(select json_group_object(key, fallback) from recipient_fields where deleted_at is null)`
/** JSON of one person's values; null: there are none. @param id an expression */
export const valuesOf = (id: SQL): SQL => sql`(select f.fields from phone_fields f where f.number_id = ${id})`

/** JSON of PersonField[], in the order of `listFields`. @param id an expression */
export const fieldsOf = (id: SQL): SQL => sql`
  (
    select json_group_array(json_object('key', r.key, 'name', r.name, 'value', r.value))
    from (
      select f.key, f.name, coalesce(${valuesOf(id)} ->> ('$.' || f.key), '') as value
      from recipient_fields f
      where f.deleted_at is null
      order by f.created_at, f.key
    ) r
  )
`

const notTooMany = (db: Db): Statement =>
  refuseIf(db, 'fields_full', sql`(select count(*) from recipient_fields where ${IN_USE}) > ${FIELDS_MAX}`)
type Who = { by: string; now: number }
/** For a batch. Of keys that are there only `replaces` changes name and fallback. @throws fields_full, or field_leaving: one of that key was deleted a moment ago */
export const addFields = (
  db: Db,
  fields: readonly FieldRow[],
  { by, now, replaces = false }: Who & { replaces?: boolean },
): Statement[] => [
  refuseIf(
    db,
    'field_leaving',
    sql`exists (
      select 1
      from json_each(${JSON.stringify(fields)}) j
      cross join recipient_fields f on f.key = j.value ->> 'key'
      where f.deleted_at is not null
    )`,
  ),
  db.run(sql`
    insert into recipient_fields (key, name, fallback, created_by, created_at)
    select value ->> 'key', value ->> 'name', value ->> 'fallback', ${by}, ${now}
    from json_each(${JSON.stringify(fields)})
    where true
    on conflict (key) ${replaces ? sql`do update set name = excluded.name, fallback = excluded.fallback` : sql`do nothing`}
  `),
  notTooMany(db),
]

const ASKED_FOR = (key: string): SQL => sql`
  (
    exists (select 1 from templates where status = 'active' and instr(text_wa, ${`{${key}}`}) > 0)
    or exists (select 1 from blaster_jobs where phase = 'sending' and instr(message, ${`{${key}}`}) > 0)
  )
`
/** Whether this fallback is another one than active templates, or a one-off blast, send now. */
export const isLiveChange = async (db: Db, { key, fallback }: Pick<FieldRow, 'key' | 'fallback'>): Promise<boolean> =>
  (
    await db.all(sql`
      select 1
      from recipient_fields
      where key = ${key} and ${IN_USE} and fallback <> ${fallback} and ${ASKED_FOR(key)}
    `)
  ).length > 0

/** Whether active templates, or a one-off blast, say values of one of these: other values are something new before recipients. */
export const areLive = async (db: Db, keys: readonly string[]): Promise<boolean> => {
  if (keys.length === 0) return false
  const asked = sql.join(keys.map(ASKED_FOR), sql` or `)
  return (await db.all(sql`select 1 where ${asked}`)).length > 0
}

/** A segment that was saved a moment ago counts, too. */
const ASKED_BY_RULES = (key: string): SQL => sql`
  (
    exists (select 1 from segments s, json_tree(s.rule) c where c.key = 'field' and c.atom = ${key})
    or exists (
      select 1
      from campaigns s, json_tree(s.rule) c
      where ${WRITES_DOWN} and c.key = 'field' and c.atom = ${key}
    )
    -- whoever is written down without it would have Jakarta's hours (rule campaign-zone)
    or exists (select 1 from campaigns s where ${WRITES_DOWN} and s.zone_field = ${key})
  )
`
/** Its values go by `dropDeletedFields`. @throws status_moved: there is no such field; field_in_use: somebody would read its braces; field_asked: a segment or a campaign asks for it */
export const deleteField = (db: Db, key: string, now: number): Statement[] => [
  refuseUnless(db, 'status_moved', sql`exists (select 1 from recipient_fields where key = ${key} and ${IN_USE})`),
  refuseIf(db, 'field_in_use', ASKED_FOR(key)),
  refuseIf(db, 'field_asked', ASKED_BY_RULES(key)),
  db.run(sql`update recipient_fields set deleted_at = ${now} where key = ${key}`),
]
/** For a batch: fails it (field_leaving) where a field that a text asks for was deleted since it was judged. */
export const refuseUnlessThere = (db: Db, keys: readonly string[]): Statement =>
  refuseIf(
    db,
    'field_leaving',
    sql`exists (
      select 1
      from json_each(${JSON.stringify(keys)})
      where value not in (select key from recipient_fields where ${IN_USE})
    )`,
  )
/** For a batch: fails it (edited) unless the fields, with the values of this person, are those. @param read JSON, of `fieldsOf` */
export const refuseUnlessFields = (db: Db, id: number, read: string): Statement =>
  refuseUnless(db, 'edited', sql`${fieldsOf(sql`${id}`)} is ${read}`)
/** For a batch, by hand: these of one person are so now, and none of them is an empty one. @throws field_leaving: there is no such field */
export const writeValues = (db: Db, id: number, values: Values): Statement[] => {
  const patch = JSON.stringify(Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value || null])))
  return [
    refuseUnlessThere(db, Object.keys(values)),
    db.run(sql`
      insert into phone_fields (number_id, fields)
      values (${id}, json_patch('{}', ${patch}))
      on conflict (number_id) do update set fields = json_patch(phone_fields.fields, ${patch})
    `),
    db.run(sql`delete from phone_fields where number_id = ${id} and fields = '{}'`),
  ]
}
const PORTION = 5_000
/** Cron: the values of deleted fields, in portions that hold nobody up. */
export const dropDeletedFields = async (db: Db, hasTime: () => boolean): Promise<void> => {
  const deleted = await db.all<{ key: string }>(sql`select key from recipient_fields where deleted_at is not null`)
  for (const { key } of deleted)
    for (let isLeft = true; isLeft; ) {
      if (!hasTime()) return
      const from = sql`(select cleared_to from recipient_fields where key = ${key})`
      const portion = sql`select number_id from phone_fields where number_id > ${from} order by number_id limit ${PORTION}`
      const { left } = await runNamed(db, {
        emptied: db.run(sql`
          delete from phone_fields
          where number_id in (${portion}) and json_remove(fields, ${`$.${key}`}) = '{}'
        `),
        cleared: db.run(sql`
          update phone_fields
          set fields = json_remove(fields, ${`$.${key}`})
          where number_id in (${portion}) and json_type(fields, ${`$.${key}`}) is not null
        `),
        moved: db.run(sql`
          update recipient_fields
          set cleared_to = coalesce((select max(number_id) from (${portion})), cleared_to)
          where key = ${key}
        `),
        left: db.all<{ n: number }>(sql`select count(*) as n from (${portion})`),
      })
      isLeft = left[0]?.n !== 0
      if (!isLeft) await db.run(sql`delete from recipient_fields where key = ${key}`)
    }
}
/** Rows of people that are looked at. */
const LOOKED_AT = 200_000
export const countPeople = async (db: Db, key: string): Promise<{ count: number; isMore: boolean }> => {
  const [row] = await db.all<{ n: number; seen: number }>(sql`
    select count(*) as seen, count(v) as n
    from (select fields -> ${`$.${key}`} as v from phone_fields limit ${LOOKED_AT})
  `)
  return { count: row?.n ?? 0, isMore: (row?.seen ?? 0) >= LOOKED_AT }
}

/** r: row of the file; n: number; f: values by key. */
export type ImportedValues = { r: number; n: string; f: Record<string, string> }
/**
 * For the batch of an import's step, after its rows: what it brings of people who are on the list, new or known, replaces their values and
 * leaves others. Of people who stopped it keeps none, and of a field that was deleted meanwhile neither.
 */
export const importValues = (db: Db, jobId: string, values: readonly ImportedValues[]): Statement[] =>
  inParts(values).map((part) =>
    db.run(sql`
      insert into phone_fields (number_id, fields)
      select p.id, v.fields
      from (
        select
          j.value ->> 'n' as number,
          (
            select json_group_object(f.key, f.value)
            from json_each(j.value, '$.f') f
            where f.key in (select key from recipient_fields where ${IN_USE})
          ) as fields
        from json_each(${part}) j
        where ${notSkippedFor(jobId, 'suppressed')}
      ) v
      cross join phone_numbers p on p.number = v.number
      where v.fields <> '{}'
      on conflict (number_id) do update set fields = json_patch(phone_fields.fields, excluded.fields)
    `),
  )
