// The list of generators or of validators, live.
import type { LucideIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CheckKind } from '../../../../contract/sending/number-checks.ts'
import { LIST_FILTERS, listFilterOf, MUST_RECONNECT } from '../../../../contract/sending/whatsapp.ts'
import type { SessionUser } from '../../../lib/session/session.ts'
import { DateRange, daysOf } from '../../../lib/lists/date-range.tsx'
import { ResourceList } from '../../../lib/lists/resource-list.tsx'
import { sortingOf } from '../../../lib/lists/sorting.ts'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { useRemoval } from '../../../lib/lists/use-removal.tsx'
import { whatsappTexts } from '../../../texts/indonesian.ts'
import { Select } from '../../../ui/input.tsx'
import { part } from '../../../ui/part.tsx'
import { useChecks } from './api.ts'
import type { Live } from './apply-check-events.ts'
import { LISTS, linkAddress, TEXTS } from './kinds.ts'
import { nameOf } from './names.ts'
import type { CheckAct } from './parts/check-actions.tsx'
import { checkColumns } from './parts/columns.tsx'
import { useDownload } from './use-download.ts'
import { useLiveChecks } from './use-live-checks.ts'
import { useRun } from './use-run.ts'

const Forbidden = part(() => import('./parts/forbidden.tsx'))
type Props = { kind: CheckKind; source: string; icon: LucideIcon; user: SessionUser }

export function CheckList({ kind, source, icon, user }: Props) {
  const texts = TEXTS[kind]
  const navigate = useNavigate()
  const place = usePageQuery()
  const sorting = sortingOf(place, 'checks')
  const param = place.param('status')
  const status = listFilterOf(param)
  const { query } = useChecks(kind, {
    ...place.paging,
    ...daysOf(place),
    search: place.search,
    status,
    sort: sorting.sent,
  })
  useLiveChecks(kind, user, query.data?.data ?? [])
  const run = useRun(kind)
  const download = useDownload(kind)
  const removal = useRemoval<Live>({
    of: LISTS[kind],
    route: `DELETE /admin/${kind}/:id`,
    fallback: texts.removeFailed,
    question: (row) => texts.removeText(nameOf(row)),
  })
  /** The row whose sender must be linked before it can start. */
  const [cutOff, setCutOff] = useState<Live | null>(null)

  const onAct = (row: Live, act: CheckAct): void => {
    if (act === 'download') return download.save(row.id)
    if (act === 'remove') return removal.ask(row)
    if (row.status === 'sending') return run.stop(row)
    if (!row.Whatsapp || MUST_RECONNECT.includes(row.state)) return setCutOff(row)
    run.start(row)
  }
  return (
    <ResourceList
      words={texts}
      add={{ to: `/${kind}/create`, label: texts.add }}
      query={query}
      place={place}
      sorting={sorting}
      filters={
        <>
          <Select
            aria-label={texts.filter}
            value={status}
            onChange={({ target }) => place.put({ status: target.value === 'all' ? '' : target.value, page: '' })}
            className="sm:w-48"
          >
            {LIST_FILTERS.map((filter) => (
              <option key={filter} value={filter}>
                {whatsappTexts.filters[filter]}
              </option>
            ))}
          </Select>
          <DateRange place={place} />
        </>
      }
      isFiltered={status !== 'all'}
      columns={checkColumns({ source, onAct, isRemoving: removal.isRemoving, isDownloading: download.isDownloading })}
      keyOf={(row) => row.id}
      removal={removal}
      icon={icon}
      emptyNote={texts.emptyNote}
      minWidth="min-w-[56rem]"
      tall
    >
      {cutOff && (
        <Suspense fallback={null}>
          <Forbidden
            onYes={() => void navigate(linkAddress(kind, cutOff.Whatsapp?.id ?? null))}
            onClose={() => setCutOff(null)}
          />
        </Suspense>
      )}
    </ResourceList>
  )
}
