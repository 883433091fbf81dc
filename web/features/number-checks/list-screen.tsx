// The list of generators or of validators, live.
import { Plus, type LucideIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { CheckKind } from '../../../contract/number-checks.ts'
import { LIST_FILTERS, listFilterOf, MUST_RECONNECT } from '../../../contract/whatsapp.ts'
import { PagedList } from '../../lib/lists/paged-list.tsx'
import type { SessionUser } from '../../lib/session/session.ts'
import { sortingOf } from '../../lib/lists/sorting.ts'
import { useDeleting } from '../../lib/lists/use-deleting.ts'
import { usePageQuery } from '../../lib/lists/use-page-query.ts'
import { common, listTexts, whatsappTexts } from '../../texts/indonesian.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card, PageHead } from '../../ui/card.tsx'
import { Select } from '../../ui/input.tsx'
import { useChecks } from './api.ts'
import type { Live } from './apply-check-events.ts'
import { LISTS, linkAddress, TEXTS } from './kinds.ts'
import { nameOf } from './names.ts'
import type { CheckAct } from './parts/check-actions.tsx'
import { checkColumns } from './parts/columns.tsx'
import { useDownload } from './use-download.ts'
import { useLiveChecks } from './use-live-checks.ts'
import { useRun } from './use-run.ts'

const DeleteQuestion = lazy(() => import('../../ui/delete-question.tsx'))
const Forbidden = lazy(() => import('./parts/forbidden.tsx'))
type Asking = { what: 'remove' | 'forbidden'; row: Live } | null
type Props = { kind: CheckKind; source: string; icon: LucideIcon; user: SessionUser }

export function CheckList({ kind, source, icon, user }: Props) {
  const texts = TEXTS[kind]
  const navigate = useNavigate()
  const place = usePageQuery()
  const sorting = sortingOf(place, 'checks')
  const asked = place.param('status')
  const status = listFilterOf(asked)
  const list = useChecks(kind, { page: place.page, search: place.search, status, sort: sorting.sent })
  useLiveChecks(kind, user, list.data?.data ?? [])
  const run = useRun(kind)
  const download = useDownload(kind)
  const deleting = useDeleting(LISTS[kind], `DELETE /admin/${kind}/:id`, texts.removeFailed)
  const [asking, setAsking] = useState<Asking>(null)
  const filtered = place.search !== '' || status !== 'all'

  const onAct = (row: Live, act: CheckAct): void => {
    if (act === 'download') return download.save(row.id)
    if (act === 'remove') return setAsking({ what: 'remove', row })
    if (row.status === 'sending') return run.stop(row)
    if (!row.Whatsapp || MUST_RECONNECT.includes(row.state)) return setAsking({ what: 'forbidden', row })
    run.start(row)
  }
  const add = (
    <Link to={`/${kind}/create`} className={buttonClass('primary', 'sm')}>
      <Plus aria-hidden className="size-4" />
      {texts.add}
    </Link>
  )
  return (
    <>
      <title>{`${texts.title} · ${common.appName}`}</title>
      <PageHead title={texts.title} note={texts.lead}>
        {add}
      </PageHead>
      <Card>
        <PagedList
          label={texts.table}
          query={list}
          place={place}
          sorting={sorting}
          search={{ label: texts.search, hint: texts.searchHint }}
          filters={
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
          }
          columns={checkColumns({ source, onAct, ...deleting, ...download })}
          keyOf={(row) => row.id}
          fading={(row) => deleting.isDeleting(row.id)}
          icon={icon}
          emptyNote={filtered ? texts.emptyFiltered : texts.emptyNote}
          emptyAction={filtered ? undefined : add}
          minWidth="min-w-[56rem]"
        />
      </Card>
      <Suspense fallback={null}>
        {asking?.what === 'remove' && (
          <DeleteQuestion
            words={listTexts}
            onYes={() => void deleting.remove(asking.row.id)}
            onClose={() => setAsking(null)}
          >
            {texts.removeText(nameOf(asking.row))}
          </DeleteQuestion>
        )}
        {asking?.what === 'forbidden' && (
          <Forbidden
            onYes={() => void navigate(linkAddress(kind, asking.row.Whatsapp?.id ?? null))}
            onClose={() => setAsking(null)}
          />
        )}
      </Suspense>
    </>
  )
}
