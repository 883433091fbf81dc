// /campaign: messages for chosen recipients (rule campaigns).
import { Megaphone } from 'lucide-react'
import { Link } from 'react-router'
import { percentOf } from '../../../../contract/ground/percent.ts'
import { type RowOf, usePaged } from '../../../lib/api/use-paged.ts'
import { formatNumber, formatPercent } from '../../../lib/format/format.ts'
import { ResourceList } from '../../../lib/lists/resource-list.tsx'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { campaignTexts as texts } from '../../../texts/indonesian.ts'
import { Badge } from '../../../ui/badge.tsx'
import { FilterChips } from '../../../ui/filter-chips.tsx'
import type { Column } from '../../../ui/data-list.tsx'
import { scheduleOf } from '../../../lib/campaigns/schedule.ts'
import { doneOf, isOpen, moves, shownState, TONES } from './api.ts'

type Row = RowOf<'GET /admin/campaign/list-per-page'>
const { columns: heads } = texts
const LOOK_MS = 10_000

const COLUMNS: Column<Row>[] = [
  {
    head: heads.name,
    card: 'title',
    isRowHead: true,
    className: 'max-w-96 break-words font-semibold',
    cell: ({ id, name }) => (
      <Link to={`/campaign/show?id=${id}`} className="underline underline-offset-2">
        {name}
      </Link>
    ),
  },
  {
    head: heads.state,
    card: 'sub',
    cell: (row) => {
      const state = shownState(row)
      return (
        <Badge tone={TONES[state]} live={moves(row)}>
          {texts.states[state]}
        </Badge>
      )
    },
  },
  {
    head: heads.progress,
    card: 'sub',
    className: 'tabular-nums',
    cell: (row) =>
      row.people === 0
        ? '–'
        : row.audience === 'rolling' || !isOpen(row)
          ? // people join, or nobody gets it any more: what is done is no part of all
            texts.sentOf(formatNumber(row.success), formatNumber(row.people))
          : texts.sentOfPart(
              formatNumber(row.success),
              formatNumber(row.people),
              formatPercent(percentOf(doneOf(row), row.people)),
            ),
  },
  { head: heads.schedule, card: 'sub', className: 'max-w-80 text-[13px] text-ink-2', cell: (row) => scheduleOf(row) },
  { head: heads.by, card: 'sub', wide: true, cell: ({ created_by_name }) => created_by_name ?? '–' },
]

export default function CampaignList() {
  const place = usePageQuery()
  const isArchive = place.param('archived') === '1'
  const { query } = usePaged({
    of: 'campaigns',
    route: 'GET /admin/campaign/list-per-page',
    sent: { query: { ...place.paging, search: place.search, ...(isArchive ? { archived: '1' } : {}) } },
    fallback: texts.loadFailed,
    refetchMs: LOOK_MS,
  })
  return (
    <ResourceList
      words={texts}
      add={{ to: '/campaign/edit', label: texts.add }}
      query={query}
      place={place}
      columns={COLUMNS}
      filters={
        <FilterChips
          label={texts.which}
          now={isArchive ? '1' : ''}
          choices={[
            { value: '', label: texts.notArchived },
            { value: '1', label: texts.inArchive },
          ]}
          onChoose={(value) => place.put({ archived: value, page: '' })}
        />
      }
      keyOf={({ id }) => String(id)}
      icon={Megaphone}
      minWidth="min-w-[52rem]"
      emptyNote={isArchive ? texts.emptyArchive : texts.empty}
      tall
    />
  )
}
