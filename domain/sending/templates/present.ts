// A template on the wire. Media has an unguessable address.
import {
  type Template,
  type TemplateButton,
  templateButton,
  templateNameOf,
} from '../../../contract/sending/templates.ts'
import { versionOf } from '../../ground/edits/versions.ts'
import { type Present, presentOf } from '../../ground/edits/as-read.ts'
import { type TemplateMedia, templateRead, type TemplateRow } from './store.ts'

export const MEDIA_PREFIX = 'templates/'
const buttonsOf = (stored: string): TemplateButton[] => {
  const parsed = templateButton.array().safeParse(JSON.parse(stored))
  return parsed.success ? parsed.data : []
}
export const mediaAddress = (key: string | null): string | null =>
  key === null ? null : `/api/media/${key.slice(MEDIA_PREFIX.length)}`
export const mediaOf = (row: TemplateRow): TemplateMedia =>
  row.media_key && row.media_type ? { key: row.media_key, type: row.media_type, name: row.media_name ?? '' } : null
const pausedOf = ({ status, paused_at, paused_stops, paused_of }: TemplateRow): Template['paused'] =>
  paused_at === null || paused_stops === null || status === 'active'
    ? null
    : { at: new Date(paused_at).toISOString(), stops: paused_stops, of: paused_of ?? 0 }
export const presentTemplate = (row: TemplateRow): Template => ({
  id: row.id,
  // one that was made before templates had names, or by nobody who gave one
  name: row.name || templateNameOf(row.text_wa, row.media_name),
  topic: row.topic ?? '',
  media: mediaAddress(row.media_key),
  text: row.text,
  text_wa: row.text_wa,
  button: buttonsOf(row.button),
  status: row.status,
  only_campaigns: row.only_campaigns === 1,
  count_use: row.count_use,
  count_success: row.count_success,
  count_fail: row.count_fail,
  count_stop: row.count_stop,
  paused: pausedOf(row),
  version: versionOf(templateRead(row)),
})
export const readOfTemplate = (row: TemplateRow): Present => {
  const { name, topic, media, text, button, status, only_campaigns } = presentTemplate(row)
  return presentOf(templateRead(row), { name, topic, media, text, button, status, only_campaigns })
}
/** The template's content for a one-off blast, which keeps it even if the template is changed or deleted. */
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
/** A template in messages.json; importing it makes the same template again. */
export const exportedTemplate = (
  row: TemplateRow,
): Pick<Template, 'name' | 'topic' | 'media' | 'text' | 'button' | 'status'> & { only_campaigns?: true } => {
  const { name, topic, media, text, button, status, only_campaigns } = presentTemplate(row)
  return { name, topic, media, text, button, status, ...(only_campaigns ? { only_campaigns } : {}) }
}
