// What a campaign's templates say, and which of them cannot be sent (rules campaign-placeholders, campaigns).
import { sql } from 'drizzle-orm'
import type { TemplateButton } from '../../../contract/sending/templates.ts'
import type { Db } from '../../ground/db/connection.ts'

/** What the messages of these templates are made of, and their names. */
export const templateTexts = async (db: Db, ids: readonly string[]) =>
  (
    await db.all<{ name: string; text_wa: string; button: string }>(sql`
      select coalesce(nullif(t.name, ''), substr(t.text_wa, 1, 40)) as name, t.text_wa, t.button
      from json_each(${JSON.stringify(ids)}) x
      cross join templates t on t.id = x.value
    `)
  ).map(({ name, text_wa: textWa, button }) => ({ name, textWa, button: JSON.parse(button) as TemplateButton[] }))
/** @returns names of the templates that cannot be sent just now, by their ids */
export const templatesOff = (db: Db, ids: readonly string[]): Promise<{ id: string }[]> =>
  db.all<{ id: string }>(sql`
    select value as id
    from json_each(${JSON.stringify(ids)})
    where value not in (select id from templates where status = 'active')
  `)
