// /level: levels from the lowest up (rule level).
import { Plus, Trophy } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Level } from '../../../contract/levels.ts'
import { formatNumber, formatRupiah } from '../../lib/format/format.ts'
import { PagedList } from '../../lib/lists/paged-list.tsx'
import { useDeleting } from '../../lib/lists/use-deleting.ts'
import { usePageQuery } from '../../lib/lists/use-page-query.ts'
import { usePaged } from '../../lib/api/use-paged.ts'
import { common, formTexts, levelTexts as texts, listTexts } from '../../texts/indonesian.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card, PageHead } from '../../ui/card.tsx'
import { ColorBadge } from '../../ui/color-badge.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import type { Column } from '../../ui/data-list.tsx'
import { RowActions } from '../../ui/row-actions.tsx'

const { columns: heads } = texts
type Removal = { isDeleting: (id: string) => boolean; ask: (row: Level) => void }

const columnsOf = (removal: Removal): Column<Level>[] => [
  { head: heads.name, card: 'title', cell: (level) => <ColorBadge color={level.color} text={level.name} /> },
  {
    head: heads.fee,
    align: 'right',
    cell: (level) => <span className="tabular-nums">{formatRupiah(level.blast_fee)}</span>,
  },
  {
    head: heads.requirement,
    align: 'right',
    cell: (level) => <span className="tabular-nums">{texts.blasts(formatNumber(level.requirement_blast))}</span>,
  },
  {
    head: heads.action,
    card: 'foot',
    cell: (level) => (
      <RowActions
        subject={texts.subject(level.name)}
        editTo={`/level/edit?id=${encodeURIComponent(level.id)}`}
        deleting={removal.isDeleting(level.id)}
        onDelete={() => removal.ask(level)}
        words={listTexts}
      />
    ),
  },
]

export default function LevelList() {
  const place = usePageQuery()
  const query = usePaged({
    name: 'levels',
    route: 'GET /admin/level/list-per-page',
    sent: { query: { page: place.page } },
    fallback: texts.loadFailed,
  })
  const { isDeleting, remove } = useDeleting('levels', 'DELETE /admin/level/:id', formTexts.deleteFailed)
  const [asking, setAsking] = useState<Level | null>(null)
  const removal: Removal = { isDeleting, ask: setAsking }
  const add = (
    <Link to="/level/create" className={buttonClass('primary', 'sm')}>
      <Plus aria-hidden className="size-4" />
      {texts.add}
    </Link>
  )
  return (
    <>
      <title>{`${texts.title} · ${common.appName}`}</title>
      <PageHead title={texts.title} note={texts.note}>
        {add}
      </PageHead>
      <Card>
        <PagedList
          label={texts.title}
          query={query}
          place={place}
          columns={columnsOf(removal)}
          keyOf={(level) => level.id}
          fading={(level) => isDeleting(level.id)}
          icon={Trophy}
          minWidth="min-w-[40rem]"
          emptyNote={texts.empty}
          emptyAction={add}
        />
      </Card>
      {asking && (
        <Confirm
          title={formTexts.sure}
          confirmLabel={texts.deleteYes}
          cancelLabel={common.cancel}
          danger
          onConfirm={() => void remove(asking.id)}
          onClose={() => setAsking(null)}
        >
          {texts.deleteText(asking.name)}
        </Confirm>
      )}
    </>
  )
}
