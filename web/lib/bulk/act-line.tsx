// One act on all who match: what it does, how far it is, and what can be done with it.
import { useState } from 'react'
import type { BulkRow } from '../../../contract/recipients/bulk-acts.ts'
import { bulkTexts as texts, common } from '../../texts/indonesian.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { formatMoment, formatNumber } from '../format/format.ts'
import { isRunning, useCancelAct, useUndoAct } from './acts.ts'

const TONES: Record<BulkRow['status'], Tone> = {
  running: 'accent',
  done: 'success',
  cancelled: 'warning',
  undoing: 'accent',
  undone: 'neutral',
}
export const nameOf = ({ act, about }: BulkRow): string =>
  about === null ? texts.names[act] : texts.about(texts.names[act], about)
export const countsOf = ({ act, status, changed, people, matched, undone }: BulkRow): string =>
  [
    (act === 'delete' || act === 'unimport' ? texts.deleted : texts.changed)(
      formatNumber(changed),
      formatNumber(people),
    ),
    ...(matched > changed ? [texts.others(formatNumber(matched - changed))] : []),
    ...(status === 'undoing' || status === 'undone' ? [texts.undone(formatNumber(undone))] : []),
    ...(status === 'undone' && undone < changed ? [texts.touched(formatNumber(changed - undone))] : []),
  ].join(' · ')

/** Its buttons, and their questions. */
export function ActButtons({ row }: { row: BulkRow }) {
  const [asked, ask] = useState<'cancel' | 'undo' | null>(null)
  const cancel = useCancelAct()
  const undo = useUndoAct()
  const close = () => ask(null)
  return (
    <>
      {row.status === 'running' && (
        <Button size="sm" variant="secondary" busy={cancel.isBusy(row.id)} onClick={() => ask('cancel')}>
          {texts.cancel}
        </Button>
      )}
      {row.undo_until !== null && !isRunning(row) && (
        <Button
          size="sm"
          variant="secondary"
          title={texts.undoUntil(formatMoment(row.undo_until))}
          busy={undo.isBusy(row.id)}
          onClick={() => ask('undo')}
        >
          {texts.undo}
        </Button>
      )}
      {asked === 'cancel' && (
        <Confirm
          title={texts.cancelTitle}
          confirmLabel={texts.cancel}
          cancelLabel={common.back}
          onConfirm={() => cancel.run(row)}
          onClose={close}
        >
          {texts.cancelText}
        </Confirm>
      )}
      {asked === 'undo' && (
        <Confirm
          title={texts.undoTitle}
          confirmLabel={texts.undo}
          cancelLabel={common.back}
          onConfirm={() => undo.run(row)}
          onClose={close}
        >
          {texts.undoText}
        </Confirm>
      )}
    </>
  )
}

export function ActLine({ row }: { row: BulkRow }) {
  return (
    <li className="flex flex-col gap-1 py-2 text-[13px] text-ink-2">
      <div className="flex min-w-0 items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-semibold text-ink">{nameOf(row)}</span>
        <Badge tone={TONES[row.status]} live={isRunning(row)}>
          {texts.statuses[row.status]}
        </Badge>
      </div>
      {isRunning(row) && <ProgressLine label={nameOf(row)} percent={row.progress} />}
      <p className="tabular-nums">{countsOf(row)}</p>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span>{texts.by(row.by_name ?? '', formatMoment(row.created_at))}</span>
        <ActButtons row={row} />
      </div>
    </li>
  )
}
