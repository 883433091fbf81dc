// Generators and validators: the list with its live rows, one of them, and what can be done.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CheckKind, type CheckSettings, FILE_LINK_MS } from '../../../contract/number-checks.ts'
import type { Paged } from '../../../contract/paging.ts'
import type { Sort } from '../../../contract/sorts.ts'
import type { ListFilter } from '../../../contract/whatsapp.ts'
import { call, callFile } from '../../lib/api/http.ts'
import { pagedKey } from '../../lib/api/use-paged.ts'
import { type CheckRow, type Live, mergeChecks } from './apply-check-events.ts'
import { LISTS, TEXTS } from './kinds.ts'

/** No event tells how far a large file was read. */
const PREPARING_ASK_MS = 1_500
/** Links to files end; those on the screen are renewed before. */
const LINKS_FRESH_MS = FILE_LINK_MS * 0.8
export const isPreparing = (row: CheckRow): boolean => 'fileName' in row && row.preparing

type ListQuery = { page: number; search: string; status: ListFilter; sort: Sort<'checks'> | '' }

export const useChecks = (kind: CheckKind, query: ListQuery) => {
  const cache = useQueryClient()
  return useQuery({
    queryKey: [...pagedKey(LISTS[kind]), query],
    queryFn: async ({ signal }): Promise<Paged<Live>> => {
      const answer = await call(
        `GET /admin/${kind}/list-per-page`,
        { query },
        { signal, fallback: TEXTS[kind].failedLoad },
      )
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

export const useCheck = (kind: CheckKind, id: string) =>
  useQuery({
    queryKey: ['number-check', id],
    queryFn: async ({ signal }) =>
      (await call(`GET /admin/${kind}/:id`, { params: { id } }, { signal, fallback: TEXTS[kind].failedOne })).data,
    enabled: id !== '',
    refetchOnMount: 'always',
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** As it is now, its connection too. */
export const useSender = (id: string) =>
  useQuery({
    queryKey: ['whatsapp', id],
    queryFn: ({ signal }) => call('GET /admin/whatsapp/:id', { params: { id } }, { signal }),
    enabled: id !== '',
    select: ({ whatsapp }) => whatsapp,
    refetchOnMount: 'always',
  })

export const createGenerator = (body: CheckSettings & { start_number: string; end_number: string }) =>
  call('POST /admin/generator/create', { body })
export const createValidator = (file: File, body: CheckSettings) => {
  const form = new FormData()
  // Before the file: a server that reads as it comes knows them then.
  for (const [name, value] of Object.entries(body)) form.set(name, String(value))
  form.set('file', file, file.name)
  return call('POST /admin/validator/create', { body: form })
}
export const updateCheck = (kind: CheckKind, id: string, body: CheckSettings) =>
  call(`PUT /admin/${kind}/:id`, { params: { id }, body })
export const startCheck = (kind: CheckKind, id: string) => call(`POST /admin/${kind}/start`, { body: { id } })
export const stopCheck = (kind: CheckKind, id: string) => call(`POST /admin/${kind}/stop`, { body: { id } })
export const fetchResults = (kind: CheckKind, id: string): Promise<Blob> =>
  callFile(
    `GET /admin/${kind}/download-result/:id`,
    { params: { id }, query: { format: 'csv' } },
    { fallback: TEXTS[kind].downloadFailed },
  )
