// A screen with one list: the head with its tools, the rows in a card, and the question before a row is deleted.
import type { ReactNode } from 'react'
import { listTexts } from '../../texts/indonesian.ts'
import { Card } from '../../ui/card.tsx'
import { ScreenHead } from '../screen/screen-head.tsx'
import { PagedList, type PagedListProps } from './paged-list.tsx'
import { AddLink } from './tools.tsx'
import type { Bulk } from './use-bulk-removal.tsx'
import type { Removal } from './use-removal.tsx'

type Words = {
  title: string
  lead?: string
  /** The table's accessible name; default: the screen's title. */
  table?: string
  search?: string
  searchHint?: string
}
type Props<T> = Omit<PagedListProps<T>, 'label' | 'search' | 'fading' | 'selection'> & {
  words: Words
  heading?: string
  /** The end of the heading: the figure that one comes for. */
  answer?: string | undefined
  note?: ReactNode
  /** Between the head and the list. */
  before?: ReactNode
  /** Beside the head, before what adds a row. */
  tools?: ReactNode
  add?: { to: string; label?: string } | undefined
  removal?: Removal<T>
  /** Rows may be marked, and deleted together. */
  bulk?: Bulk<T>
  /** true: a filter besides the search box is set. */
  isFiltered?: boolean
  /** Text when a search or filter finds nothing. */
  filteredNote?: ReactNode
  /** Dialogs of the screen. */
  children?: ReactNode
}

export function ResourceList<T>({
  words,
  heading,
  answer,
  note = words.lead,
  before,
  tools,
  add,
  removal,
  bulk,
  isFiltered = false,
  filteredNote = listTexts.notFound,
  emptyNote,
  emptyAction = add && <AddLink {...add} />,
  children,
  ...list
}: Props<T>) {
  const filtered = isFiltered || list.place.hasFilter || list.place.search !== ''
  return (
    <>
      <ScreenHead title={words.title} note={note} answer={answer} {...(heading === undefined ? {} : { heading })}>
        {tools}
        {add && <AddLink {...add} />}
      </ScreenHead>
      {before}
      <Card edge>
        <PagedList
          label={words.table ?? words.title}
          emptyNote={filtered ? filteredNote : emptyNote}
          emptyAction={filtered ? undefined : emptyAction}
          {...(words.search === undefined ? {} : { search: { label: words.search, hint: words.searchHint ?? '' } })}
          {...(removal ? { fading: removal.isRemoving } : {})}
          {...(bulk ? { selection: bulk.selection } : {})}
          {...list}
        />
      </Card>
      {bulk?.bar}
      {removal?.dialog}
      {children}
    </>
  )
}
