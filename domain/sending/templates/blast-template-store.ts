// A template as an account's object keeps it, and as SQL answers it.
import { type SQL, sql } from 'drizzle-orm'
import type { TemplateButton } from '../../../contract/sending/templates.ts'
import type { templates } from './table.ts'

export type BlastTemplate = Pick<typeof templates.$inferSelect, 'id' | 'textWa' | 'countUse'> & {
  /** Absent or null: nothing that can be refused by itself. */
  topic?: string | null
  button: TemplateButton[]
  media: { key: string; mimetype: string; filename: string } | null
}
export type StoredTemplate = Omit<BlastTemplate, 'media'> & {
  key: string | null
  mimetype: string | null
  filename: string | null
}
/** Of templates as t. @param more further pairs of the object */
export const templateJson = (more?: SQL): SQL => sql`
  json_object(
    'id', t.id,
    'topic', t.topic,
    'textWa', t.text_wa,
    'button', json(t.button),
    'countUse', t.count_use,
    'key', t.media_key,
    'mimetype', t.media_type,
    'filename', t.media_name
    ${more ? sql`, ${more}` : sql``}
  )
`
export const templateOf = ({ key, mimetype, filename, ...t }: StoredTemplate): BlastTemplate => ({
  ...t,
  media: key && mimetype ? { key, mimetype, filename: filename ?? key } : null,
})
