// Templates in SQL. Buttons are stored as JSON and parsed by present.ts.
import { type SQL, sql } from 'drizzle-orm'
import type { TemplateButton } from '../../../contract/sending/templates.ts'
import type { Db, Statement } from '../../ground/db/connection.ts'
import { byStatus, pageOfList, rowsAfter } from '../../ground/db/list-store.ts'
import { CREATED, orderOf, type SortColumns, type SortedPage } from '../../ground/db/page-rules.ts'
import type { Row } from '../../ground/db/rows.ts'
import { type Answered, isFirstSince } from '../../recipients/suppressions/store.ts'
import type { templates } from './table.ts'

export type TemplateRow = Row<typeof templates>
export type TemplateMedia = { key: string; type: string; name: string } | null
export type TemplateValues = Pick<typeof templates.$inferSelect, 'name' | 'topic' | 'text' | 'textWa' | 'status'> & {
  onlyCampaigns: boolean
  button: TemplateButton[]
  media: TemplateMedia
}

const SORTS: SortColumns<'templates'> = { createdAt: CREATED, use: { columns: ['count_use'] } }
type TemplateAsk = Pick<SortedPage<'templates'>, 'sort'> & { search?: string | undefined }
const listOf = ({ sort, search = '' }: TemplateAsk) => {
  const order = orderOf<'templates'>(SORTS, sort)
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  // templates are few, some hundreds: every word is looked for in each of them
  const match = sql.join(
    words.map((word) => sql`instr(lower(name || ' ' || text_wa), ${word}) > 0`),
    sql` and `,
  )
  const found = words.length === 0 ? sql`templates` : sql`templates where ${match}`
  const keys = (columns: SQL) =>
    words.length === 0 && order.columns === SORTS.use.columns
      ? byStatus(columns, 'templates', ['active', 'nonactive'])
      : sql`select ${columns} from ${found}`
  const rows = (k: SQL) => sql`select t.* from ${k} k cross join templates t on t.id = k.id`
  return { list: { keys, total: sql`(select count(*) from ${found})`, rows }, order }
}
export const templatePage = (
  db: Db,
  page: SortedPage<'templates'> & TemplateAsk,
): Promise<{ rows: TemplateRow[]; total: number }> => {
  const { list, order } = listOf(page)
  return pageOfList<TemplateRow>(db, list, page, order)
}
/** The rows of the list from the one after `last` on; null: from the first. */
export const templatesAfter = (
  db: Db,
  asked: TemplateAsk,
  last: TemplateRow | null,
  limit: number,
): Promise<TemplateRow[]> => {
  const { list, order } = listOf(asked)
  return rowsAfter(db, list, order, last, limit)
}
export const templateById = async (db: Db, id: string): Promise<TemplateRow | null> =>
  (await db.all<TemplateRow>(sql`select * from templates where id = ${id}`))[0] ?? null

export const insertTemplate = (db: Db, id: string, v: TemplateValues, now: number): Statement =>
  db.run(sql`
    insert into templates (id, media_key, media_type, media_name, name, topic, text, text_wa, button, status, only_campaigns,
      created_at
    )
    values (
      ${id}, ${v.media?.key ?? null}, ${v.media?.type ?? null}, ${v.media?.name ?? null}, ${v.name}, ${v.topic}, ${v.text},
      ${v.textWa}, ${JSON.stringify(v.button)}, ${v.status}, ${v.onlyCampaigns ? 1 : 0}, ${now}
    )
  `)
/** What an edit of a template read. */
export const templateRead = ({ media_key, name, topic, text, button, status, only_campaigns }: TemplateRow) => ({
  media_key,
  name,
  topic,
  text,
  button,
  status,
  only_campaigns,
})
export const updateTemplate = (db: Db, id: string, v: TemplateValues): Statement =>
  db.run(sql`
    update templates
    set
      media_key = ${v.media?.key ?? null},
      media_type = ${v.media?.type ?? null},
      media_name = ${v.media?.name ?? null},
      name = ${v.name},
      topic = ${v.topic},
      text = ${v.text},
      text_wa = ${v.textWa},
      button = ${JSON.stringify(v.button)},
      status = ${v.status},
      only_campaigns = ${v.onlyCampaigns ? 1 : 0},
      paused_stops = iif(${v.status} = 'active', null, paused_stops)
    where id = ${id}
  `)
/** How many blasts run now that would take a template from the list; one-off blasts name theirs. */
export const runningBlasts = async (db: Db): Promise<number> => {
  const [row] = await db.all<{ running: number }>(sql`
    select max(0, (
      select count(*)
      from whatsapp
      where status = 'sending' and removed_at is null
    ) - (
      select count(*)
      from blaster_jobs
      where phase = 'sending'
    )) as running
  `)
  return row?.running ?? 0
}
/** For the batch of a suppression: somebody opted out after a message of this template, once for each (rule template-outcomes). */
export const countStopAfter = (db: Db, id: string, who: Answered): Statement =>
  db.run(sql`
    update templates
    set count_stop = count_stop + 1
    where id = ${id} and ${isFirstSince(who)}
  `)
export const deleteTemplate = (db: Db, id: string): Statement => db.run(sql`delete from templates where id = ${id}`)
