// A column's head. Where the column can be sorted it is a button that shows the present order.
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { classNames } from './class-names.ts'

type Direction = 'ascending' | 'descending'
/** Absent: the list cannot be sorted. */
export type HeadSorting = { of: (key: string) => Direction | undefined; press: (key: string) => void }
type Props = {
  head: string
  /** The key by which the column is sorted; absent: it cannot be sorted. */
  by?: string | undefined
  sorting?: HeadSorting | undefined
  className?: string
}
const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown }

export function SortHead({ head, by, sorting, className }: Props) {
  if (by === undefined || !sorting)
    return (
      <th scope="col" className={className}>
        {head}
      </th>
    )
  const direction = sorting.of(by)
  const Icon = ICONS[direction ?? 'none']
  return (
    <th scope="col" aria-sort={direction} className={className}>
      <button
        type="button"
        onClick={() => sorting.press(by)}
        className={classNames(
          '-mx-1.5 -my-1.5 inline-flex min-h-7 items-center gap-1 rounded-md px-1.5 whitespace-nowrap hover:bg-surface-2 hover:text-ink',
          direction && 'text-ink',
        )}
      >
        {head}
        <Icon aria-hidden className={classNames('size-3.5 shrink-0', !direction && 'text-ink-3')} />
      </button>
    </th>
  )
}
