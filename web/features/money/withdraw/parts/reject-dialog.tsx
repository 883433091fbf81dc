// Rejects a request with a reason, which the member reads.
import { useWatch } from 'react-hook-form'
import { useForm } from '../../../../lib/forms/use-form.ts'
import { REJECT_REASON_MAX, type WithdrawItem } from '../../../../../contract/money/withdraw.ts'
import { formatRupiah } from '../../../../lib/format/format.ts'
import { ReadAs } from '../../../../lib/forms/read-as.tsx'
import { SubmitForm } from '../../../../lib/forms/submit-form.tsx'
import { useSubmit } from '../../../../lib/forms/use-submit.ts'
import { common, withdrawTexts as texts } from '../../../../texts/indonesian.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { CHANGED, updateWithdraw } from '../api.ts'
import { toldBy } from './request-columns.tsx'
import { refusedCause } from './status.tsx'

type Props = { item: WithdrawItem; name: string; onClose: () => void }
export function RejectDialog({ item, name, onClose }: Props) {
  const form = useForm<{ reason: string }>({ defaultValues: { reason: '' } })
  const typed = useWatch({ control: form.control, name: 'reason' })
  const submit = useSubmit(form, {
    send: ({ reason }) => updateWithdraw(item.id, 'rejected', reason),
    changes: CHANGED,
    doneText: texts.done.rejected,
    onDone: onClose,
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.reject}
      closeLabel={common.close}
      description={
        <>
          {texts.asks.rejected(name, formatRupiah(item.nominal))}
          <span className="mt-2 block font-semibold break-words text-ink">{toldBy(item)}</span>
        </>
      }
    >
      <SubmitForm
        submit={submit}
        label={texts.reject}
        busyLabel={texts.rejecting}
        failureText={(text) => `${texts.updateFailed}: ${text}`}
        onCancel={onClose}
        className="gap-4"
      >
        <TextField
          label={texts.reason}
          hint={texts.reasonHint}
          error={form.formState.errors.reason?.message}
          maxLength={REJECT_REASON_MAX}
          autoComplete="off"
          {...form.register('reason', { validate: (reason) => reason.trim() !== '' || texts.reasonMissing })}
        />
        <ReadAs who={texts.memberReads} text={refusedCause} typed={typed} />
      </SubmitForm>
    </Dialog>
  )
}
