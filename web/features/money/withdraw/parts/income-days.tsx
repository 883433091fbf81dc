// What each account earned on each day, with the file of the same rows.
import { ChartNoAxesColumn } from 'lucide-react'
import type { IncomeDay } from '../../../../../contract/money/ledger.ts'
import { callFile } from '../../../../lib/api/call-file.ts'
import { errorText } from '../../../../lib/api/http.ts'
import { formatDay, formatNumber } from '../../../../lib/format/format.ts'
import type { PageQueryState } from '../../../../lib/lists/use-page-query.ts'
import { common, statementTexts as texts } from '../../../../texts/indonesian.ts'
import { amountColumn } from '../../../../ui/amount.tsx'
import { Card, CardHead } from '../../../../ui/card.tsx'
import { type Column, DataList } from '../../../../ui/data-list.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { ListFailed, ListSkeleton } from '../../../../ui/list-states.tsx'
import { useIncomeDays } from '../api.ts'
import { CursorPager } from './cursor-pager.tsx'
import { type Shown, StatementFilters } from './statement-filters.tsx'

const { incomeColumns: heads } = texts
const figure = (text: string) => <span className="whitespace-nowrap tabular-nums">{text}</span>
const COLUMNS: Column<IncomeDay>[] = [
  { head: heads.day, card: 'title', cell: ({ day }) => <span className="font-semibold">{formatDay(day)}</span> },
  {
    head: heads.account,
    card: 'sub',
    cell: ({ name, phonenumber }) => [name, phonenumber].filter(Boolean).join(' · ') || texts.unknownAccount,
  },
  {
    head: heads.messages,
    card: 'sub',
    align: 'right',
    cell: ({ messages, reversed }) =>
      figure(
        reversed === 0 ? formatNumber(messages) : texts.withReversed(formatNumber(messages), formatNumber(reversed)),
      ),
  },
  amountColumn({ head: heads.income, card: 'side', sen: true, of: ({ income }) => income }),
]

type Props = { userId: string; place: Pick<PageQueryState, 'put'>; shown: Shown }
export function IncomeDays({ userId, place, shown }: Props) {
  const { from, to, before, after } = shown
  const query = useIncomeDays(userId, { from, to, before, after })
  const fetchFile = (): Promise<Blob> =>
    callFile(
      'GET /admin/withdraw/income-days-file/:userId',
      { params: { userId }, query: { from, to, format: 'csv' } },
      { fallback: texts.exportFailed },
    )
  const rows = query.data?.list ?? []
  return (
    <Card edge>
      <CardHead>
        {texts.incomeTitle}
        <span className="block text-xs font-normal text-ink-2">{texts.incomeLead}</span>
      </CardHead>
      <StatementFilters
        place={place}
        shown={shown}
        hasKinds={false}
        file={{ label: texts.export, name: 'pendapatan.csv' }}
        fetchFile={fetchFile}
      />
      {query.isPending ? (
        <ListSkeleton label={common.loading} />
      ) : !query.data ? (
        <ListFailed text={errorText(query.error)} retryLabel={common.retry} onRetry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <Empty icon={ChartNoAxesColumn} title={common.empty} note={texts.filteredEmpty} />
      ) : (
        <DataList
          label={texts.incomeTitle}
          rows={rows}
          columns={COLUMNS}
          keyOf={(row) => `${row.day}|${row.accountId}`}
          minWidth="min-w-[36rem]"
        />
      )}
      {query.data && <CursorPager cursors={query.data} onPage={(to) => place.put({ ...to, page: '' })} />}
    </Card>
  )
}
