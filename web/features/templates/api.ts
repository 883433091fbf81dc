// Message templates: forms with a file, lists as JSON.
import { useQuery } from '@tanstack/react-query'
import type { TemplateButton } from '../../../contract/templates.ts'
import { call } from '../../lib/api/http.ts'
import { listTexts, templateTexts as texts } from '../../texts/indonesian.ts'

export const TEMPLATES = 'templates'

export const useTemplate = (id: string) =>
  useQuery({
    queryKey: ['template', id],
    queryFn: ({ signal }) => call('GET /admin/message/:id', { params: { id } }, { signal, fallback: texts.failedLoad }),
    enabled: id !== '',
    refetchOnMount: 'always',
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

export type TemplateDraft = {
  text: string
  textWa: string
  file: File | null
  removesMedia: boolean
  button: readonly TemplateButton[]
  active: boolean
}
const formOf = (draft: TemplateDraft): FormData => {
  const form = new FormData()
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

export const importTemplates = (file: File) => {
  const form = new FormData()
  form.set('file', file, file.name)
  return call('POST /admin/message/import', { body: form }, { fallback: listTexts.importFailed })
}
