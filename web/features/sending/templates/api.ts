// Message templates: saved as forms with a file, read as JSON.
import { captionText } from '../../../../contract/sending/message-text.ts'
import type { Template, TemplateButton } from '../../../../contract/sending/templates.ts'
import { call } from '../../../lib/api/http.ts'
import { type Fields, type Read, sendEdited } from '../../../lib/forms/edited.ts'
import { useRecord } from '../../../lib/api/use-record.ts'
import { editedTexts, templateTexts as texts } from '../../../texts/indonesian.ts'
import { readCaption } from './read-caption.tsx'

export const useTemplate = (id: string) =>
  useRecord('templates', id, (signal) =>
    call('GET /admin/message/:id', { params: { id } }, { signal, fallback: texts.failedLoad }),
  )

export type TemplateDraft = {
  name: string
  topic: string
  text: string
  file: File | null
  removesMedia: boolean
  button: readonly TemplateButton[]
  active: boolean
  onlyCampaigns: boolean
}

type Wire = {
  name: string
  topic: string
  text: string
  button: readonly TemplateButton[]
  status: Template['status']
  only_campaigns: boolean
  /** Absent: as it is stored. null: none. Else the chosen file's name. */
  media?: string | null
  version?: string | undefined
}
const wireOf = ({ name, topic, text, button, active, onlyCampaigns, file, removesMedia }: TemplateDraft): Wire => ({
  name,
  topic,
  text,
  button,
  status: active ? 'active' : 'nonactive',
  only_campaigns: onlyCampaigns,
  ...(file ? { media: file.name } : removesMedia ? { media: null } : {}),
})
const formOf = (
  { name, topic, text, button, status, only_campaigns, media, version }: Wire,
  file: File | null,
): FormData => {
  const form = new FormData()
  form.set('name', name)
  form.set('topic', topic)
  form.set('text', text)
  form.set('text_wa', captionText(readCaption(text)))
  form.set('button', JSON.stringify(button))
  form.set('status', status)
  form.set('only_campaigns', only_campaigns ? '1' : '0')
  if (version) form.set('version', version)
  if (file && media === file.name) form.set('file', file, file.name)
  else if (media === null) form.set('remove_media', '1')
  return form
}
export const createTemplate = (draft: TemplateDraft) =>
  call('POST /admin/message/create', { body: formOf(wireOf(draft), draft.file) }, { fallback: texts.createFailed })

const buttonLine = ({ title, url }: TemplateButton): string => [title, url].filter(Boolean).join(': ')
/** A file that was replaced cannot be sent again. */
const fieldsOf = (touchesMedia: boolean): Fields => ({
  name: { label: texts.name },
  topic: { label: texts.topic },
  text: { label: texts.caption, show: (html) => captionText(readCaption(String(html))) },
  media: { label: editedTexts.media, show: (media) => (media === null ? '' : String(media)), fixed: !touchesMedia },
  button: { label: texts.buttons, show: (rows) => (rows as TemplateButton[]).map(buttonLine).join('\n') },
  only_campaigns: { label: texts.onlyCampaigns, show: (only) => (only === true ? editedTexts.yes : editedTexts.no) },
  status: { label: texts.active, show: (status) => (status === 'active' ? editedTexts.yes : editedTexts.no) },
})
export const updateTemplate = (id: string, read: Read, draft: TemplateDraft) => {
  const body = wireOf(draft)
  return sendEdited({ read, body, fields: fieldsOf('media' in body) }, (chosen) =>
    call(
      'PUT /admin/message/:id',
      { params: { id }, body: formOf(chosen, draft.file) },
      { fallback: texts.updateFailed },
    ),
  )
}
