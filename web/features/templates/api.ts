// Message templates: saved as forms with a file, read as JSON.
import type { TemplateButton } from '../../../contract/templates.ts'
import { call } from '../../lib/api/http.ts'
import { useRecord } from '../../lib/api/use-record.ts'
import { templateTexts as texts } from '../../texts/indonesian.ts'

export const useTemplate = (id: string) =>
  useRecord('templates', id, (signal) =>
    call('GET /admin/message/:id', { params: { id } }, { signal, fallback: texts.failedLoad }),
  )

export type TemplateDraft = {
  name: string
  text: string
  textWa: string
  file: File | null
  removesMedia: boolean
  button: readonly TemplateButton[]
  active: boolean
}
const formOf = (draft: TemplateDraft): FormData => {
  const form = new FormData()
  form.set('name', draft.name)
  form.set('text', draft.text)
  form.set('text_wa', draft.textWa)
  form.set('button', JSON.stringify(draft.button))
  form.set('status', draft.active ? 'active' : 'nonactive')
  if (draft.file) form.set('file', draft.file, draft.file.name)
  else if (draft.removesMedia) form.set('remove_media', '1')
  return form
}
export const createTemplate = (draft: TemplateDraft) =>
  call('POST /admin/message/create', { body: formOf(draft) }, { fallback: texts.createFailed })
export const updateTemplate = (id: string, draft: TemplateDraft) =>
  call('PUT /admin/message/:id', { params: { id }, body: formOf(draft) }, { fallback: texts.updateFailed })
