// Rows as a table on desktops and as cards on smaller screens, from one list of columns. Head, first column and sums of a table stay
// in sight.
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { FROM_DESKTOP, useMedia } from '../lib/browser/use-media.ts'
import { listTexts } from '../texts/indonesian.ts'
import { classNames } from './class-names.ts'
import { RowCards } from './row-cards.tsx'
import { Mark, type RowSelection } from './row-mark.tsx'
import { type HeadSorting, SortHead } from './sort-head.tsx'

export type Column<T> = {
  head: string
  cell: (row: T) => ReactNode
  align?: 'right'
  /** Amounts: a table's head says so once, cards each time (amount.tsx). */
  rupiah?: boolean
  /** The key by which its head sorts. */
  sort?: string
  /**
   * Place on a card: title is its heading, side stands at the end of that line, sub below it without a label (a figure keeps its), foot
   * comes last, wide takes a whole line; absent: a fact with its label.
   */
  card?: 'title' | 'side' | 'sub' | 'foot' | 'wide'
  /** true: the card of this row leaves the column out, because it has nothing to say. */
  mute?: (row: T) => boolean
  /** The cell that names its row for screen readers. */
  isRowHead?: boolean
  /** A table has it in a wide window only, so that what is looked at more often is not cut off. */
  wide?: boolean
  className?: string
}
/** Sums over everything that the list has, not of the page alone. */
export type Sums = {
  /** What is summed up, at the beginning of the line. */
  label: string
  /** By a column's head. */
  cells: Readonly<Record<string, ReactNode>>
}
export type RowsProps<T> = {
  label: string
  rows: readonly T[]
  columns: readonly Column<T>[]
  keyOf: (row: T) => string | number
  /** true: the row is being deleted and is shown pale. */
  fading?: (row: T) => boolean
  /** Shown below a row over its whole width; null: nothing. */
  detail?: (row: T) => ReactNode
  /** A press anywhere on the row, a larger target for the mouse. The row still needs a button for the keyboard. */
  onRow?: (row: T) => void
  /** The content of a row's card, where labelled facts do not fit. */
  card?: (row: T) => ReactNode
  minWidth?: string
  sorting?: HeadSorting | undefined
  selection?: RowSelection<T> | undefined
  /** A row is one line. */
  dense?: boolean
  sums?: Sums | undefined
}

/** The column with the actions stays visible when the table is wider than the window. */
const LAST = 'sticky right-0 bg-inherit pr-4'
/** So does the one that says which row it is. */
const FIRST = 'sticky left-0 z-1 bg-inherit'
const SELECT = 'w-10 pl-3'

type Place = { isFirst: boolean; isMarked: boolean }
const look = <T,>(column: Column<T>, { isFirst, isMarked }: Place, extra?: string): string =>
  classNames(
    'px-2 py-2 first:pl-4 last:pr-4',
    column.align === 'right' && 'text-right tabular-nums',
    column.card === 'foot' && LAST,
    isFirst && FIRST,
    isFirst && isMarked && 'left-10',
    extra,
  )

/**
 * Whether the table is wider than its place. Only then it scrolls in a box of its own, in which head and sums stay; else the page
 * scrolls, and they stay at the window's edges.
 */
const useIsWide = () => {
  const [isWide, setWide] = useState(false)
  /** Pixels from the page's beginning. */
  const [top, setTop] = useState(0)
  const box = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const [place, table] = [box.current, box.current?.firstElementChild]
    if (!place || !table) return
    const look = (): void => {
      setWide(table.scrollWidth > place.clientWidth)
      setTop(Math.round(place.getBoundingClientRect().top + scrollY))
    }
    look()
    const watch = new ResizeObserver(look)
    watch.observe(place)
    watch.observe(table)
    return () => watch.disconnect()
  }, [])
  return { box, isWide, top }
}

export function DataList<T>(props: RowsProps<T>) {
  return useMedia(FROM_DESKTOP) ? <Table {...props} /> : <RowCards {...props} />
}

