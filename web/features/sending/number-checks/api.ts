// Generators and validators: the live list, one of them, and the calls that change them.
import { useQuery } from '@tanstack/react-query'
import { type CheckKind, type CheckSettings, FILE_LINK_MS } from '../../../../contract/sending/number-checks.ts'
import type { Sort } from '../../../../contract/ground/sorts.ts'
import type { ListFilter } from '../../../../contract/sending/whatsapp.ts'
import { callFile } from '../../../lib/api/call-file.ts'
import { call } from '../../../lib/api/http.ts'
import { keys } from '../../../lib/api/query-keys.ts'
import { useRecord } from '../../../lib/api/use-record.ts'
import { useLivePage } from '../../../realtime/use-live-page.ts'
import { type CheckRow, type Live, mergeChecks } from './apply-check-events.ts'
import { LISTS, TEXTS } from './kinds.ts'

/** Milliseconds between two fetches while a large file is being read: no event reports that. */
const PREPARING_ASK_MS = 1_500
/** Links to files expire, so the page fetches the ones on the screen again before that. */
const LINKS_FRESH_MS = FILE_LINK_MS * 0.8
export const isPreparing = (row: CheckRow): boolean => 'fileName' in row && row.preparing

type ListQuery = {
  page: number
  limit: number
  from: string
  to: string
  search: string
  status: ListFilter
  sort: Sort<'checks'> | ''
}

export const useChecks = (kind: CheckKind, query: ListQuery) =>
  useLivePage<CheckRow, Live>({
    of: LISTS[kind],
    pageQuery: query,
    fetchPage: (signal) =>
      call(`GET /admin/${kind}/list-per-page`, { query }, { signal, fallback: TEXTS[kind].failedLoad }),
    merge: mergeChecks,
    refetchMs: (rows) => (rows.some(isPreparing) ? PREPARING_ASK_MS : LINKS_FRESH_MS),
  })

export const useCheck = (kind: CheckKind, id: string) =>
  useRecord(
    LISTS[kind],
    id,
    async (signal) =>
      (await call(`GET /admin/${kind}/:id`, { params: { id } }, { signal, fallback: TEXTS[kind].failedOne })).data,
  )

/** The job as it is now, with its sender's connection state. */
export const useSender = (id: string) =>
  useQuery({
    queryKey: keys.one('accounts', id),
    queryFn: ({ signal }) => call('GET /admin/whatsapp/:id', { params: { id } }, { signal }),
    enabled: id !== '',
    select: ({ whatsapp }) => whatsapp,
    refetchOnMount: 'always',
  })

export const createGenerator = (body: CheckSettings & { start_number: string; end_number: string }) =>
  call('POST /admin/generator/create', { body })
export const createValidator = (file: File, body: CheckSettings) => {
  const form = new FormData()
  // Before the file, because the server reads the form as a stream and must know these first.
  for (const [name, value] of Object.entries(body)) form.set(name, String(value))
  form.set('file', file, file.name)
  return call('POST /admin/validator/create', { body: form })
}
export const updateCheck = (kind: CheckKind, id: string, body: CheckSettings & { version?: string | undefined }) =>
  call(`PUT /admin/${kind}/:id`, { params: { id }, body })
export const startCheck = (kind: CheckKind, id: string) => call(`POST /admin/${kind}/start`, { body: { id } })
export const stopCheck = (kind: CheckKind, id: string) => call(`POST /admin/${kind}/stop`, { body: { id } })
export const fetchResults = (kind: CheckKind, id: string): Promise<Blob> =>
  callFile(
    `GET /admin/${kind}/download-result/:id`,
    { params: { id }, query: { format: 'csv' } },
    { fallback: TEXTS[kind].downloadFailed },
  )
