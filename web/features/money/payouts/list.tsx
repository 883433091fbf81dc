// /withdraw/requested/payouts: payout batches, newest first; ?id= one of them (rule payout-batch).
import { Landmark, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { AnswerOf } from '../../../../contract/api/table.ts'
import type { PayoutItem } from '../../../../contract/money/payouts.ts'
import { formatMoment, formatNumber } from '../../../lib/format/format.ts'
import { DateRange, daysOf } from '../../../lib/lists/date-range.tsx'
import { PagedList } from '../../../lib/lists/paged-list.tsx'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import { IfStaffMayPayOut } from '../../../lib/session/if-staff-may-pay-out.tsx'
import { common, payoutTexts as texts } from '../../../texts/indonesian.ts'
import { Amount, amountColumn } from '../../../ui/amount.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import type { Column } from '../../../ui/data-list.tsx'
import { usePayouts } from './api.ts'
import { PayoutBadges } from './parts/badges.tsx'
import { BatchScreen } from './parts/batch.tsx'
import { Choose } from './parts/choose.tsx'

const HERE = '/withdraw/requested/payouts'
const addressOf = (id: string): string => `${HERE}?id=${encodeURIComponent(id)}`
const { columns: heads } = texts
const numberOf = ({ number }: PayoutItem): string => formatNumber(number)
const COLUMNS: Column<PayoutItem>[] = [
  {
    head: heads.batch,
    card: 'title',
    cell: (row) => (
      <div className="lines">
        <span className="font-semibold">{texts.name(numberOf(row))}</span>
        <span className="block text-[13px] text-ink-2">{texts.requests(formatNumber(row.count))}</span>
      </div>
    ),
  },
  amountColumn({ head: heads.total, card: 'side', of: ({ total }) => total, look: () => 'font-semibold' }),
  {
    head: heads.progress,
    card: 'sub',
    cell: (row) => texts.progress(formatNumber(row.accepted), formatNumber(row.returned), formatNumber(row.count)),
  },
  {
    head: heads.createdAt,
    card: 'sub',
    cell: (row) => (
      <span className="lines">
        <span>{formatMoment(row.createdAt)}</span>
        <span className="block text-[13px] text-ink-2">{texts.by(row.createdBy ?? texts.somebody)}</span>
      </span>
    ),
  },
  { head: heads.status, card: 'sub', cell: (row) => <PayoutBadges payout={row} /> },
  {
    head: heads.action,
    card: 'foot',
    cell: (row) => (
      <Link to={addressOf(row.id)} aria-label={texts.open(numberOf(row))} className={buttonClass('secondary', 'sm')}>
        {texts.openWord}
      </Link>
    ),
  },
]

/** Of all that was found. */
const sumsOf = (found: AnswerOf<'GET /admin/payout/list-per-page'> | undefined) =>
  found && {
    label: texts.sumLabel(formatNumber(found.meta.total)),
    cells: { [heads.total]: <Amount value={found.sum} /> },
  }

function Payouts() {
  const place = usePageQuery()
  const go = useNavigate()
  const { query } = usePayouts({ ...place.paging, search: place.search, ...daysOf(place) })
  const isFiltered = place.search !== '' || place.hasFilter
  const [choosing, setChoosing] = useState(false)
  return (
    <>
      <ScreenHead title={texts.title} note={texts.lead}>
        <div className="flex flex-wrap gap-2">
          <BackLink to="/withdraw/requested" label={common.back} />
          <Button onClick={() => setChoosing(true)} disabled={choosing}>
            <Plus aria-hidden className="size-4" />
            {texts.create}
          </Button>
        </div>
      </ScreenHead>
      {choosing && <Choose onDone={(id) => void go(addressOf(id))} onClose={() => setChoosing(false)} />}
      <Card edge>
        <PagedList
          label={texts.title}
          query={query}
          place={place}
          search={{ label: texts.search, hint: texts.searchHint }}
          filters={<DateRange place={place} />}
          columns={COLUMNS}
          keyOf={({ id }) => id}
          icon={Landmark}
          minWidth="min-w-[48rem]"
          sums={sumsOf(query.data)}
          emptyNote={isFiltered ? texts.filteredEmpty : texts.empty}
        />
      </Card>
    </>
  )
}

export default function PayoutScreen() {
  const id = useSearchParams()[0].get('id')
  return (
    <IfStaffMayPayOut>{id === null ? <Payouts /> : <BatchScreen key={id} id={id} backTo={HERE} />}</IfStaffMayPayOut>
  )
}
