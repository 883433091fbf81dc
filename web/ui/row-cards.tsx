// Rows as cards, for phones and tablets: a heading with its figure, what else there is in one line, and beside it what one does.
import type { ReactNode } from 'react'
import { listTexts } from '../texts/indonesian.ts'
import { classNames } from './class-names.ts'
import type { Column, RowsProps, Sums } from './data-list.tsx'
import { Mark } from './row-mark.tsx'

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
  const foot = of('foot')
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        {of('title', 'side').map((column) => (
          <div key={column.head} className={column.card === 'side' ? 'shrink-0 text-right' : 'min-w-0'}>
            {column.cell(row)}
          </div>
        ))}
      </div>
      {below.length > 0 && foot.length === 0 && <Below row={row} columns={below} />}
      <Facts row={row} columns={of(undefined, 'wide')} />
      {detail?.(row)}
      {foot.length > 0 && (
        <div className="mt-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-2 empty:hidden">
          {below.length > 0 && <Below row={row} columns={below} />}
          {foot.map((column) => (
            <div key={column.head} className={below.length > 0 ? 'shrink-0' : 'flex-1'}>
              {column.cell(row)}
            </div>
          ))}
        </div>
      )}
    </>
  )
}
function Below<T>({ row, columns }: { row: T; columns: readonly Column<T>[] }) {
  return (
    <dl className="-mt-1 flex min-w-32 flex-1 flex-wrap gap-x-3 text-[13px] text-ink-2">
      {columns.map((column) => (
        <div key={column.head} className="flex min-w-0 gap-1">
          <dt className={column.align === 'right' ? undefined : 'sr-only'}>{column.head}</dt>
          <dd className="min-w-0 break-words">{column.cell(row)}</dd>
        </div>
      ))}
    </dl>
  )
}

export function RowCards<T>({ label, rows, columns, keyOf, fading, detail, card, selection, sums }: RowsProps<T>) {
  return (
    <>
      <ul aria-label={label} className="grid md:grid-cols-2">
        {rows.map((row) => (
          <li
            key={keyOf(row)}
            // takes the focus when the one before it has left (web/lib/lists/use-kept-focus.ts); Tab passes it over
            data-row
            tabIndex={-1}
            className={classNames(
              '-outline-offset-2 relative flex min-w-0 flex-col gap-2 border-t border-line px-4 py-2 first:border-t-0 md:odd:border-r md:nth-2:border-t-0',
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
      {sums && <SumFacts sums={sums} columns={columns} />}
    </>
  )
}

/** One sum stands beside its label; several say each of what they are. */
function SumFacts<T>({ sums, columns }: { sums: Sums; columns: readonly Column<T>[] }) {
  const shown = columns.filter(({ head }) => sums.cells[head])
  const isOne = shown.length === 1
  return (
    <dl
      className={classNames(
        'gap-x-4 gap-y-1 border-t border-line px-4 py-3 text-[13px] font-semibold',
        isOne ? 'flex justify-between' : 'grid grid-cols-2 *:first:col-span-2',
      )}
    >
      <dt>{sums.label}</dt>
      {shown.map(({ head }) => (
        <dd key={head} className="tabular-nums">
          <span className={isOne ? 'sr-only' : 'block text-xs font-normal text-ink-2'}>{listTexts.sumOf(head)} </span>
          {sums.cells[head]}
        </dd>
      ))}
    </dl>
  )
}
