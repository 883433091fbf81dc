// Money of a month at most by member, who earned most first. A member leads to their own days.
import { ChartColumn } from 'lucide-react'
import { Link } from 'react-router'
import type { MemberMoney } from '../../../../../contract/money/periods.ts'
import { usePaged } from '../../../../lib/api/use-paged.ts'
import { DateRange, daysOf } from '../../../../lib/lists/date-range.tsx'
import { ResourceList } from '../../../../lib/lists/resource-list.tsx'
import { Exports } from '../../../../lib/lists/tools.tsx'
import type { PageQueryState } from '../../../../lib/lists/use-page-query.ts'
import { moneyPeriodTexts as texts } from '../../../../texts/indonesian.ts'
import type { Column } from '../../../../ui/data-list.tsx'
import { daySpan, FIGURES, sumsOf, ViewChoice } from '../views.tsx'

const nameColumn = (from: string, to: string): Column<MemberMoney> => ({
  head: texts.columns.name,
  card: 'title',
  isRowHead: true,
  className: 'max-w-64 truncate font-normal',
  cell: ({ userId, name }) => (
    <Link
      to={`/money?view=day&from=${from}&to=${to}&user_id=${encodeURIComponent(userId)}`}
      className="font-semibold text-accent-text underline underline-offset-2"
    >
      {name || texts.unknown}
    </Link>
  ),
})

export function Members({ place }: { place: PageQueryState }) {
  const days = daysOf(place)
  const { query } = usePaged({
    of: 'money',
    route: 'GET /admin/money/members',
    sent: { query: { ...place.paging, ...days, search: place.search } },
    fallback: texts.loadFailed,
  })
  const span = query.data?.sum
  return (
    <ResourceList
      words={{ ...texts, lead: texts.membersLead(span ? daySpan(span.from, span.to) : ''), ...texts.members }}
      query={query}
      place={place}
      filters={
        <>
          <ViewChoice now="members" place={place} />
          <DateRange place={place} />
        </>
      }
      tools={
        <Exports
          route="GET /admin/money/members/export"
          shown={{ ...days, search: place.search }}
          files={['keuangan-member.csv']}
          nothing={texts.empty}
        />
      }
      columns={[nameColumn(span?.from ?? '', span?.to ?? ''), ...FIGURES]}
      // Of everybody: of a search it would be another sum than that of the rows.
      sums={place.search === '' ? sumsOf(query.data?.sum) : undefined}
      keyOf={({ userId }) => userId}
      icon={ChartColumn}
      emptyNote={texts.empty}
      minWidth="min-w-[52rem]"
    />
  )
}
