// Rows as a table on desktops and as cards on smaller screens, from one list of columns.
import { Fragment, type ReactNode } from 'react'
import { FROM_DESKTOP, useMedia } from '../lib/browser/use-media.ts'
import { listTexts } from '../texts/indonesian.ts'
import { classNames } from './class-names.ts'
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
  className?: string
}
type Props<T> = {
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
  /** Rows stand closer. */
  dense?: boolean
}

function Facts<T>({ row, columns: all }: { row: T; columns: readonly Column<T>[] }) {
  const columns = all.filter(({ mute }) => !mute?.(row))
  if (columns.length === 0) return null
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2">
      {columns.map((column) => (
        <div key={column.head} className={classNames('min-w-0', column.card === 'wide' && 'col-span-2')}>
          <dt className="text-xs text-ink-2">{column.head}</dt>
          <dd className="break-words">{column.cell(row)}</dd>
        </div>
      ))}
    </dl>
  )
}

type CardBodyProps<T> = { row: T; columns: readonly Column<T>[]; detail: ((row: T) => ReactNode) | undefined }
function CardBody<T>({ row, columns, detail }: CardBodyProps<T>) {
  const of = (...cards: Column<T>['card'][]) => columns.filter(({ card }) => cards.includes(card))
  const below = of('sub').filter(({ mute }) => !mute?.(row))
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        {of('title', 'side').map((column) => (
          <div key={column.head} className={column.card === 'side' ? 'shrink-0 text-right' : 'min-w-0'}>
            {column.cell(row)}
          </div>
        ))}
      </div>
      {below.length > 0 && (
        <dl className="-mt-1 flex flex-wrap gap-x-3 text-[13px] text-ink-2">
          {below.map((column) => (
            <div key={column.head} className="flex min-w-0 gap-1">
              <dt className={column.align === 'right' ? undefined : 'sr-only'}>{column.head}</dt>
              <dd className="min-w-0 break-words">{column.cell(row)}</dd>
            </div>
          ))}
        </dl>
      )}
      <Facts row={row} columns={of(undefined, 'wide')} />
      {detail?.(row)}
      {of('foot').map((column) => (
        <div key={column.head} className="mt-auto">
          {column.cell(row)}
        </div>
      ))}
    </>
  )
}

function Cards<T>({ label, rows, columns, keyOf, fading, detail, card, selection }: Props<T>) {
  return (
    <ul aria-label={label} className="grid md:grid-cols-2">
      {rows.map((row) => (
        <li
          key={keyOf(row)}
          className={classNames(
            'relative flex min-w-0 flex-col gap-2 border-t border-line px-4 py-3 first:border-t-0 md:odd:border-r md:nth-2:border-t-0',
            selection && 'pr-14',
            selection?.isSelected(row) && 'bg-accent-soft',
            fading?.(row) && 'opacity-60',
          )}
        >
          {selection && (
            <span className="absolute top-2 right-2">
              <Mark
                label={selection.words.one(row)}
                now={selection.isSelected(row)}
                onToggle={() => selection.toggle(row)}
              />
            </span>
          )}
          {card?.(row) ?? <CardBody row={row} columns={columns} detail={detail} />}
        </li>
      ))}
    </ul>
  )
}

/** The column with the actions stays visible when the table is wider than the window. */
const LAST = 'sticky right-0 bg-inherit pr-4'
const look = <T,>(column: Column<T>, dense: boolean, extra?: string): string =>
  classNames(
    dense ? 'px-2 py-1 first:pl-4 last:pr-4' : 'px-2 py-2 first:pl-4 last:pr-4',
    column.align === 'right' && 'text-right tabular-nums',
    column.card === 'foot' && LAST,
    extra,
  )

export function DataList<T>(props: Props<T>) {
  const { label, rows, columns, keyOf, fading, detail, onRow, minWidth = 'min-w-[48rem]' } = props
  const { sorting, selection, dense = false } = props
  if (!useMedia(FROM_DESKTOP)) return <Cards {...props} />
  return (
    // A table wider than the window scrolls inside this region, which must take the focus for the keyboard to scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={label} tabIndex={0} className="overflow-x-auto rounded-2xl">
      <table aria-label={label} className={classNames('w-full text-left', minWidth)}>
        <thead>
          <tr className="bg-surface text-xs text-ink-2">
            {selection && (
              <th scope="col" className="w-10 py-1 pl-3">
                <Mark
                  label={selection.words.all}
                  now={selection.all === 'some' ? 'some' : selection.all === 'all'}
                  onToggle={selection.toggleAll}
                />
              </th>
            )}
            {columns.map((column) => (
              <SortHead
                key={column.head}
                head={column.rupiah ? listTexts.inRupiah(column.head) : column.head}
                by={column.sort}
                sorting={sorting}
                className={look(column, false)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const under = detail?.(row)
            return (
              <Fragment key={keyOf(row)}>
                {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
                <tr
                  // For the keys of the list (web/lib/lists/use-list-keys.ts); Tab passes it over.
                  data-row
                  tabIndex={-1}
                  className={classNames(
                    'border-t border-line align-middle outline-offset-[-2px] focus-visible:bg-accent-soft',
                    selection?.isSelected(row) ? 'bg-accent-soft' : 'bg-surface',
                    fading?.(row) && 'opacity-60',
                    onRow && 'cursor-pointer',
                  )}
                  {...(onRow ? { onClick: () => onRow(row) } : {})}
                >
                  {selection && (
                    <td className="w-10 pl-3">
                      <Mark
                        label={selection.words.one(row)}
                        now={selection.isSelected(row)}
                        onToggle={() => selection.toggle(row)}
                      />
                    </td>
                  )}
                  {columns.map((column) => {
                    const Cell = column.isRowHead ? 'th' : 'td'
                    return (
                      <Cell
                        key={column.head}
                        {...(column.isRowHead ? { scope: 'row' } : {})}
                        className={look(column, dense, column.className)}
                      >
                        {column.cell(row)}
                      </Cell>
                    )
                  })}
                </tr>
                {under && (
                  <tr>
                    <td colSpan={columns.length + (selection ? 1 : 0)} className="px-4 pb-3">
                      {under}
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
