// /rates: what became of messages, by week and by source, template or account (rule rates).
import { Gauge } from 'lucide-react'
import { percentOf } from '../../../../contract/ground/percent.ts'
import { RATE_SUBJECTS } from '../../../../contract/sending/rates.ts'
import { type RowOf, usePaged } from '../../../lib/api/use-paged.ts'
import { formatDay, formatNumber, formatPercent } from '../../../lib/format/format.ts'
import { ResourceList } from '../../../lib/lists/resource-list.tsx'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { rateTexts as texts } from '../../../texts/indonesian.ts'
import type { Column } from '../../../ui/data-list.tsx'
import { Select } from '../../../ui/input.tsx'

type Rate = RowOf<'GET /admin/rates'>
type Kind = (typeof RATE_SUBJECTS)[number]
const { columns: heads } = texts

const share = (head: string, countOf: (row: Rate) => number): Column<Rate> => ({
  head,
  align: 'right',
  className: 'tabular-nums',
  mute: (row) => countOf(row) === 0,
  cell: (row) => texts.share(formatNumber(countOf(row)), formatPercent(percentOf(countOf(row), row.sent))),
})
const COLUMNS: Column<Rate>[] = [
  {
    head: heads.name,
    card: 'title',
    isRowHead: true,
    className: 'max-w-96 break-words',
    cell: ({ name, subject }) => name ?? `${subject} (${texts.gone})`,
  },
  { head: heads.sent, align: 'right', className: 'tabular-nums', cell: ({ sent }) => formatNumber(sent) },
  share(heads.stopped, ({ stopped }) => stopped),
  share(heads.disputed, ({ disputed }) => disputed),
  share(heads.undelivered, ({ sent, delivered }) => sent - delivered),
  share(heads.answered, ({ answered }) => answered),
]
const isKind = (text: string): text is Kind => (RATE_SUBJECTS as readonly string[]).includes(text)

export default function RateList() {
  const place = usePageQuery()
  const typed = place.param('kind')
  const kind = isKind(typed) ? typed : 'source'
  const week = place.param('week')
  const { query } = usePaged({
    of: 'rates',
    route: 'GET /admin/rates',
    sent: { query: { page: place.page, search: place.search, kind, ...(week === '' ? {} : { week }) } },
    fallback: texts.loadFailed,
  })
  const put = (change: Record<string, string>): void => place.put({ ...change, page: '' })
  return (
    <ResourceList
      words={texts}
      query={query}
      place={place}
      filters={
        <div className="grid min-w-0 grid-cols-2 gap-3 sm:flex sm:flex-wrap">
          <Select
            className="sm:w-56"
            aria-label={texts.kind}
            value={kind}
            onChange={({ target }) => put({ kind: target.value })}
          >
            {RATE_SUBJECTS.map((one) => (
              <option key={one} value={one}>
                {texts.kinds[one]}
              </option>
            ))}
          </Select>
          <Select
            className="sm:w-56"
            aria-label={texts.week}
            value={query.data?.week ?? week}
            onChange={({ target }) => put({ week: target.value })}
          >
            {(query.data?.weeks ?? []).map((one) => (
              <option key={one} value={one}>
                {texts.weekOf(formatDay(one))}
              </option>
            ))}
          </Select>
        </div>
      }
      columns={COLUMNS}
      keyOf={({ subject }) => subject}
      icon={Gauge}
      emptyNote={texts.empty}
      filteredNote={texts.empty}
      minWidth="min-w-[52rem]"
    />
  )
}
