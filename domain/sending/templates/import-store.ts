// The rows of one import step become templates; one with the same text, buttons and picture as another is skipped.
import { sql } from 'drizzle-orm'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { notSkipped } from '../../recipients/imports/store.ts'
import type { TemplateRow, TemplateValues } from './store.ts'

/** r: row of the file; i: new id; b: buttons as they are stored. */
export type TemplateItem = { r: number; i: string; b: string } & Omit<TemplateValues, 'button'>

export const templateStatements = (
  db: Db,
  request: { jobId: string; items: readonly TemplateItem[]; now: number },
): Statement[] => {
  const list = sql`json_each(${JSON.stringify(request.items)}) j`
  return [
    db.run(sql`
      insert into import_skips (job_id, row, value, reason)
      select ${request.jobId}, j.value ->> 'r', substr(j.value ->> 'text', 1, 200), 'duplicate'
      from ${list}
      where exists (
        select 1
        from templates t
        where t.text = (j.value ->> 'text')
          and t.button = (j.value ->> 'b')
          and t.media_key is (j.value ->> '$.media.key')
      )
    `),
    db.run(sql`
      insert into templates (id, media_key, media_type, media_name, name, topic, text, text_wa, button, status, only_campaigns, created_at)
      select
        j.value ->> 'i',
        j.value ->> '$.media.key',
        j.value ->> '$.media.type',
        j.value ->> '$.media.name',
        j.value ->> 'name',
        j.value ->> 'topic',
        j.value ->> 'text',
        j.value ->> 'textWa',
        j.value ->> 'b',
        j.value ->> 'status',
        j.value ->> 'onlyCampaigns',
        ${request.now}
      from ${list}
      where ${notSkipped(request.jobId)}
    `),
  ]
}
export const templatesOf = (db: Db, items: readonly TemplateItem[]): Promise<TemplateRow[]> =>
  db.all<TemplateRow>(sql`
    select t.*
    from json_each(${JSON.stringify(items)}) j
    cross join templates t on t.id = (j.value ->> 'i')
    order by t.id
  `)
