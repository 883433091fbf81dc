// A screen that is a list: head with its tools, the rows in a card, the question before one is deleted.
import type { ReactNode } from 'react'
import { listTexts } from '../../texts/indonesian.ts'
import { Card } from '../../ui/card.tsx'
import { ScreenHead } from '../screen/screen-head.tsx'
import { PagedList, type PagedListProps } from './paged-list.tsx'
import { AddLink } from './tools.tsx'
import type { Removal } from './use-removal.tsx'

type Words = {
  title: string
  lead?: string
  /** How the table is called; else as the screen. */
  table?: string
  search?: string
  searchHint?: string
}
type Props<T> = Omit<PagedListProps<T>, 'label' | 'search' | 'fading'> & {
  words: Words
  heading?: string
  note?: ReactNode
  /** Beside the head, before what adds a row. */
  tools?: ReactNode
  add?: { to: string; label?: string } | undefined
  removal?: Removal<T>
  /** More is asked for than the list itself; from the search box alone it is known here. */
  isFiltered?: boolean
  /** Said where a search or filter finds nothing. */
  filteredNote?: ReactNode
  /** Further windows of the screen. */
  children?: ReactNode
}

export function ResourceList<T>({
  words,
  heading,
  note = words.lead,
  tools,
  add,
  removal,
  isFiltered = false,
  filteredNote = listTexts.notFound,
  emptyNote,
  emptyAction = add && <AddLink {...add} />,
  children,
  ...list
}: Props<T>) {
  const filtered = isFiltered || list.place.search !== ''
  return (
    <>
      <ScreenHead title={words.title} note={note} {...(heading === undefined ? {} : { heading })}>
        {tools}
        {add && <AddLink {...add} />}
      </ScreenHead>
      <Card>
        <PagedList
          label={words.table ?? words.title}
          emptyNote={filtered ? filteredNote : emptyNote}
          emptyAction={filtered ? undefined : emptyAction}
          {...(words.search === undefined ? {} : { search: { label: words.search, hint: words.searchHint ?? '' } })}
          {...(removal ? { fading: removal.isRemoving } : {})}
          {...list}
        />
      </Card>
      {removal?.dialog}
      {children}
    </>
  )
}
