// A paged list as a screen shows it: search, filters and order, skeletons, failure, 'Kosong', rows as table or cards, pager.
import type { UseQueryResult } from '@tanstack/react-query'
import { type LucideIcon, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import type { Paged } from '../../../contract/paging.ts'
import { common } from '../../texts/indonesian.ts'
import { type Column, DataList } from '../../ui/data-list.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ListFailed, ListSkeleton } from '../../ui/list-states.tsx'
import { Pager } from '../../ui/pager.tsx'
import { errorText } from '../api/http.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { directionOf, type Sorting } from './sorting.ts'
import type { PageQueryState } from './use-page-query.ts'

export type PagedListProps<T> = {
  label: string
  query: UseQueryResult<Paged<T>>
  place: PageQueryState
  /** Absent: the list has no search. */
  search?: { label: string; hint: string }
  filters?: ReactNode
  /** Absent: the list cannot be sorted. */
  sorting?: Sorting
  columns: readonly Column<T>[]
  keyOf: (row: T) => string
  icon: LucideIcon
  emptyNote?: ReactNode
  emptyAction?: ReactNode
  fading?: (row: T) => boolean
  detail?: (row: T) => ReactNode
  onRow?: (row: T) => void
  card?: (row: T) => ReactNode
  minWidth?: string
}

type RowsProps<T> = Omit<PagedListProps<T>, 'place' | 'search' | 'filters'>
function Rows<T>({ query, icon, emptyNote, emptyAction, sorting, ...list }: RowsProps<T>) {
  if (query.isPending && query.fetchStatus === 'paused')
    return <Empty icon={WifiOff} title={common.notLoaded} note={common.notLoadedText} />
  if (query.isPending) return <ListSkeleton label={common.loading} />
  if (!query.data)
    return <ListFailed text={errorText(query.error)} retryLabel={common.retry} onRetry={() => void query.refetch()} />
  const rows = query.data.data
  if (rows.length === 0) return <Empty icon={icon} title={common.empty} note={emptyNote} action={emptyAction} />
  const heads = sorting && { of: (key: string) => directionOf(sorting.now, key), press: sorting.press }
  return <DataList rows={rows} sorting={heads} {...list} />
}

export function PagedList<T>({ place, search, filters, ...list }: PagedListProps<T>) {
  const { page, setPage } = place
  const { data, isPlaceholderData } = list.query
  const totalPages = data?.meta.totalPages ?? 1
  // The last row of this page was deleted, so the page does not exist any more.
  const isPast = data !== undefined && !isPlaceholderData && data.data.length === 0 && page > totalPages
  const toLast = useEffectEvent(() => setPage(totalPages))
  useEffect(() => {
    if (isPast) toLast()
  }, [isPast])
  // Without rows there is nothing to search or sort, so the toolbar is left out.
  const isBare = !search && !filters && (!list.sorting || (data?.data.length === 0 && page === 1))
  return (
    <>
      {!isBare && (
        <ListToolbar place={place} search={search} sorting={list.sorting}>
          {filters}
        </ListToolbar>
      )}
      <Rows {...list} />
      <Pager
        page={page}
        totalPages={totalPages}
        onPage={setPage}
        labels={{
          nav: common.pages,
          previous: common.previous,
          next: common.next,
          place: common.pageOf(page, totalPages),
        }}
      />
    </>
  )
}
