// /phonenumber: recipients with their consent, live.
import { Contact, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { PhoneRow } from '../../../contract/phone-numbers.ts'
import { PagedList } from '../../lib/lists/paged-list.tsx'
import { sortingOf } from '../../lib/lists/sorting.ts'
import { useDeleting } from '../../lib/lists/use-deleting.ts'
import { useExport } from '../../lib/lists/use-export.ts'
import { usePageQuery } from '../../lib/lists/use-page-query.ts'
import { usePaged } from '../../lib/api/use-paged.ts'
import { useSync } from '../../lib/lists/use-rows.ts'
import { common, listTexts, phoneTexts as texts } from '../../texts/indonesian.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card, PageHead } from '../../ui/card.tsx'
import { ExportButtons } from '../../ui/export-buttons.tsx'
import { SyncButton } from '../../ui/sync-button.tsx'
import { PHONES } from './api.ts'
import { phoneColumns } from './parts/columns.tsx'
import { useLivePhones } from './use-live-phones.ts'

const DeleteQuestion = lazy(() => import('../../ui/delete-question.tsx'))
/** The server then searches for the beginning of a number, and answers in the order of the numbers. */
const isNumberLike = (search: string): boolean => /^[\d\s+().-]+$/.test(search)
const FILES = [
  { label: listTexts.exportCsv, name: 'phone_numbers.csv' },
  { label: listTexts.exportJson, name: 'phone_numbers.json' },
]

export default function PhoneNumberList() {
  const place = usePageQuery()
  const sorting = sortingOf(place, 'phoneNumbers', isNumberLike(place.search) ? 'number' : undefined)
  const ask = {
    name: PHONES,
    route: 'GET /admin/phonenumber/list-per-page',
    sent: { query: { page: place.page, search: place.search, sort: sorting.sent } },
    fallback: texts.failedLoad,
  } as const
  const list = usePaged(ask)
  const { syncing, sync } = useSync(ask)
  const files = useExport('GET /admin/phonenumber/export', texts.nothingToExport)
  const deleting = useDeleting(PHONES, 'DELETE /admin/phonenumber/:id', listTexts.removeFailed)
  const [asking, setAsking] = useState<PhoneRow | null>(null)
  useLivePhones((list.data?.data ?? []).map((row) => row.number))

  const add = (
    <Link to="/phonenumber/create" className={buttonClass('primary', 'sm')}>
      <Plus aria-hidden className="size-4" />
      {listTexts.add}
    </Link>
  )
  return (
    <>
      <title>{`${texts.title} · ${common.appName}`}</title>
      <PageHead title={texts.title} note={texts.lead}>
        <SyncButton label={listTexts.sync} busyLabel={listTexts.syncing} busy={syncing} onSync={sync} />
        <ExportButtons files={FILES} busy={files.busy} onSave={files.save} />
        {add}
      </PageHead>
      <Card>
        <PagedList
          label={texts.table}
          query={list}
          place={place}
          sorting={sorting}
          search={{ label: texts.search, hint: texts.searchHint }}
          columns={phoneColumns({ isDeleting: deleting.isDeleting, onDelete: setAsking })}
          keyOf={(row) => String(row.id)}
          fading={(row) => deleting.isDeleting(row.id)}
          icon={Contact}
          emptyNote={place.search === '' ? texts.emptyNote : listTexts.notFound}
          emptyAction={place.search === '' ? add : undefined}
          minWidth="min-w-[56rem]"
        />
      </Card>
      {asking && (
        <Suspense fallback={null}>
          <DeleteQuestion
            words={listTexts}
            onYes={() => void deleting.remove(asking.id)}
            onClose={() => setAsking(null)}
          >
            {texts.removeText(asking.number)}
          </DeleteQuestion>
        </Suspense>
      )}
    </>
  )
}
