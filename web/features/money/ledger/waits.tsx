// What somebody tied to the member accepted after a wait, because nobody else could (rule wait-objection).
import type { Answer } from '../../../../contract/api/table.ts'
import { formatMoment, formatNumber, formatRupiah } from '../../../lib/format/format.ts'
import { reconciliationTexts as texts, waitTexts } from '../../../texts/indonesian.ts'
import { amountColumn } from '../../../ui/amount.tsx'
import { Card, CardHead } from '../../../ui/card.tsx'
import { type Column, DataList } from '../../../ui/data-list.tsx'

type Waits = Answer<'GET /admin/ledger/reconcile'>['waits']
type Waited = Waits['rows'][number]
const { columns: heads } = waitTexts
const COLUMNS: Column<Waited>[] = [
  {
    head: heads.name,
    card: 'title',
    cell: ({ name }) => <span className="font-semibold">{name || texts.unknown}</span>,
  },
  amountColumn({ head: heads.nominal, of: ({ nominal }) => nominal }),
  {
    head: heads.by,
    cell: ({ decidedBy, at }) => waitTexts.byAt(decidedBy || texts.unknown, formatMoment(at)),
  },
  { head: heads.tie, cell: ({ tie }) => waitTexts.ties[tie] },
]

export function Waits({ waits }: { waits: Waits }) {
  if (waits.count === 0) return null
  return (
    <Card>
      <CardHead>
        {waitTexts.reconciled}: {formatRupiah(waits.total)} ({texts.times(formatNumber(waits.count))})
        <span className="mt-0.5 block text-[13px] font-normal text-ink-2">{waitTexts.reconciledLead}</span>
      </CardHead>
      <DataList
        label={waitTexts.reconciledTable}
        rows={waits.rows}
        columns={COLUMNS}
        keyOf={({ withdrawId, at }) => `${withdrawId}|${at}`}
      />
    </Card>
  )
}
