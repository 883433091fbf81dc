// Acts on all who match: the last ones, asked again while one runs, and what can be done with each.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { BulkRow } from '../../../contract/recipients/bulk-acts.ts'
import { bulkTexts as texts } from '../../texts/indonesian.ts'
import { call } from '../api/http.ts'
import { keys, refresh } from '../api/query-keys.ts'
import { useRowAction } from '../lists/use-row-action.ts'

const ASK_MS = 1_000
export const isRunning = ({ status }: Pick<BulkRow, 'status'>): boolean => status === 'running' || status === 'undoing'
const idOf = ({ id }: BulkRow): string => id

export const useActs = () => {
  const cache = useQueryClient()
  const query = useQuery({
    queryKey: keys.choices('bulk-acts', 'last'),
    queryFn: ({ signal }) => call('GET /admin/bulk', {}, { signal, fallback: texts.loadFailed }),
    refetchInterval: ({ state }) => (state.data?.data.some(isRunning) ? ASK_MS : false),
    refetchIntervalInBackground: true,
  })
  const acts = query.data?.data ?? []
  const ended = query.data?.data.flatMap((act) => (isRunning(act) ? [] : [`${act.id} ${act.status}`])).join()
  const before = useRef(ended)
  useEffect(() => {
    // what it changed is shown once it has ended; a short one was never seen to run
    if (before.current !== undefined && before.current !== ended)
      void refresh(cache, 'phone-numbers', 'tags', 'suppressions', 'imports')
    before.current = ended
  }, [ended, cache])
  /** at: when they were asked for. */
  return { acts, at: query.dataUpdatedAt, error: query.error, isPending: query.isPending }
}
export const useCancelAct = () =>
  useRowAction({
    idOf,
    send: ({ id }: BulkRow) =>
      call('POST /admin/bulk/:id/cancel', { params: { id } }, { fallback: texts.cancelFailed }),
    changes: ['bulk-acts', 'phone-numbers', 'tags'],
    doneText: texts.cancelled,
  })
export const useUndoAct = () =>
  useRowAction({
    idOf,
    send: ({ id }: BulkRow) => call('POST /admin/bulk/:id/undo', { params: { id } }, { fallback: texts.undoFailed }),
    changes: ['bulk-acts'],
    doneText: texts.undoBegun,
  })
