// A paged list as a screen shows it: skeletons, failure, 'Kosong', rows as table or cards, pager.
import type { UseQueryResult } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import type { Paged } from '../../contract/paging.ts'
import { common } from '../texts/id.ts'
import { type Column, DataList } from '../ui/data-list.tsx'
import { Empty } from '../ui/empty.tsx'
import { ListFailed, ListSkeleton } from '../ui/list-states.tsx'
import { Pager } from '../ui/pager.tsx'
import { errorText } from './http.ts'

type Props<T> = {
  label: string
  query: UseQueryResult<Paged<T>>
  page: number
  onPage: (page: number) => void
  columns: readonly Column<T>[]
  keyOf: (row: T) => string
  icon: LucideIcon
  emptyNote?: ReactNode
  emptyAction?: ReactNode
  fading?: (row: T) => boolean
  detail?: (row: T) => ReactNode
  onRow?: (row: T) => void
  minWidth?: string
}

function Rows<T>({ query, icon, emptyNote, emptyAction, ...list }: Omit<Props<T>, 'page' | 'onPage'>) {
  if (query.isPending) return <ListSkeleton label={common.loading} />
  if (!query.data)
    return <ListFailed text={errorText(query.error)} retryLabel={common.retry} onRetry={() => void query.refetch()} />
  const rows = query.data.data
  if (rows.length === 0) return <Empty icon={icon} title={common.empty} note={emptyNote} action={emptyAction} />
  return <DataList rows={rows} {...list} />
}

export function PagedList<T>({ page, onPage, ...list }: Props<T>) {
  const { data, isPlaceholderData } = list.query
  const totalPages = data?.meta.totalPages ?? 1
  // The page went with its last row.
  const isPast = data !== undefined && !isPlaceholderData && data.data.length === 0 && page > totalPages
  const toLast = useEffectEvent(() => onPage(totalPages))
  useEffect(() => {
    if (isPast) toLast()
  }, [isPast])
  return (
    <>
      <Rows {...list} />
      <Pager
        page={page}
        totalPages={totalPages}
        onPage={onPage}
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
