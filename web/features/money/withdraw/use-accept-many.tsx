// Accepts the marked requests, one after another: each is decided by itself, and what is refused stays marked, with the reason told once.
import { useState } from 'react'
import type { WithdrawItem } from '../../../../contract/money/withdraw.ts'
import { errorText } from '../../../lib/api/http.ts'
import { useAction } from '../../../lib/api/use-action.ts'
import { formatNumber, formatRupiah } from '../../../lib/format/format.ts'
import type { Bulk } from '../../../lib/lists/use-bulk-removal.tsx'
import { useSelection } from '../../../lib/lists/use-selection.ts'
import { common, listTexts, withdrawTexts as texts } from '../../../texts/indonesian.ts'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { notify } from '../../../ui/notify.tsx'
import { actsOf } from './act-rules.ts'
import { CHANGED, updateWithdraw } from './api.ts'
import { nameOf } from './parts/request-columns.tsx'
import { waitsForPause } from './parts/waits.tsx'

const mayAccept = (item: WithdrawItem): boolean =>
  actsOf(item).includes('accepted') && !item.held && !waitsForPause(item)
type Outcome = { accepted: number; asked: number; refusals: string[] }

const acceptAll = async (items: readonly WithdrawItem[]): Promise<Outcome> => {
  const outcome: Outcome = { accepted: 0, asked: 0, refusals: [] }
  for (const { id } of items) {
    try {
      const { withdraw } = await updateWithdraw(id, 'accepted')
      if (withdraw.status === 'accepted') outcome.accepted += 1
      else outcome.asked += 1
    } catch (error) {
      outcome.refusals.push(errorText(error))
    }
  }
  return outcome
}
const told = ({ accepted, asked, refusals }: Outcome): void => {
  if (accepted > 0) notify.success(texts.many.accepted(formatNumber(accepted)))
  if (asked > 0) notify.info(texts.many.asked(formatNumber(asked)))
  const [why] = refusals
  if (why !== undefined) notify.error(texts.many.refused(formatNumber(refusals.length), why))
}

export const useAcceptMany = (rows: readonly WithdrawItem[]): Bulk<WithdrawItem> => {
  const { selection, selected, clear } = useSelection(rows, {
    all: listTexts.selectAll,
    one: (item) => listTexts.selectOne(texts.subject(nameOf(item), formatRupiah(item.nominal))),
  })
  const ready = selected.filter(mayAccept)
  const total = formatRupiah(ready.reduce((sum, { nominal }) => sum + nominal, 0))
  const [asking, setAsking] = useState(false)
  const { busy, run } = useAction({
    send: () => acceptAll(ready),
    changes: CHANGED,
    onDone: (outcome) => {
      told(outcome)
      if (outcome.refusals.length === 0) clear()
    },
  })
  const label = texts.many.accept(formatNumber(ready.length))
  const bar = (
    <>
      {selected.length > 0 && (
        <BulkBar
          label={listTexts.bulk}
          count={listTexts.selected(formatNumber(selected.length))}
          clear={listTexts.clearSelection}
          onClear={clear}
        >
          <Button size="sm" busy={busy} disabled={ready.length === 0} onClick={() => setAsking(true)}>
            {label}
          </Button>
        </BulkBar>
      )}
      {asking && (
        <Confirm
          title={label}
          confirmLabel={label}
          cancelLabel={common.cancel}
          onConfirm={() => {
            setAsking(false)
            void run()
          }}
          onClose={() => setAsking(false)}
        >
          {texts.many.question(formatNumber(ready.length), total)}
        </Confirm>
      )}
    </>
  )
  return { selection, bar }
}
