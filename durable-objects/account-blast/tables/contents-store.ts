// The contents that were sent, one row per version of a template, so that a message can be sent again to a recipient who
// could not decrypt it, even when the runner that sent it is gone.
import { fieldsIn, filledFields, renderMessage } from '../../../contract/sending/message-text.ts'
import type { MessageContent } from '../../../contract/operation/runner.ts'
import type { BlastTemplate } from '../../../domain/sending/blast/store.ts'
import { isTest } from './attempts-store.ts'
import { rememberStopTitles } from './opt-outs-store.ts'

export type Content = Pick<BlastTemplate, 'textWa' | 'button' | 'media'>

/** As the attempt keeps it: of the fields that this content has, what a person gets. null: it has none. */
export const fieldsOfContent = (
  { textWa }: Content,
  fallbacks: Readonly<Record<string, string>>,
  values: Readonly<Record<string, string>> = {},
): string | null => {
  const used = fieldsIn(textWa, Object.keys(fallbacks))
  if (used.length === 0) return null
  const filled = filledFields(fallbacks, values)
  return JSON.stringify(Object.fromEntries(used.map((key) => [key, filled[key]])))
}
/** The row's id; the same content has one row. */
export const saveContent = (sql: SqlStorage, { textWa, button, media }: Content): number => {
  rememberStopTitles(sql, button)
  const value = JSON.stringify({ textWa, button, media } satisfies Content)
  const [known] = sql.exec<{ id: number }>('select id from contents where value = ?', value).toArray()
  return known?.id ?? sql.exec<{ id: number }>('insert into contents (value) values (?) returning id', value).one().id
}

type Person = { name: string; number: string; fields: string | null }
export const renderContent = (content: Content, { name, number, fields }: Person): MessageContent => ({
  text: renderMessage(content, {
    name,
    phoneNumber: number,
    fields: fields === null ? undefined : (JSON.parse(fields) as Record<string, string>),
  }),
  media: content.media,
})

/** isTest: to the account's own number (rule one-off-test). */
export type SentTo = Person & { content: Content; templateId: string | null; isTest: boolean }
/** null: this account has no attempt with that id, its content is deleted, or its recipient was erased. */
export const sentUnder = (sql: SqlStorage, messageId: string): SentTo | null => {
  const [row] = sql
    .exec<Person & { value: string; number_id: number; template_id: string | null }>(
      `select c.value, a.number, a.name, a.number_id, a.template_id, a.fields from attempts a join contents c on c.id = a.content_id
       where a.message_id = ? and a.number <> ''`,
      messageId,
    )
    .toArray()
  if (!row) return null
  const { number, name, fields, template_id: templateId } = row
  return { number, name, fields, templateId, content: JSON.parse(row.value) as Content, isTest: isTest(row) }
}
