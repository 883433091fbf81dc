// Generators and validators: the list with its live rows, one of them, and what can be done.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CheckKind, type CheckSettings, FILE_LINK_MS } from '../../../contract/number-checks.ts'
import type { Paged } from '../../../contract/paging.ts'
import type { Account } from '../../../contract/whatsapp.ts'
import { http } from '../../lib/http.ts'
import { pagedKey } from '../../lib/use-paged.ts'
import { type CheckRow, type Live, mergeChecks } from './apply-check-events.ts'
import { LISTS, pathOf, TEXTS } from './kinds.ts'

/** No event tells how far a large file was read. */
const PREPARING_ASK_MS = 1_500
/** Links to files end; those on the screen are renewed before. */
const LINKS_FRESH_MS = FILE_LINK_MS * 0.8
export const isPreparing = (row: CheckRow): boolean => 'fileName' in row && row.preparing

type ListQuery = { page: number; search: string; status: string; sort: string }
const one = (kind: CheckKind, id: string): string => `${pathOf(kind)}/${encodeURIComponent(id)}`

export const useChecks = (kind: CheckKind, { page, search, status, sort }: ListQuery) => {
  const cache = useQueryClient()
  const query = { page, search, status: status === 'all' ? null : status, sort }
  return useQuery({
    queryKey: [...pagedKey(LISTS[kind]), query],
    queryFn: async ({ signal }): Promise<Paged<Live>> => {
      const path = `${pathOf(kind)}/list-per-page`
      const answer = await http.get<Paged<CheckRow>>(path, { query, signal, fallback: TEXTS[kind].failedLoad })
      const shown = cache
        .getQueriesData<Paged<Live>>({ queryKey: pagedKey(LISTS[kind]) })
        .flatMap(([, known]) => known?.data ?? [])
      const rows = mergeChecks(shown, answer.data, Date.now())
      return { ...answer, data: rows, list: rows }
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.data.some(isPreparing) ? PREPARING_ASK_MS : LINKS_FRESH_MS),
    // Nobody listens for a list that is not shown: what it last knew is not shown again.
    gcTime: 0,
  })
}

export const useCheck = <T extends CheckRow>(kind: CheckKind, id: string) =>
  useQuery({
    queryKey: ['number-check', id],
    queryFn: async ({ signal }) =>
      (await http.get<{ data: T }>(one(kind, id), { signal, fallback: TEXTS[kind].failedOne })).data,
    enabled: id !== '',
    refetchOnMount: 'always',
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** As it is now, its connection too. */
export const useSender = (id: string) =>
  useQuery({
    queryKey: ['whatsapp', id],
    queryFn: ({ signal }) => http.get<{ whatsapp: Account }>(`/admin/whatsapp/${encodeURIComponent(id)}`, { signal }),
    enabled: id !== '',
    select: ({ whatsapp }) => whatsapp,
    refetchOnMount: 'always',
  })

export const createGenerator = (body: CheckSettings & { start_number: string; end_number: string }) =>
  http.post(`${pathOf('generator')}/create`, body)
export const createValidator = (file: File, body: CheckSettings) => {
  const form = new FormData()
  // Before the file: a server that reads as it comes knows them then.
  for (const [name, value] of Object.entries(body)) form.set(name, String(value))
  form.set('file', file, file.name)
  return http.post(`${pathOf('validator')}/create`, form)
}
export const updateCheck = (kind: CheckKind, id: string, body: CheckSettings) => http.put(one(kind, id), body)
export const startCheck = (kind: CheckKind, id: string) => http.post(`${pathOf(kind)}/start`, { id })
export const stopCheck = (kind: CheckKind, id: string) => http.post(`${pathOf(kind)}/stop`, { id })
export const fetchResults = (kind: CheckKind, id: string): Promise<Blob> =>
  http.file(`${pathOf(kind)}/download-result/${encodeURIComponent(id)}`, {
    query: { format: 'csv' },
    fallback: TEXTS[kind].downloadFailed,
  })
