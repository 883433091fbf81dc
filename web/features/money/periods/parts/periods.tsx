// Money by day, week or month. A period leads to its members, where it is no longer than that table may be.
import { ChartColumn } from 'lucide-react'
import { Link } from 'react-router'
import { jakartaDay } from '../../../../../contract/ground/time.ts'
import type { PeriodRow } from '../../../../../contract/money/periods.ts'
import { serverNow } from '../../../../lib/api/server-clock.ts'
import { usePaged } from '../../../../lib/api/use-paged.ts'
import { formatMonth } from '../../../../lib/format/format.ts'
import { DateRange, daysOf } from '../../../../lib/lists/date-range.tsx'
import { PersonFilter } from '../../../../lib/lists/person-filter.tsx'
import { ResourceList } from '../../../../lib/lists/resource-list.tsx'
import { Exports } from '../../../../lib/lists/tools.tsx'
import type { PageQueryState } from '../../../../lib/lists/use-page-query.ts'
import { moneyPeriodTexts as texts } from '../../../../texts/indonesian.ts'
import type { Column } from '../../../../ui/data-list.tsx'
import { isMonth, periodOf } from '../rules.ts'
import { daySpan, FIGURES, sumsOf, ViewChoice } from '../views.tsx'

const nameOf = (row: PeriodRow): string =>
  isMonth(row, jakartaDay(serverNow())) ? formatMonth(row.from) : daySpan(row.from, row.to)
const periodColumn = (isOfAll: boolean): Column<PeriodRow> => ({
  head: texts.columns.period,
  card: 'title',
  isRowHead: true,
  className: 'font-normal whitespace-nowrap',
  cell: (row) =>
    isOfAll ? (
      <Link
        to={`/money?view=members&from=${row.from}&to=${row.to}`}
        className="font-semibold text-accent-text underline underline-offset-2"
      >
        {nameOf(row)}
      </Link>
    ) : (
      <span className="font-semibold">{nameOf(row)}</span>
    ),
})

export function Periods({ place }: { place: PageQueryState }) {
  const by = periodOf(place.param('view'))
  const whose = place.param('user_id')
  const shown = { by, ...daysOf(place), user_id: whose }
  const { query } = usePaged({
    of: 'money',
    route: 'GET /admin/money/periods',
    sent: { query: shown },
    fallback: texts.loadFailed,
  })
  return (
    <ResourceList
      words={texts}
      query={query}
      place={place}
      fixed
      filters={
        <>
          <ViewChoice now={by} place={place} />
          <DateRange place={place} />
          {whose !== '' && <PersonFilter place={place} person={undefined} />}
        </>
      }
      tools={
        <Exports route="GET /admin/money/periods/export" shown={shown} files={['keuangan.csv']} nothing={texts.empty} />
      }
      columns={[periodColumn(whose === ''), ...FIGURES]}
      sums={sumsOf(query.data?.sum)}
      keyOf={({ from }) => from}
      icon={ChartColumn}
      emptyNote={texts.empty}
      minWidth="min-w-[52rem]"
    />
  )
}
