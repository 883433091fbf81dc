// *Sudah saya transfer*: where the money goes, and the bank's reference of the transfer that was made (rule paid-is-paid).
import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from 'zod'
import { withdrawOrderedBody, type WithdrawItem } from '../../../../../contract/money/withdraw.ts'
import { formatMoment, formatRupiah } from '../../../../lib/format/format.ts'
import { SubmitForm } from '../../../../lib/forms/submit-form.tsx'
import '../../../../lib/forms/form-schema.ts'
import { useForm } from '../../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../../lib/forms/use-submit.ts'
import { common, withdrawTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { notify } from '../../../../ui/notify.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { movedSince } from '../act-rules.ts'
import { CHANGED, orderWithdraw, useHistory } from '../api.ts'
import { Transfer } from './transfer.tsx'

const body = withdrawOrderedBody.pick({ reference: true })
type Values = z.infer<typeof body>
type Props = {
  item: WithdrawItem
  name: string
  /** Just accepted: the transfer is still to be made. */
  isNew: boolean
  onClose: () => void
}
export function OrderDialog({ item, name, isNew, onClose }: Props) {
  const form = useForm<Values, unknown, Values>({ resolver: zodResolver(body), defaultValues: { reference: '' } })
  const submit = useSubmit(form, {
    send: ({ reference }: Values) => orderWithdraw(item.id, reference),
    changes: CHANGED,
    doneText: texts.ordered,
    onDone: onClose,
  })
  const nominal = formatRupiah(item.nominal)
  // as long as this stands open somebody else may be faster, and the money would go twice
  const history = useHistory(item.id)
  const moved = history.data && history.isFetchedAfterMount ? movedSince(history.data) : null
  // an accepted one leaves the list of those that wait: where it stands is said
  const later = (): void => {
    if (isNew && !moved) notify.info(texts.transferStays)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={later}
      title={isNew ? texts.transferNow : texts.order}
      closeLabel={common.close}
      description={(isNew ? texts.transferText : texts.orderText)(nominal, name)}
    >
      {moved ? (
        <Alert tone="danger">
          {texts.transferMoved(
            texts.decided(texts.stepNames[moved.stage], moved.by ?? texts.somebody, formatMoment(moved.at)),
          )}
        </Alert>
      ) : (
        <Transfer item={item} />
      )}
      <SubmitForm
        submit={submit}
        disabled={moved !== null}
        label={texts.order}
        busyLabel={texts.ordering}
        cancelLabel={moved ? common.close : texts.transferLater}
        onCancel={later}
        className="mt-4 gap-4"
      >
        <TextField
          label={texts.reference}
          hint={texts.referenceHint}
          error={form.formState.errors.reference?.message}
          autoComplete="off"
          {...form.register('reference')}
        />
      </SubmitForm>
    </Dialog>
  )
}
