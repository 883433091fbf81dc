// Tags that an import gives (rule tags): for the batch of a step, after its rows.
import { sql } from 'drizzle-orm'
import { TAGS_MAX } from '../../../contract/recipients/tags.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { refuseIf } from '../../ground/db/refusal-store.ts'
import { inParts } from '../imports/parts.ts'
import { notSkippedFor } from '../imports/store.ts'

/** r: row of the file; n: number; t: names. */
export type ImportedTags = { r: number; n: string; t: string[] }

/**
 * Everybody of the step who has not stopped has them from now on, new or known; a name that is no tag yet becomes one. The batch fails
 * (too_many_tags) where there would be more than may be.
 */
export const importTags = (
  db: Db,
  jobId: string,
  { tags, by, now }: { tags: readonly ImportedTags[]; by: string; now: number },
): Statement[] => {
  if (tags.length === 0) return []
  const names = [...new Map(tags.flatMap(({ t }) => t).map((name) => [name.toLowerCase(), name]))]
  const keyed = tags.map(({ r, n, t }) => ({ r, n, t: t.map((name) => name.toLowerCase()) }))
  return [
    db.run(sql`
      insert into tags (name, key, people, created_by, created_at)
      select value ->> 1, value ->> 0, 0, ${by}, ${now}
      from json_each(${JSON.stringify(names)})
      where true
      on conflict (key) do nothing
    `),
    refuseIf(db, 'too_many_tags', sql`(select count(*) from tags where deleted_at is null) > ${TAGS_MAX}`),
    // by which an import that is taken back knows its own
    db.run(sql`
      update import_jobs
      set tags = (
        select json_group_array(id)
        from (
          select value as id from json_each(coalesce(import_jobs.tags, '[]'))
          union
          select t.id from json_each(${JSON.stringify(names)}) n cross join tags t on t.key = n.value ->> 0
        )
      )
      where id = ${jobId}
    `),
    ...inParts(keyed).flatMap((part) => {
      const moved = sql`
        select distinct t.id as tag_id, p.id as number_id
        from json_each(${part}) j
        cross join json_each(j.value, '$.t') k
        cross join tags t on t.key = k.value
        cross join phone_numbers p on p.number = j.value ->> 'n'
        where ${notSkippedFor(jobId, 'suppressed')}
          and not exists (select 1 from phone_tags x where x.tag_id = t.id and x.number_id = p.id)
      `
      return [
        db.run(sql`
          update tags
          set people = people + m.n
          from (select tag_id, count(*) as n from (${moved}) group by tag_id) m
          where tags.id = m.tag_id
        `),
        db.run(sql`insert into phone_tags (tag_id, number_id) ${moved}`),
      ]
    }),
  ]
}
