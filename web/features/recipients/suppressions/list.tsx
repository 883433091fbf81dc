// /suppression: the people who must not get messages, since when and why (rule opt-out).
import { PhoneOff, Plus, Upload } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type RowOf, usePaged } from '../../../lib/api/use-paged.ts'
import { formatMoment } from '../../../lib/format/format.ts'
import { DateRange, daysOf } from '../../../lib/lists/date-range.tsx'
import { ResourceList } from '../../../lib/lists/resource-list.tsx'
import { sortingOf } from '../../../lib/lists/sorting.ts'
import { Exports } from '../../../lib/lists/tools.tsx'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { listTexts, suppressionTexts as texts } from '../../../texts/indonesian.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-list.tsx'
import { part } from '../../../ui/part.tsx'
import { RowActions } from '../../../ui/row-actions.tsx'

const AddDialog = part(() => import('./add-dialog.tsx'))
const ImportDialog = part(() => import('./import-dialog.tsx'))
const LiftDialog = part(() => import('./lift-dialog.tsx'))
type Suppression = RowOf<'GET /admin/suppression'>
const { columns } = texts
const subjectOf = (row: Suppression): string => row.number ?? (row.lid ? texts.lid(row.lid) : texts.erased)

const COLUMNS: Column<Suppression>[] = [
  {
    head: columns.number,
    sort: 'number',
    card: 'title',
    cell: (row) => <span className="font-semibold break-all tabular-nums">{subjectOf(row)}</span>,
  },
  { head: columns.via, card: 'side', cell: (row) => <Badge tone="info">{texts.via[row.via] ?? row.via}</Badge> },
  {
    head: columns.reason,
    card: 'sub',
    mute: (row) => !row.reason,
    className: 'max-w-64',
    cell: (row) => row.reason || listTexts.never,
  },
  {
    head: columns.by,
    card: 'sub',
    mute: (row) => row.by_name === null,
    className: 'max-w-40',
    cell: (row) => <span className="block truncate text-[13px] text-ink-2">{row.by_name ?? listTexts.never}</span>,
  },
  {
    head: columns.at,
    sort: 'createdAt',
    card: 'sub',
    className: 'whitespace-nowrap text-[13px]',
    cell: (row) => texts.wib(formatMoment(row.createdAt)),
  },
]

const WORDS = { ...listTexts, remove: texts.lift }
const actionsOf = (lift: (row: Suppression) => void): Column<Suppression> => ({
  head: columns.action,
  card: 'foot',
  cell: (row) => <RowActions subject={subjectOf(row)} deleting={false} onDelete={() => lift(row)} words={WORDS} />,
})

export default function SuppressionList() {
  const place = usePageQuery()
  const sorting = sortingOf(place, 'suppressions', place.search === '' ? undefined : 'number')
  const shown = { sort: sorting.sent, search: place.search, ...daysOf(place) }
  const { query } = usePaged({
    of: 'suppressions',
    route: 'GET /admin/suppression',
    sent: { query: { ...place.goingOn, ...shown } },
    fallback: texts.failedLoad,
  })
  const [adding, setAdding] = useState(false)
  const hasJob = useSearchParams()[0].has('job')
  const [importing, setImporting] = useState(false)
  const [lifting, setLifting] = useState<Suppression | null>(null)
  return (
    <ResourceList
      words={texts}
      tools={
        <>
          <Exports
            route="GET /admin/suppression/export"
            shown={shown}
            files={[`${texts.exportFile}.csv`, `${texts.exportFile}.json`]}
            nothing={texts.nothingToExport}
          />
          <Button size="sm" variant="secondary" onClick={() => setImporting(true)}>
            <Upload aria-hidden className="size-4" />
            {texts.importLink}
          </Button>
          <Button size="sm" onClick={() => setAdding(true)}>
            <Plus aria-hidden className="size-4" />
            {texts.add}
          </Button>
        </>
      }
      query={query}
      place={place}
      goesOn
      filters={<DateRange place={place} />}
      sorting={sorting}
      columns={[...COLUMNS, actionsOf(setLifting)]}
      keyOf={(row) => String(row.id)}
      icon={PhoneOff}
      emptyNote={texts.emptyNote}
    >
      {adding && (
        <Suspense fallback={null}>
          <AddDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
      {(importing || hasJob) && (
        <Suspense fallback={null}>
          <ImportDialog onClose={() => setImporting(false)} />
        </Suspense>
      )}
      {lifting && (
        <Suspense fallback={null}>
          <LiftDialog id={lifting.id} subject={subjectOf(lifting)} onClose={() => setLifting(null)} />
        </Suspense>
      )}
    </ResourceList>
  )
}
