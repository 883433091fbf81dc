// /proxy: all proxies, how often each was assigned, and its status.
import { Network } from 'lucide-react'
import type { ProxyWire } from '../../../../contract/sending/proxies.ts'
import { usePaged } from '../../../lib/api/use-paged.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { ResourceList } from '../../../lib/lists/resource-list.tsx'
import { sortingOf } from '../../../lib/lists/sorting.ts'
import { Exports, Sync } from '../../../lib/lists/tools.tsx'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { useBulkRemoval } from '../../../lib/lists/use-bulk-removal.tsx'
import { useRemoval } from '../../../lib/lists/use-removal.tsx'
import { proxyTexts as texts } from '../../../texts/indonesian.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import type { Column } from '../../../ui/data-list.tsx'
import { deleteProxies, useProxyCount } from './api.ts'

/** Active is green, in use yellow, anything else red. */
const TONES: Record<ProxyWire['status'], Tone> = { active: 'success', 'in use': 'warning', nonactive: 'danger' }
const { columns } = texts
const COLUMNS: Column<ProxyWire>[] = [
  {
    head: columns.value,
    card: 'title',
    cell: (row) => <span className="font-mono text-[13px] break-all">{row.value}</span>,
  },
  {
    head: columns.use,
    sort: 'use',
    card: 'sub',
    align: 'right',
    className: 'tabular-nums',
    cell: (row) => formatNumber(row.count_use),
  },
  {
    head: columns.status,
    card: 'side',
    cell: (row) => <Badge tone={TONES[row.status]}>{texts.status[row.status]}</Badge>,
  },
]

export default function ProxyList() {
  const place = usePageQuery()
  const sorting = sortingOf(place, 'proxies')
  const shown = { sort: sorting.sent }
  const { query, resync } = usePaged({
    of: 'proxies',
    route: 'GET /admin/proxy/list-per-page',
    sent: { query: { ...place.paging, ...shown } },
    fallback: texts.failedLoad,
  })
  const count = useProxyCount().data
  const removal = useRemoval<ProxyWire>({
    of: 'proxies',
    route: 'DELETE /admin/proxy/:id',
    question: (row) => texts.removeText(row.value),
  })
  const bulk = useBulkRemoval<ProxyWire, { deleted: number; inUse: number }>({
    of: 'proxies',
    rows: query.data?.data ?? [],
    subject: (row) => row.value,
    send: deleteProxies,
    question: texts.removeMany,
    doneText: ({ deleted, inUse }) => texts.removedMany(formatNumber(deleted), inUse === 0 ? '' : formatNumber(inUse)),
  })
  const actions = removal.column({
    head: columns.action,
    subject: (row) => row.value,
    editTo: (row) => `/proxy/edit?id=${encodeURIComponent(row.id)}`,
  })
  return (
    <ResourceList
      words={texts}
      note={count ? `${texts.lead} ${texts.counts(formatNumber(count.unUsed), formatNumber(count.used))}` : texts.lead}
      tools={
        <>
          <Sync onSync={resync} worded />
          <Exports
            route="GET /admin/proxy/export"
            shown={shown}
            files={['proxies.csv', 'proxies.json']}
            nothing={texts.nothingToExport}
          />
        </>
      }
      add={{ to: '/proxy/create' }}
      query={query}
      place={place}
      sorting={sorting}
      columns={[...COLUMNS, actions]}
      keyOf={(row) => row.id}
      removal={removal}
      bulk={bulk}
      icon={Network}
      emptyNote={texts.emptyNote}
    />
  )
}
