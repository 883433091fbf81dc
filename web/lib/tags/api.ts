// Tags of recipients: the list of them, and who has one.
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/http.ts'
import { keys } from '../api/query-keys.ts'
import { tagTexts as texts } from '../../texts/indonesian.ts'

/** All of them, by the alphabet. */
export const useTags = () =>
  useQuery({
    queryKey: keys.choices('tags', 'all'),
    queryFn: ({ signal }) => call('GET /admin/tag/list', {}, { signal, fallback: texts.loadFailed }),
  })
export const createTag = (name: string) =>
  call('POST /admin/tag/create', { body: { name } }, { fallback: texts.saveFailed })
export const renameTag = (body: { id: number; name: string; was: string }) =>
  call('PUT /admin/tag/rename', { body }, { fallback: texts.saveFailed })
export const deleteTag = (id: number) =>
  call('DELETE /admin/tag/:id', { params: { id } }, { fallback: texts.saveFailed })
export const tagPeople = (body: { tag: number; ids: number[]; on: boolean }) =>
  call('POST /admin/tag/people', { body }, { fallback: texts.saveFailed })
