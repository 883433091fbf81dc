// The toolbar of every list: search, filters, order.
import type { ReactNode } from 'react'
import { sortTexts } from '../../texts/indonesian.ts'
import { classNames } from '../../ui/class-names.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { SortSelect } from '../../ui/sort-select.tsx'
import type { Sorting } from './sorting.ts'
import type { PageQueryState } from './use-page-query.ts'

type Props = {
  place: Pick<PageQueryState, 'typed' | 'setTyped' | 'searchNow'>
  /** Absent: the list has no search. */
  search?: { label: string; hint: string } | undefined
  sorting?: Sorting | undefined
  /** Filters, before the order. */
  children?: ReactNode
}
const choicesOf = ({ menu }: Sorting) => menu.map((value) => ({ value, label: sortTexts.choices[value] }))

export function ListToolbar({ place, search, sorting, children }: Props) {
  const order = sorting && (
    <SortSelect label={sortTexts.label} now={sorting.now} choices={choicesOf(sorting)} onChoose={sorting.choose} />
  )
  if (!search)
    return (
      <div className="flex flex-col gap-3 border-b border-line p-4 sm:flex-row sm:items-center sm:justify-between">
        {children}
        {order}
      </div>
    )
  return (
    <SearchBox {...search} typed={place.typed} onType={place.setTyped} onNow={place.searchNow}>
      {(children || order) && (
        <div
          className={classNames(
            'flex min-w-0 flex-col gap-3 sm:flex-1 sm:flex-row sm:justify-between',
            children ? 'sm:min-w-[23rem]' : 'sm:min-w-56',
          )}
        >
          {children}
          {order}
        </div>
      )}
    </SearchBox>
  )
}
