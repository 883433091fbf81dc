// /phonenumber: recipients with their consent, live.
import { Contact } from 'lucide-react'
import type { PhoneRow } from '../../../../contract/recipients/phone-numbers.ts'
import { usePaged } from '../../../lib/api/use-paged.ts'
import { ResourceList } from '../../../lib/lists/resource-list.tsx'
import { sortingOf } from '../../../lib/lists/sorting.ts'
import { Exports, Sync } from '../../../lib/lists/tools.tsx'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { useBulkRemoval } from '../../../lib/lists/use-bulk-removal.tsx'
import { useRemoval } from '../../../lib/lists/use-removal.tsx'
import { phoneTexts as texts } from '../../../texts/indonesian.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { deletePhones } from './api.ts'
import { type AllThatMatch, LastActs, MarkedTools, RunningAct } from './parts/all-tools.tsx'
import { PHONE_COLUMNS } from './parts/columns.tsx'
import { ConsentExport } from './parts/consent-export.tsx'
import { filtersOf, PhoneFilterFields } from './parts/filters.tsx'
import { shownRule } from './parts/shown-rule.ts'
import { TagTools } from './parts/tag-tools.tsx'
import { useLivePhones } from './use-live-phones.ts'

/** The server searches such a text as the beginning of a number, and answers in the order of the numbers. */
const isNumberLike = (search: string): boolean => /^[\d\s+().-]+$/.test(search)

export default function PhoneNumberList() {
  const place = usePageQuery()
  const sorting = sortingOf(place, 'phoneNumbers', isNumberLike(place.search) ? 'number' : undefined)
  const shown = { search: place.search, sort: sorting.sent, ...filtersOf(place) }
  const { query, resync } = usePaged({
    of: 'phone-numbers',
    route: 'GET /admin/phonenumber/list-per-page',
    sent: { query: { ...place.goingOn, ...shown } },
    fallback: texts.failedLoad,
  })
  useLivePhones((query.data?.data ?? []).map((row) => row.number))
  const total = query.data?.meta.total ?? 0
  const rule = shownRule(filtersOf(place), place.search)
  const removal = useRemoval<PhoneRow>({
    of: 'phone-numbers',
    route: 'DELETE /admin/phonenumber/:id',
    question: (row) => texts.removeText(row.number),
  })
  const bulk = useBulkRemoval<PhoneRow, { deleted: number }, AllThatMatch>({
    of: 'phone-numbers',
    rows: query.data?.data ?? [],
    subject: (row) => row.number,
    send: deletePhones,
    question: texts.removeMany,
    doneText: ({ deleted }) => texts.removedMany(formatNumber(deleted)),
    More: MarkedTools,
    given: { rule, total },
  })
  const actions = removal.column({
    head: texts.columns.action,
    subject: (row) => row.number,
    editTo: (row) => `/phonenumber/edit?id=${row.id}`,
  })
  return (
    <ResourceList
      words={texts}
      tools={
        <>
          <Sync onSync={resync} />
          <Exports
            route="GET /admin/phonenumber/export"
            shown={shown}
            files={['phone_numbers.csv', 'phone_numbers.json']}
            nothing={texts.nothingToExport}
          />
          <ConsentExport />
          <TagTools rule={rule} />
          <LastActs />
        </>
      }
      add={{ to: '/phonenumber/create' }}
      before={<RunningAct />}
      query={query}
      place={place}
      goesOn
      sorting={sorting}
      columns={[...PHONE_COLUMNS, actions]}
      keyOf={(row) => String(row.id)}
      removal={removal}
      bulk={bulk}
      filters={<PhoneFilterFields place={place} />}
      filteredNote={texts.emptyFiltered}
      icon={Contact}
      emptyNote={texts.emptyNote}
      minWidth="min-w-[56rem]"
    />
  )
}
