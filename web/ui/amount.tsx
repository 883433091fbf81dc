// An amount as lists show it. On a table the head says Rp once for its column, and the cell keeps it for who listens; on a card, which has
// no head, it stands before the figure.
import type { ReactNode } from 'react'
import type { Rupiah } from '../../contract/ground/money.ts'
import { formatRupiah, formatRupiahExact } from '../lib/format/format.ts'
import { classNames } from './class-names.ts'
import type { Column } from './data-list.tsx'

const SIGN = 'Rp\u00a0'
type Shown = {
  /** With its sen, if it has some. */
  sen?: boolean
  /** What comes in has a plus. */
  signed?: boolean
}

export function Amount({ value, sen, signed, className }: Shown & { value: Rupiah; className?: string }) {
  const [minus, figure] = (sen ? formatRupiahExact : formatRupiah)(value).split(SIGN)
  return (
    // relative: what is read only would stand outside of a table that scrolls, and widen the page
    <span className={classNames('relative whitespace-nowrap tabular-nums', className)}>
      {signed && value > 0 ? '+' : minus}
      <span className="text-[13px] font-normal in-[table]:sr-only">{SIGN}</span>
      {figure}
    </span>
  )
}

type Own<T> = Omit<Column<T>, 'cell' | 'align' | 'rupiah'> &
  Shown & {
    /** null: it is not known. */
    of: (row: T) => Rupiah | null
    look?: (value: Rupiah) => string
    /** What stands around it. */
    around?: (amount: ReactNode, row: T) => ReactNode
  }
/** A column of amounts: to the right, and its head says that they are rupiah. */
export const amountColumn = <T,>({ of, look, around, sen, signed, ...column }: Own<T>): Column<T> => ({
  ...column,
  align: 'right',
  rupiah: true,
  cell: (row) => {
    const value = of(row)
    if (value === null) return null
    const shown = { value, ...(sen && { sen }), ...(signed && { signed }), ...(look && { className: look(value) }) }
    const amount = <Amount {...shown} />
    return around ? around(amount, row) : amount
  },
})
