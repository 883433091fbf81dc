// The columns of the list of recipients.
import type { PhoneRow } from '../../../../../contract/recipients/phone-numbers.ts'
import { formatMoment, formatNumber } from '../../../../lib/format/format.ts'
import { listTexts, phoneTexts as texts } from '../../../../texts/indonesian.ts'
import { Badge } from '../../../../ui/badge.tsx'
import type { Column } from '../../../../ui/data-list.tsx'
import { LiveNumber } from '../../../../ui/live-number.tsx'
import { PhoneStatus } from './phone-status.tsx'

function Person({ row }: { row: PhoneRow }) {
  return (
    <div className="lines">
      <p className="font-semibold tabular-nums">{row.number}</p>
      <p className="truncate text-[13px] text-ink-2">
        {row.name}
        {row.tags.length > 0 && <span className="text-ink-3">{` · ${row.tags.join(', ')}`}</span>}
      </p>
    </div>
  )
}
const count = (value: number) => <LiveNumber value={value} text={formatNumber(value)} />
const { columns } = texts

export const PHONE_COLUMNS: Column<PhoneRow>[] = [
  {
    head: columns.number,
    sort: 'number',
    card: 'title',
    className: 'max-w-52 2xl:max-w-80',
    cell: (row) => <Person row={row} />,
  },
  { head: columns.status, card: 'side', cell: (row) => <PhoneStatus row={row} /> },
  {
    head: columns.use,
    wide: true,
    card: 'sub',
    mute: (row) => row.in_use !== 1,
    cell: (row) =>
      row.in_use === 1 ? <Badge tone="warning">{texts.inUse}</Badge> : <span className="text-ink-2">{texts.free}</span>,
  },
  { head: columns.success, align: 'right', card: 'sub', cell: (row) => count(row.count_success) },
  { head: columns.fail, align: 'right', card: 'sub', cell: (row) => count(row.count_fail) },
  {
    head: columns.lastSent,
    card: 'sub',
    mute: (row) => !row.last_sent,
    className: 'text-[13px]',
    cell: (row) => (row.last_sent ? texts.wib(formatMoment(row.last_sent)) : listTexts.never),
  },
  {
    head: columns.consent,
    card: 'sub',
    // where it came from is behind the edit button
    mute: (row) => row.consent_at !== null,
    className: 'max-w-32 2xl:max-w-80',
    cell: (row) =>
      row.consent_at ? (
        <span className="text-[13px] max-lg:line-clamp-1" title={row.consent_source ?? undefined}>
          {[row.consent_source, row.consent_grade && texts.grades[row.consent_grade]].filter(Boolean).join(' · ')}
        </span>
      ) : (
        <Badge tone="warning">{texts.noConsent}</Badge>
      ),
  },
]
