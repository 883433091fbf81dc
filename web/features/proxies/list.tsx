// /proxy: proxies, how often each was lent and what it does now.
import { Network, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { ProxyWire } from '../../../contract/proxies.ts'
import { formatNumber } from '../../lib/format/format.ts'
import { PagedList } from '../../lib/lists/paged-list.tsx'
import { sortingOf } from '../../lib/lists/sorting.ts'
import { useDeleting } from '../../lib/lists/use-deleting.ts'
import { useExport } from '../../lib/lists/use-export.ts'
import { usePageQuery } from '../../lib/lists/use-page-query.ts'
import { usePaged } from '../../lib/api/use-paged.ts'
import { useSync } from '../../lib/lists/use-rows.ts'
import { common, listTexts, proxyTexts as texts } from '../../texts/indonesian.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card, PageHead } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-list.tsx'
import { ExportButtons } from '../../ui/export-buttons.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { SyncButton } from '../../ui/sync-button.tsx'
import { PROXIES, useProxyCount } from './api.ts'

const DeleteQuestion = lazy(() => import('../../ui/delete-question.tsx'))
const FILES = [
  { label: listTexts.exportCsv, name: 'proxies.csv' },
  { label: listTexts.exportJson, name: 'proxies.json' },
]
/** Active green, in use yellow, else red. */
const TONES: Record<ProxyWire['status'], Tone> = { active: 'success', 'in use': 'warning', nonactive: 'danger' }
const { columns } = texts

const columnsOf = (isDeleting: (id: string) => boolean, onDelete: (row: ProxyWire) => void): Column<ProxyWire>[] => [
  {
    head: columns.value,
    card: 'title',
    cell: (row) => <span className="font-mono text-[13px] break-all">{row.value}</span>,
  },
  {
    head: columns.use,
    sort: 'use',
    align: 'right',
    className: 'tabular-nums',
    cell: (row) => formatNumber(row.count_use),
  },
  { head: columns.status, cell: (row) => <Badge tone={TONES[row.status]}>{texts.status[row.status]}</Badge> },
  {
    head: columns.action,
    card: 'foot',
    cell: (row) => (
      <RowActions
        subject={row.value}
        editTo={`/proxy/edit?id=${encodeURIComponent(row.id)}`}
        deleting={isDeleting(row.id)}
        onDelete={() => onDelete(row)}
        words={listTexts}
      />
    ),
  },
]

export default function ProxyList() {
  const place = usePageQuery()
  const sorting = sortingOf(place, 'proxies')
  const ask = {
    name: PROXIES,
    route: 'GET /admin/proxy/list-per-page',
    sent: { query: { page: place.page, sort: sorting.sent } },
    fallback: texts.failedLoad,
  } as const
  const list = usePaged(ask)
  const count = useProxyCount()
  const { syncing, sync } = useSync(ask)
  const files = useExport('GET /admin/proxy/export', texts.nothingToExport)
  const deleting = useDeleting(PROXIES, 'DELETE /admin/proxy/:id', listTexts.removeFailed)
  const [asking, setAsking] = useState<ProxyWire | null>(null)
  const add = (
    <Link to="/proxy/create" className={buttonClass('primary', 'sm')}>
      <Plus aria-hidden className="size-4" />
      {listTexts.add}
    </Link>
  )
  return (
    <>
      <title>{`${texts.title} · ${common.appName}`}</title>
      <PageHead
        title={texts.title}
        note={
          count.data
            ? `${texts.lead} ${texts.counts(formatNumber(count.data.unUsed), formatNumber(count.data.used))}`
            : texts.lead
        }
      >
        <SyncButton label={listTexts.sync} busyLabel={listTexts.syncing} busy={syncing} onSync={sync} worded />
        <ExportButtons files={FILES} busy={files.busy} onSave={files.save} />
        {add}
      </PageHead>
      <Card>
        <PagedList
          label={texts.table}
          query={list}
          place={place}
          sorting={sorting}
          columns={columnsOf(deleting.isDeleting, setAsking)}
          keyOf={(row) => row.id}
          fading={(row) => deleting.isDeleting(row.id)}
          icon={Network}
          emptyNote={texts.emptyNote}
          emptyAction={add}
        />
      </Card>
      {asking && (
        <Suspense fallback={null}>
          <DeleteQuestion
            words={listTexts}
            onYes={() => void deleting.remove(asking.id)}
            onClose={() => setAsking(null)}
          >
            {texts.removeText(asking.value)}
          </DeleteQuestion>
        </Suspense>
      )}
    </>
  )
}
