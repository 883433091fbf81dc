// Fields of recipients: what an import kept beside number and name, each a placeholder of messages (rule recipient-fields).
import { useQuery } from '@tanstack/react-query'
import type { FieldRow } from '../../../contract/recipients/fields.ts'
import { fieldTexts as texts } from '../../texts/indonesian.ts'
import { call } from '../api/http.ts'
import { keys } from '../api/query-keys.ts'

/** In the order in which they came. */
export const useFields = () =>
  useQuery({
    queryKey: keys.choices('fields', 'all'),
    queryFn: ({ signal }) => call('GET /admin/recipient-field/list', {}, { signal, fallback: texts.loadFailed }),
  })
/** As somebody reads it who has none: the fallback, else the placeholder itself, so that its place is seen. */
export const fallbacksOf = (fields: readonly FieldRow[]): Record<string, string> =>
  Object.fromEntries(fields.map(({ key, fallback }) => [key, fallback === '' ? `{${key}}` : fallback]))
export const useFieldPeople = (key: string) =>
  useQuery({
    queryKey: keys.one('fields', key),
    queryFn: ({ signal }) => call('GET /admin/recipient-field/people', { query: { key } }, { signal }),
  })
export const saveField = (body: FieldRow) =>
  call('POST /admin/recipient-field/save', { body }, { fallback: texts.saveFailed })
export const deleteField = (key: string) =>
  call('POST /admin/recipient-field/delete', { body: { key } }, { fallback: texts.saveFailed })
