// /level: all levels, the lowest first (rule level).
import { Trophy } from 'lucide-react'
import type { Level } from '../../../../contract/people/levels.ts'
import { usePaged } from '../../../lib/api/use-paged.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { ResourceList } from '../../../lib/lists/resource-list.tsx'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { useRemoval } from '../../../lib/lists/use-removal.tsx'
import { approvalTexts, levelTexts as texts } from '../../../texts/indonesian.ts'
import { amountColumn } from '../../../ui/amount.tsx'
import { ColorBadge } from '../../../ui/color-badge.tsx'
import type { Column } from '../../../ui/data-list.tsx'
import { notify } from '../../../ui/notify.tsx'

const { columns: heads } = texts
const COLUMNS: Column<Level>[] = [
  { head: heads.name, card: 'title', cell: (level) => <ColorBadge color={level.color} text={level.name} /> },
  amountColumn({ head: heads.fee, card: 'side', of: (level) => level.blast_fee }),
  {
    head: heads.requirement,
    card: 'sub',
    align: 'right',
    cell: (level) => <span className="tabular-nums">{texts.blasts(formatNumber(level.requirement_blast))}</span>,
  },
]

/** The deletion of a level can need a second person (rule second-person). */
const waits = (answer: unknown): boolean => {
  const asked = typeof answer === 'object' && answer !== null && 'approval' in answer
  if (asked) notify.info(approvalTexts.asked)
  return asked
}

export default function LevelList() {
  const place = usePageQuery()
  const { query } = usePaged({
    of: 'levels',
    route: 'GET /admin/level/list-per-page',
    sent: { query: { ...place.paging } },
    fallback: texts.loadFailed,
  })
  const removal = useRemoval<Level>({
    of: 'levels',
    route: 'DELETE /admin/level/:id',
    version: (row) => row.version,
    question: (level) => texts.deleteText(level.name),
    waits,
    // a deletion that waits is listed there
    alsoChanges: ['approvals'],
  })
  const actions = removal.column({
    head: heads.action,
    subject: (level) => texts.subject(level.name),
    editTo: (level) => `/level/edit?id=${encodeURIComponent(level.id)}`,
  })
  return (
    <ResourceList
      words={texts}
      note={texts.note}
      add={{ to: '/level/create', label: texts.add }}
      query={query}
      place={place}
      columns={[...COLUMNS, actions]}
      keyOf={(level) => level.id}
      removal={removal}
      icon={Trophy}
      minWidth="min-w-[40rem]"
      emptyNote={texts.empty}
    />
  )
}