function Table<T>(props: RowsProps<T>) {
  const { label, rows, columns, keyOf, fading, detail, onRow, minWidth = 'min-w-[48rem]' } = props
  const { sorting, selection, dense = false, sums } = props
  const { box, isWide, top } = useIsWide()
  const placeOf = (index: number): Place => ({ isFirst: index === 0, isMarked: selection !== undefined })
  const edge = isWide ? 'top-0' : 'top-(--header-height)'
  return (
    <section
      ref={box}
      aria-label={label}
      // A table wider than the window scrolls inside this region, which must take the focus for the keyboard to scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={isWide ? 'overflow-auto' : '-outline-offset-2 overflow-x-clip'}
      // It ends with the window, so that the sums and the bar to scroll by are seen.
      style={isWide ? { maxHeight: `max(24rem, calc(100dvh - ${top}px))` } : undefined}
    >
      <table
        aria-label={label}
        data-dense={dense || undefined}
        className={classNames('w-full border-separate border-spacing-0 text-left', minWidth)}
      >
        <thead>
          <tr className="bg-surface text-xs text-ink-2 *:border-b *:border-line">
            {selection && (
              <th scope="col" className={classNames(SELECT, FIRST, edge, 'z-3')}>
                <Mark
                  label={selection.words.all}
                  now={selection.all === 'some' ? 'some' : selection.all === 'all'}
                  onToggle={selection.toggleAll}
                />
              </th>
            )}
            {columns.map((column, index) => (
              <SortHead
                key={column.head}
                head={column.rupiah ? listTexts.inRupiah(column.head) : column.head}
                by={column.sort}
                sorting={sorting}
                className={look(
                  column,
                  placeOf(index),
                  classNames('sticky bg-inherit', edge, index === 0 ? 'z-3' : 'z-2'),
                )}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const under = detail?.(row)
            const ground = selection?.isSelected(row) ? 'bg-accent-soft' : 'bg-surface'
            return (
              <Fragment key={keyOf(row)}>
                {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
                <tr
                  // For the keys of the list (web/lib/lists/use-list-keys.ts); Tab passes it over.
                  data-row
                  tabIndex={-1}
                  className={classNames(
                    'scroll-mt-10 scroll-mb-12 align-middle outline-offset-[-2px] focus-visible:bg-accent-soft',
                    'not-first:*:border-t not-first:*:border-line',
                    ground,
                    fading?.(row) && 'opacity-60',
                    onRow && 'cursor-pointer',
                  )}
                  {...(onRow ? { onClick: () => onRow(row) } : {})}
                >
                  {selection && (
                    <td className={classNames(SELECT, FIRST)}>
                      <Mark
                        label={selection.words.one(row)}
                        now={selection.isSelected(row)}
                        onToggle={() => selection.toggle(row)}
                      />
                    </td>
                  )}
                  {columns.map((column, index) => {
                    const Cell = column.isRowHead ? 'th' : 'td'
                    return (
                      <Cell
                        key={column.head}
                        data-acts={column.card === 'foot' || undefined}
                        {...(column.isRowHead ? { scope: 'row' } : {})}
                        className={look(column, placeOf(index), column.className)}
                      >
                        {column.cell(row)}
                      </Cell>
                    )
                  })}
                </tr>
                {under && (
                  <tr className={ground}>
                    <td colSpan={columns.length + (selection ? 1 : 0)} className="px-4 pb-3">
                      {under}
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
        {sums && <SumRow sums={sums} columns={columns} isMarked={selection !== undefined} />}
      </table>
    </section>
  )
}

function SumRow<T>({ sums, columns, isMarked }: { sums: Sums; columns: readonly Column<T>[]; isMarked: boolean }) {
  const cells = columns.map((column) => ({ column, sum: sums.cells[column.head] }))
  // The label reaches as far as the first sum.
  const first = Math.max(
    1,
    cells.findIndex(({ sum }) => sum !== undefined),
  )
  const cell = 'sticky bottom-0 z-2 h-8 border-t border-line bg-surface px-2 font-semibold last:pr-4'
  return (
    <tfoot data-foot className="text-[13px]">
      <tr>
        <th scope="row" colSpan={first + (isMarked ? 1 : 0)} className={classNames(cell, 'pl-4! text-left')}>
          {sums.label}
        </th>
        {cells.slice(first).map(({ column, sum }) => (
          <td key={column.head} className={classNames(cell, column.align === 'right' && 'text-right tabular-nums')}>
            {sum}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
