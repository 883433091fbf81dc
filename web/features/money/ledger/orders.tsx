// What was ordered at the bank, paid and returned, and every request that was ordered more often than owed (rule ordered-once).
import { HandCoins } from 'lucide-react'
import { Link } from 'react-router'
import type { Answer } from '../../../../contract/api/table.ts'
import { formatNumber, formatRupiah } from '../../../lib/format/format.ts'
import { reconciliationTexts as texts, withdrawTexts } from '../../../texts/indonesian.ts'
import { amountColumn } from '../../../ui/amount.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataList } from '../../../ui/data-list.tsx'

type Books = Answer<'GET /admin/ledger/reconcile'>['orders']
type TooOften = Books['rows'][number]
const { orderColumns: heads } = texts
const nameOf = (row: TooOften): string => row.name || texts.unknown
const figure = (head: string, of: (row: TooOften) => string): Column<TooOften> => ({
  head,
  align: 'right',
  className: 'whitespace-nowrap tabular-nums',
  cell: of,
})
const COLUMNS: Column<TooOften>[] = [
  { head: heads.name, card: 'title', cell: (row) => <span className="font-semibold">{nameOf(row)}</span> },
  amountColumn({ head: heads.nominal, of: ({ nominal }) => nominal }),
  { head: heads.stage, cell: ({ stage }) => withdrawTexts.statuses[stage] },
  figure(heads.orders, ({ orders }) => texts.times(formatNumber(orders))),
  figure(heads.returns, ({ returns }) => texts.times(formatNumber(returns))),
  {
    head: heads.action,
    card: 'foot',
    cell: (row) => (
      <Link
        to={`/withdraw/requested?status=all&user_id=${encodeURIComponent(row.userId)}`}
        aria-label={texts.requestsOf(nameOf(row))}
        className={buttonClass('secondary', 'sm')}
      >
        <HandCoins aria-hidden className="size-4" />
        {texts.requests}
      </Link>
    ),
  },
]

export function Orders({ orders }: { orders: Books }) {
  const isRight = orders.tooOften === 0
  return (
    <>
      <Alert tone={isRight ? 'success' : 'danger'}>
        {isRight ? texts.ordersRight : texts.ordersWrong(formatNumber(orders.tooOften))}
      </Alert>
      <Card className="p-5 sm:p-6" aria-label={texts.orders}>
        <h2 className="mb-4 text-base font-semibold">{texts.orders}</h2>
        <dl className="grid gap-4 sm:grid-cols-3">
          {(['ordered', 'paid', 'returned'] as const).map((key) => (
            <div key={key}>
              <dt className="text-[13px] text-ink-2">{texts[key]}</dt>
              <dd className="mt-1 text-3xl font-semibold tabular-nums">{formatRupiah(orders[key].total)}</dd>
              <dd className="text-[13px] text-ink-2">{texts.times(formatNumber(orders[key].count))}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {orders.rows.length > 0 && (
        <Card>
          <DataList label={texts.ordersTable} rows={orders.rows} columns={COLUMNS} keyOf={(row) => row.withdrawId} />
        </Card>
      )}
    </>
  )
}
