// The columns of the lists of generators and validators.
import { FileText } from 'lucide-react'
import { formatNumber } from '../../../../lib/format/format.ts'
import { checkTexts as texts } from '../../../../texts/indonesian.ts'
import type { Column } from '../../../../ui/data-list.tsx'
import { LiveNumber } from '../../../../ui/live-number.tsx'
import type { Live } from '../apply-check-events.ts'
import { shortName } from '../names.ts'
import { type CheckAct, CheckActions } from './check-actions.tsx'
import { CheckProgress, Sender } from './check-state.tsx'

function Source({ row }: { row: Live }) {
  if (!('fileName' in row))
    return (
      <span className="text-[13px] whitespace-nowrap tabular-nums">
        {row.start_number} <br className="in-data-dense:hidden" />
        {row.end_number}
      </span>
    )
  return (
    <a
      href={row.fileUrl}
      target="_blank"
      rel="noopener noreferrer"
      title={row.fileName}
      aria-label={texts.openFile(row.fileName)}
      className="inline-flex min-h-6 items-center gap-1.5 text-[13px] whitespace-nowrap text-accent-text underline underline-offset-2"
    >
      <FileText aria-hidden className="size-4 shrink-0" />
      {shortName(row.fileName)}
    </a>
  )
}

const count = (value: number) => <LiveNumber value={value} text={formatNumber(value)} />
const { columns } = texts
type RowHandlers = {
  source: string
  isRemoving: (row: Live) => boolean
  isDownloading: (id: string) => boolean
  onAct: (row: Live, act: CheckAct) => void
}

export const checkColumns = ({ source, isRemoving, isDownloading, onAct }: RowHandlers): Column<Live>[] => [
  { head: columns.whatsapp, card: 'title', className: 'max-w-44', cell: (row) => <Sender row={row} /> },
  { head: source, card: 'wide', cell: (row) => <Source row={row} /> },
  { head: columns.success, align: 'right', card: 'sub', cell: (row) => count(row.count_success) },
  { head: columns.fail, align: 'right', card: 'sub', cell: (row) => count(row.count_fail) },
  { head: columns.status, card: 'wide', className: 'min-w-44', cell: (row) => <CheckProgress row={row} /> },
  {
    head: columns.action,
    card: 'foot',
    cell: (row) => (
      <CheckActions
        row={row}
        deleting={isRemoving(row)}
        downloading={isDownloading(row.id)}
        onAct={(act) => onAct(row, act)}
      />
    ),
  },
]
