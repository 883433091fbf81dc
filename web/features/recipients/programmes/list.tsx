// /programme: what people agree to by a keyword that they write themselves (rule opt-in-message).
import { MessageSquarePlus, Plus, QrCode } from 'lucide-react'
import { Suspense, useState } from 'react'
import { call } from '../../../lib/api/http.ts'
import { serverNow } from '../../../lib/api/server-clock.ts'
import { type RowOf, usePaged } from '../../../lib/api/use-paged.ts'
import { formatDay, formatNumber } from '../../../lib/format/format.ts'
import { ResourceList } from '../../../lib/lists/resource-list.tsx'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { useRowAction } from '../../../lib/lists/use-row-action.ts'
import { common, programmeTexts as texts } from '../../../texts/indonesian.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import type { Column } from '../../../ui/data-list.tsx'
import { part } from '../../../ui/part.tsx'

const CreateDialog = part(() => import('./create-dialog.tsx'))
const PosterDialog = part(() => import('./poster-dialog.tsx'))
type Programme = RowOf<'GET /admin/programme/list-per-page'>
const { columns: heads } = texts
const SMALL = 'block text-[13px] break-words text-ink-2 max-lg:line-clamp-1'
const hasEnded = ({ ended_at, ends_at }: Programme): boolean =>
  ended_at !== null || (ends_at !== null && Date.parse(ends_at) < serverNow())

function Said({ programme: { title, what, frequency, by_whom, privacy_version } }: { programme: Programme }) {
  return (
    <div className="lines">
      <p className="font-semibold break-words">{title}</p>
      <span className={SMALL}>{`${what} · ${frequency}`}</span>
      <span className={SMALL}>{`${texts.byWhom(by_whom)} · ${texts.privacyOf(privacy_version)}`}</span>
    </div>
  )
}
type Acts = {
  ask: (programme: Programme) => void
  show: (programme: Programme) => void
  isBusy: (id: string) => boolean
}
const columnsOf = ({ ask, show, isBusy }: Acts): Column<Programme>[] => [
  { head: heads.title, card: 'title', className: 'max-w-96', isRowHead: true, cell: (one) => <Said programme={one} /> },
  {
    head: heads.keyword,
    card: 'sub',
    cell: ({ keyword }) => <span className="font-semibold tabular-nums">{keyword}</span>,
  },
  {
    head: heads.state,
    card: 'sub',
    cell: (one) =>
      hasEnded(one) ? (
        <Badge>{texts.ended}</Badge>
      ) : (
        <div className="lines flex flex-col items-start gap-1">
          <Badge tone="success">{texts.active}</Badge>
          {one.ends_at !== null && (
            <span className={SMALL}>{texts.until(formatDay(new Date(Date.parse(one.ends_at) - 1).toISOString()))}</span>
          )}
        </div>
      ),
  },
  {
    head: heads.optIns,
    card: 'sub',
    align: 'right',
    cell: ({ opt_ins }) => <span className="tabular-nums">{formatNumber(opt_ins)}</span>,
  },
  {
    head: heads.action,
    card: 'foot',
    cell: (one) =>
      hasEnded(one) ? null : (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" aria-label={texts.poster.openOf(one.title)} onClick={() => show(one)}>
            <QrCode aria-hidden className="size-4" />
            {texts.poster.open}
          </Button>
          <Button
            size="sm"
            variant="secondary"
            busy={isBusy(one.id)}
            aria-label={texts.endOf(one.title)}
            onClick={() => ask(one)}
          >
            {texts.end}
          </Button>
        </div>
      ),
  },
]

export default function ProgrammeList() {
  const place = usePageQuery()
  const [creates, setCreates] = useState(false)
  const [asked, ask] = useState<Programme | null>(null)
  const [shown, show] = useState<Programme | null>(null)
  const { query } = usePaged({
    of: 'programmes',
    route: 'GET /admin/programme/list-per-page',
    sent: { query: { ...place.paging, search: place.search } },
    fallback: texts.loadFailed,
  })
  const { isBusy, run } = useRowAction({
    send: ({ id }: Programme) => call('POST /admin/programme/end', { body: { id } }, { fallback: texts.endFailed }),
    idOf: ({ id }) => id,
    changes: ['programmes'],
    doneText: texts.endedNow,
  })
  return (
    <ResourceList
      words={texts}
      tools={
        <Button size="sm" onClick={() => setCreates(true)}>
          <Plus aria-hidden className="size-4" />
          {texts.add}
        </Button>
      }
      query={query}
      place={place}
      columns={columnsOf({ ask, show, isBusy })}
      keyOf={({ id }) => id}
      icon={MessageSquarePlus}
      minWidth="min-w-[52rem]"
      emptyNote={texts.empty}
    >
      <Suspense fallback={null}>
        {creates && <CreateDialog onClose={() => setCreates(false)} />}
        {shown && <PosterDialog programme={shown} onClose={() => show(null)} />}
      </Suspense>
      {asked && (
        <Confirm
          title={texts.endTitle}
          confirmLabel={texts.endYes}
          cancelLabel={common.cancel}
          danger
          onConfirm={() => run(asked)}
          onClose={() => ask(null)}
        >
          {texts.endText(asked.title)}
        </Confirm>
      )}
    </ResourceList>
  )
}
