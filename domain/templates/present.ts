// A template as the wire shows it; media by an address that only those who know it can open.
import { type Template, type TemplateButton, templateButton } from '../../contract/templates.ts'
import type { TemplateRow } from './store.ts'

export const MEDIA_PREFIX = 'templates/'
const buttonsOf = (stored: string): TemplateButton[] => {
  const parsed = templateButton.array().safeParse(JSON.parse(stored))
  return parsed.success ? parsed.data : []
}
export const presentTemplate = (row: TemplateRow): Template => ({
  id: row.id,
  media: row.media_key === null ? null : `/api/media/${row.media_key.slice(MEDIA_PREFIX.length)}`,
  text: row.text,
  text_wa: row.text_wa,
  button: buttonsOf(row.button),
  status: row.status,
  count_use: row.count_use,
})
/** As a one-off blast sends it: it keeps what was chosen, whatever becomes of the template. */
export const blastMessage = (row: TemplateRow) => ({
  templateId: row.id,
  message: row.text_wa,
  button: buttonsOf(row.button),
  media:
    row.media_key === null
      ? null
      : {
          key: row.media_key,
          mimetype: row.media_type ?? 'application/octet-stream',
          filename: row.media_name ?? row.media_key,
        },
})
/** As messages.json has it; an import of it makes the same template again. */
export const exportedTemplate = (row: TemplateRow): Pick<Template, 'media' | 'text' | 'button' | 'status'> => {
  const { media, text, button, status } = presentTemplate(row)
  return { media, text, button, status }
}
