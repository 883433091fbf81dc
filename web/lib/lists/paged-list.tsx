// A paged list as a screen shows it: search, filters and order, skeletons, failure, 'Kosong', rows as table or cards, pager.
import type { UseQueryResult } from '@tanstack/react-query'
import { type LucideIcon, WifiOff } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { COUNT_MAX } from '../../../contract/ground/count-max.ts'
import type { Paged } from '../../../contract/ground/paging.ts'
import { common, listTexts } from '../../texts/indonesian.ts'
import { type Column, DataList, type Sums } from '../../ui/data-list.tsx'
import type { RowSelection } from '../../ui/row-mark.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ListFailed, ListSkeleton } from '../../ui/list-states.tsx'
import { Pager } from '../../ui/pager.tsx'
import { part } from '../../ui/part.tsx'
import { errorText } from '../api/http.ts'
import { FROM_DESKTOP, FROM_WIDE, useMedia } from '../browser/use-media.ts'
import { formatNumber } from '../format/format.ts'
import { ListToolbar } from './list-toolbar.tsx'
import { useSession } from '../session/session.ts'
import { placeOf } from './page-place.ts'
import { directionOf, type Sorting } from './sorting.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useListKeys } from './use-list-keys.ts'
import { useLook } from './use-look.ts'
import { PAGE_SIZES } from './use-page-size.ts'
import '../../ui/print.css'
import type { PageQueryState } from './use-page-query.ts'

const LookMenu = part(() => import('./look-menu.tsx'))
const SavedFilters = part(() => import('./saved-filters.tsx'))
const KeysHelp = part(() => import('./keys-help.tsx'))

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
  /** Absent: rows cannot be marked. */
  selection?: RowSelection<T> | undefined
  sums?: Sums | undefined
  /** Its pages have the size that the server gives them. */
  fixed?: boolean
  /** Its rows are counted up to COUNT_MAX also where nothing is looked for. */
  capped?: boolean
  /** Its call takes `after`: behind the count the next page goes on from the last row of this one. */
  goesOn?: boolean
  /** Its rows say more than one line holds: they stay as high as that. */
  tall?: boolean
}

type RowsProps<T> = Omit<PagedListProps<T>, 'place' | 'search' | 'filters' | 'fixed' | 'tall' | 'capped' | 'goesOn'> & {
  dense: boolean
}
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

/** What names a row, and what is done to it, stays. */
const mayHide = <T,>({ card, isRowHead }: Column<T>): boolean => card !== 'title' && card !== 'foot' && !isRowHead

/** Fewer rows than these are seen at a glance: nobody sorts them. */
const SORTED_FROM = 5

/** '21–40 dari 312'. */
const rangeText = ({ first, last, total, atLeast }: ReturnType<typeof placeOf>): string =>
  common.rangeOf(formatNumber(first), formatNumber(last), formatNumber(total), atLeast)

/** Whoever has fewer rows than the smallest page sees all of them whatever they choose. */
const sizesOf = (place: PageQueryState, total: number) =>
  total <= PAGE_SIZES[0]
    ? undefined
    : { label: listTexts.pageSize, now: place.limit, all: PAGE_SIZES, onChoose: place.setLimit }

export function PagedList<T>(props: PagedListProps<T>) {
  const { place, search, filters, sorting: sorts, columns, fixed = false, tall = false, ...more } = props
  const { capped = false, goesOn = false, ...list } = more
  const { page, setPage } = place
  const { data, isPlaceholderData } = list.query
  const top = useRef<HTMLDivElement>(null)
  const totalPages = data?.meta.totalPages ?? 1
  const stands = data && placeOf(data.meta, data.data.length, capped || place.search !== '' || place.hasFilter)
  const lastPage = stands?.lastPage ?? 1
  // The last row of this page was deleted, so the page does not exist any more.
  const isPast = data !== undefined && !isPlaceholderData && data.data.length === 0 && page > totalPages
  const toLast = useEffectEvent(() => place.correctPage(totalPages))
  useEffect(() => {
    if (isPast) toLast()
  }, [isPast])
  const isNarrowed = place.search !== '' || place.hasFilter || place.param('sort') !== ''
  const isShort = data !== undefined && !isNarrowed && data.meta.total < SORTED_FROM
  const sorting = isShort ? undefined : sorts
  const isBare = !search && !filters && !sorting
  const isTable = useMedia(FROM_DESKTOP)
  const { look, ...changeLook } = useLook()
  const isWide = useMedia(FROM_WIDE)
  const isOffice = useSession()?.user.role !== 'member'
  const fitting = columns.filter(({ wide }) => !isTable || isWide || !wide)
  const hideable = fitting.filter(mayHide).map(({ head }) => head)
  const shown = isTable ? fitting.filter((column) => !mayHide(column) || !look.hidden.includes(column.head)) : columns
  const [helping, setHelping] = useState(false)
  const { selection } = list
  useKeptFocus(top)
  useListKeys(top, {
    onHelp: () => setHelping(true),
    onSelect: selection && ((index) => data?.data[index] && selection.toggle(data.data[index])),
  })
  const turnTo = (next: number): void => {
    const last = goesOn && stands?.atLeast && next === page + 1 ? data?.data.at(-1) : undefined
    setPage(next, last && list.keyOf(last))
    top.current?.scrollIntoView({ block: 'start' })
  }
  return (
    // Clipped, so that no row stands out of the card's corners; without a box that scrolls, in which nothing could stay in sight.
    <div ref={top} data-list className="overflow-clip rounded-[inherit]">
      {!isBare && (
        <ListToolbar
          place={place}
          search={search}
          sorting={sorting}
          filters={filters}
          tools={
            isTable && (
              <Suspense fallback={<span className="size-9" />}>
                {isOffice && (search || filters) && <SavedFilters />}
                <LookMenu look={look} {...changeLook} heads={hideable} tall={tall} />
              </Suspense>
            )
          }
        />
      )}
      <Rows {...list} columns={shown} dense={!tall && !look.roomy} {...(sorting ? { sorting } : {})} />
      {stands?.goesOn && (
        <p className="border-t border-line px-4 py-3 text-[13px] text-ink-2">
          {common.endOfCount(formatNumber(COUNT_MAX))}
        </p>
      )}
      <Pager
        page={page}
        totalPages={lastPage}
        isEndKnown={!stands?.goesOn}
        onPage={turnTo}
        sizes={fixed ? undefined : sizesOf(place, data?.meta.total ?? 0)}
        labels={{
          nav: common.pages,
          first: common.first,
          previous: common.previous,
          next: common.next,
          last: stands?.isOpen ? common.lastCounted : common.last,
          range: stands ? rangeText(stands) : '',
          place: common.pageOf(page, stands?.pages ?? lastPage, stands?.isOpen),
        }}
      />
      {helping && (
        <Suspense fallback={null}>
          <KeysHelp onClose={() => setHelping(false)} />
        </Suspense>
      )}
    </div>
  )
}
