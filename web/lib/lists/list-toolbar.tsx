// The toolbar of every list: search, filters, order, in one row. On phones the filters open below it, and the order is an icon.
import { ListFilter } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { FROM_TABLET, useMedia } from '../browser/use-media.ts'
import { listTexts, sortTexts } from '../../texts/indonesian.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { SortSelect } from '../../ui/sort-select.tsx'
import type { Sorting } from './sorting.ts'
import type { PageQueryState } from './use-page-query.ts'

type Props = {
  place: Pick<PageQueryState, 'typed' | 'setTyped' | 'searchNow' | 'hasFilter'>
  /** Absent: the list has no search. */
  search?: { label: string; hint: string } | undefined
  sorting?: Sorting | undefined
  /** Filters, before the order. */
  filters?: ReactNode
  /** Tools at the end of the row, on desktops. */
  tools?: ReactNode
}
const choicesOf = ({ menu }: Sorting) => menu.map((value) => ({ value, label: sortTexts.choices[value] }))

export function ListToolbar({ place, search, sorting, filters, tools }: Props) {
  const id = useId()
  const isWide = useMedia(FROM_TABLET)
  const [opened, setOpened] = useState(place.hasFilter)
  return (
    <div
      data-toolbar
      className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3 sm:gap-3 lg:flex-nowrap lg:gap-2 lg:py-1.5"
    >
      {search && (
        <SearchBox
          {...search}
          hint={isWide ? search.hint : listTexts.searchShort}
          typed={place.typed}
          onType={place.setTyped}
          onNow={place.searchNow}
        />
      )}
      {filters && (
        <>
          <Button
            variant={place.hasFilter ? 'primary' : 'secondary'}
            size="icon"
            aria-label={listTexts.filters}
            title={listTexts.filters}
            aria-expanded={opened}
            aria-controls={id}
            onClick={() => setOpened(!opened)}
            className="size-11! shrink-0 sm:hidden"
          >
            <ListFilter aria-hidden className="size-4" />
          </Button>
          <div
            id={id}
            className={classNames(
              // from tablets on each of them takes its own place in the row
              'flex min-w-0 flex-wrap items-center gap-2 max-sm:order-last max-sm:w-full sm:contents',
              !opened && 'max-sm:hidden',
            )}
          >
            {filters}
          </div>
        </>
      )}
      <div className="ml-auto flex shrink-0 items-center gap-2">
        {sorting && (
          <SortSelect
            label={sortTexts.label}
            now={sorting.now}
            choices={choicesOf(sorting)}
            onChoose={sorting.choose}
          />
        )}
        {tools}
      </div>
    </div>
  )
}
