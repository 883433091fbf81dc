// Nobody else may decide: anyone who is tied to the member may open a wait, in which the member may stop it (rule decider-wait).
import type { WithdrawItem } from '../../../../../contract/money/withdraw.ts'
import { formatRupiah } from '../../../../lib/format/format.ts'
import { useRowAction } from '../../../../lib/lists/use-row-action.ts'
import { common, waitTexts as texts } from '../../../../texts/indonesian.ts'
import { Confirm } from '../../../../ui/confirm.tsx'
import { CHANGED, openWait } from '../api.ts'

/** why: what ties them, and that nobody else may decide. */
type Props = { item: WithdrawItem; name: string; why: string; onClose: () => void }
export function WaitQuestion({ item, name, why, onClose }: Props) {
  const { run } = useRowAction<WithdrawItem>({
    idOf: ({ id }) => id,
    send: ({ id }) => openWait(id),
    changes: CHANGED,
    doneText: texts.opened,
    refusedTitle: texts.openFailed,
  })
  return (
    <Confirm
      title={texts.ask}
      confirmLabel={texts.open}
      cancelLabel={common.cancel}
      onConfirm={() => run(item)}
      onClose={onClose}
    >
      <p>{why}</p>
      <p className="mt-2">{texts.asked(name, formatRupiah(item.nominal))}</p>
    </Confirm>
  )
}
