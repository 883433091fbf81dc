// /reconciliation: every balance against the ledger's sum; the difference must be 0; and no request was ordered too often (rules balance, ordered-once).
import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { Link } from 'react-router'
import type { Answer } from '../../../../contract/api/table.ts'
import { call } from '../../../lib/api/http.ts'
import { keys } from '../../../lib/api/query-keys.ts'
import { formatNumber, formatRupiahExact } from '../../../lib/format/format.ts'
import { Sync } from '../../../lib/lists/tools.tsx'
import { RecordScreen } from '../../../lib/screen/record-screen.tsx'
import { Orders } from './orders.tsx'
import { Waits } from './waits.tsx'
import { reconciliationTexts as texts } from '../../../texts/indonesian.ts'
import { amountColumn } from '../../../ui/amount.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataList } from '../../../ui/data-list.tsx'

type Books = Answer<'GET /admin/ledger/reconcile'>
type Unequal = Books['rows'][number]
const { columns } = texts
const nameOf = (row: Unequal): string => row.name || texts.unknown
const money = (head: string, of: (row: Unequal) => number): Column<Unequal> => amountColumn({ head, sen: true, of })
const COLUMNS: Column<Unequal>[] = [
  { head: columns.name, card: 'title', cell: (row) => <span className="font-semibold">{nameOf(row)}</span> },
  money(columns.balance, (row) => row.balance),
  money(columns.sum, (row) => row.sum),
  money(columns.difference, (row) => row.difference),
  {
    head: columns.action,
    card: 'foot',
    cell: (row) => (
      <Link
        to={`/withdraw/statement?id=${encodeURIComponent(row.userId)}`}
        aria-label={texts.statementOf(nameOf(row))}
        className={buttonClass('secondary', 'sm')}
      >
        <ScrollText aria-hidden className="size-4" />
        {texts.statement}
      </Link>
    ),
  },
]

function Sums({ balance, sum, difference }: Books) {
  const facts: [string, number][] = [
    [texts.balance, balance],
    [texts.sum, sum],
    [texts.difference, difference],
  ]
  return (
    <Card className="p-5 sm:p-6" aria-label={texts.title}>
      <dl className="grid gap-4 sm:grid-cols-3">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-[13px] text-ink-2">{label}</dt>
            <dd className="mt-1 text-3xl font-semibold tabular-nums">{formatRupiahExact(value)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

export default function Reconciliation() {
  const query = useQuery({
    queryKey: keys.sums('ledger'),
    queryFn: ({ signal }) => call('GET /admin/ledger/reconcile', {}, { signal, fallback: texts.loadFailed }),
    refetchOnMount: 'always',
  })
  return (
    <RecordScreen
      title={texts.title}
      note={texts.lead}
      tools={<Sync onSync={() => query.refetch({ throwOnError: true })} worded />}
      query={query}
      skeleton="h-32 w-full rounded-2xl"
    >
      {(books) => (
        <div className="flex flex-col gap-5">
          <Alert tone={books.rows.length === 0 ? 'success' : 'danger'}>
            {books.rows.length === 0 ? texts.equal : texts.unequal(formatNumber(books.rows.length))}
          </Alert>
          <Sums {...books} />
          {books.rows.length > 0 && (
            <Card>
              <DataList label={texts.table} rows={books.rows} columns={COLUMNS} keyOf={(row) => row.userId} />
            </Card>
          )}
          <Orders orders={books.orders} />
          <Waits waits={books.waits} />
        </div>
      )}
    </RecordScreen>
  )
}
