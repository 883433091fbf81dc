// Message templates: forms with a file, lists as JSON.
import { useQuery } from '@tanstack/react-query'
import type { Template, TemplateButton } from '../../../contract/templates.ts'
import { http } from '../../lib/http.ts'
import { listTexts, templateTexts as texts } from '../../texts/id.ts'

export const TEMPLATES = 'templates'
export const TEMPLATE_PATH = '/admin/message'
const one = (id: string): string => `${TEMPLATE_PATH}/${encodeURIComponent(id)}`

export const useTemplate = (id: string) =>
  useQuery({
    queryKey: ['template', id],
    queryFn: ({ signal }) => http.get<{ message: Template }>(one(id), { signal, fallback: texts.failedLoad }),
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
  http.post(`${TEMPLATE_PATH}/create`, formOf(draft), { fallback: texts.createFailed })
export const updateTemplate = (id: string, draft: TemplateDraft) =>
  http.put(one(id), formOf(draft), { fallback: texts.updateFailed })

export type TemplateImport = { created: unknown[]; skipped: { text: string; reason: string }[] } | { jobId: string }
export const importTemplates = (file: File) => {
  const form = new FormData()
  form.set('file', file, file.name)
  return http.post<TemplateImport>(`${TEMPLATE_PATH}/import`, form, { fallback: listTexts.importFailed })
}
