// /segment: recipients by what is known of them, under names (rule segments).
import { Filter } from 'lucide-react'
import { conditionsOf } from '../../../../contract/recipients/segments.ts'
import { type RowOf, usePaged } from '../../../lib/api/use-paged.ts'
import { formatMoment, formatNumber } from '../../../lib/format/format.ts'
import { ResourceList } from '../../../lib/lists/resource-list.tsx'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { useRemoval } from '../../../lib/lists/use-removal.tsx'
import { phoneTexts, segmentTexts as texts } from '../../../texts/indonesian.ts'
import type { Column } from '../../../ui/data-list.tsx'

type Segment = RowOf<'GET /admin/segment/list-per-page'>
const { columns: heads } = texts
const COLUMNS: Column<Segment>[] = [
  {
    head: heads.name,
    card: 'title',
    isRowHead: true,
    className: 'max-w-96 break-words font-semibold',
    cell: ({ name }) => name,
  },
  {
    head: heads.conditions,
    card: 'sub',
    align: 'right',
    className: 'tabular-nums',
    cell: ({ rule }) => formatNumber(conditionsOf(rule).length),
  },
  { head: heads.by, card: 'sub', cell: ({ created_by_name }) => created_by_name ?? '–' },
  {
    head: heads.changed,
    card: 'sub',
    className: 'text-[13px]',
    cell: ({ changed_at }) => phoneTexts.wib(formatMoment(changed_at)),
  },
]

export default function SegmentList() {
  const place = usePageQuery()
  const { query } = usePaged({
    of: 'segments',
    route: 'GET /admin/segment/list-per-page',
    sent: { query: { ...place.paging, search: place.search } },
    fallback: texts.loadFailed,
  })
  const removal = useRemoval<Segment>({
    of: 'segments',
    route: 'DELETE /admin/segment/:id',
    question: ({ name }) => texts.removeText(name),
  })
  const actions = removal.column({
    head: heads.action,
    subject: ({ name }) => name,
    editTo: ({ id }) => `/segment/edit?id=${id}`,
  })
  return (
    <ResourceList
      words={texts}
      add={{ to: '/segment/edit', label: texts.add }}
      query={query}
      place={place}
      columns={[...COLUMNS, actions]}
      keyOf={({ id }) => id}
      removal={removal}
      icon={Filter}
      minWidth="min-w-[40rem]"
      emptyNote={texts.empty}
    />
  )
}
