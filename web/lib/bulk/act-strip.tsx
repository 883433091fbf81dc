// The act on all who match that runs, or has just ended, in one line above the list of recipients.
import type { BulkRow } from '../../../contract/recipients/bulk-acts.ts'
import { common } from '../../texts/indonesian.ts'
import { Button } from '../../ui/button.tsx'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { ActButtons, countsOf, nameOf } from './act-line.tsx'
import { isRunning } from './acts.ts'

export default function ActStrip({ row, onClose }: { row: BulkRow; onClose?: () => void }) {
  return (
    <section
      aria-label={nameOf(row)}
      className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-xl border border-line bg-surface px-4 py-2 text-[13px]"
    >
      <span className="font-semibold">{nameOf(row)}</span>
      {isRunning(row) && (
        <div className="w-40 max-sm:w-full">
          <ProgressLine label={nameOf(row)} percent={row.progress} />
        </div>
      )}
      <span role="status" className="min-w-0 flex-1 text-ink-2 tabular-nums max-sm:basis-full">
        {countsOf(row)}
      </span>
      <ActButtons row={row} />
      {onClose && (
        <Button size="sm" variant="ghost" onClick={onClose}>
          {common.close}
        </Button>
      )}
    </section>
  )
}
