// /suppression: who must not be written to, since when and why (rule opt-out).
import { PhoneOff, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { formatMoment } from '../../lib/format/format.ts'
import { PagedList } from '../../lib/lists/paged-list.tsx'
import { sortingOf } from '../../lib/lists/sorting.ts'
import { useDeleting } from '../../lib/lists/use-deleting.ts'
import { useExport } from '../../lib/lists/use-export.ts'
import { usePageQuery } from '../../lib/lists/use-page-query.ts'
import { usePaged } from '../../lib/api/use-paged.ts'
import { useRows } from '../../lib/lists/use-rows.ts'
import { common, listTexts, suppressionTexts as texts } from '../../texts/indonesian.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, PageHead } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-list.tsx'
import { ExportButtons } from '../../ui/export-buttons.tsx'
import { notify } from '../../ui/notify.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { SUPPRESSIONS, type Suppression } from './api.ts'

const AddDialog = lazy(() => import('./parts/add-dialog.tsx'))
const DeleteQuestion = lazy(() => import('../../ui/delete-question.tsx'))
const FILES = [
  { label: listTexts.exportCsv, name: `${texts.exportFile}.csv` },
  { label: listTexts.exportJson, name: `${texts.exportFile}.json` },
]
const { columns } = texts
const subjectOf = (row: Suppression): string => row.number ?? (row.lid ? texts.lid(row.lid) : texts.erased)

const columnsOf = (
  isDeleting: (id: number) => boolean,
  onDelete: (row: Suppression) => void,
): Column<Suppression>[] => [
  {
    head: columns.number,
    sort: 'number',
    card: 'title',
    cell: (row) => <span className="font-medium break-all tabular-nums">{subjectOf(row)}</span>,
  },
  { head: columns.via, cell: (row) => <Badge tone="info">{texts.via[row.via] ?? row.via}</Badge> },
  { head: columns.reason, className: 'max-w-64', cell: (row) => row.reason ?? listTexts.never },
  {
    head: columns.by,
    className: 'max-w-40',
    cell: (row) => (
      <span className="block truncate font-mono text-xs text-ink-2" title={row.by ?? undefined}>
        {row.by ?? listTexts.never}
      </span>
    ),
  },
  {
    head: columns.at,
    sort: 'createdAt',
    className: 'whitespace-nowrap text-[13px]',
    cell: (row) => texts.wib(formatMoment(row.createdAt)),
  },
  {
    head: columns.action,
    card: 'foot',
    cell: (row) => (
      <RowActions
        subject={subjectOf(row)}
        deleting={isDeleting(row.id)}
        onDelete={() => onDelete(row)}
        words={listTexts}
      />
    ),
  },
]

export default function SuppressionList() {
  const place = usePageQuery()
  const sorting = sortingOf(place, 'suppressions', place.search === '' ? undefined : 'number')
  const list = usePaged({
    name: SUPPRESSIONS,
    route: 'GET /admin/suppression',
    sent: { query: { page: place.page, sort: sorting.sent, search: place.search } },
    fallback: texts.failedLoad,
  })
  const rows = useRows<Suppression>(SUPPRESSIONS)
  const files = useExport('GET /admin/suppression/export', texts.nothingToExport)
  const deleting = useDeleting(SUPPRESSIONS, 'DELETE /admin/suppression/:id', texts.liftFailed)
  const [asking, setAsking] = useState<Suppression | null>(null)
  const [adding, setAdding] = useState(false)
  return (
    <>
      <title>{`${texts.title} · ${common.appName}`}</title>
      <PageHead title={texts.title} note={texts.lead}>
        <ExportButtons files={FILES} busy={files.busy} onSave={files.save} />
        <Button size="sm" onClick={() => setAdding(true)}>
          <Plus aria-hidden className="size-4" />
          {texts.add}
        </Button>
      </PageHead>
      <Card>
        <PagedList
          label={texts.table}
          query={list}
          place={place}
          sorting={sorting}
          search={{ label: texts.search, hint: texts.searchHint }}
          columns={columnsOf(deleting.isDeleting, setAsking)}
          keyOf={(row) => String(row.id)}
          fading={(row) => deleting.isDeleting(row.id)}
          icon={PhoneOff}
          emptyNote={place.search === '' ? texts.emptyNote : listTexts.notFound}
        />
      </Card>
      <Suspense fallback={null}>
        {adding && (
          <AddDialog
            onClose={() => setAdding(false)}
            onDone={() => {
              setAdding(false)
              notify.success(texts.added)
              void rows.refetch()
            }}
          />
        )}
        {asking && (
          <DeleteQuestion
            words={listTexts}
            onYes={() => void deleting.remove(asking.id)}
            onClose={() => setAsking(null)}
          >
            {texts.liftText(subjectOf(asking))}
          </DeleteQuestion>
        )}
      </Suspense>
    </>
  )
}
