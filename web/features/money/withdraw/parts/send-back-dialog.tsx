// *Dikembalikan bank*: the reason for the member and an image that shows it, for a second person to approve (rule bank-return).
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { REJECT_REASON_MAX, withdrawReturnedForm, type WithdrawItem } from '../../../../../contract/money/withdraw.ts'
import { formatRupiah } from '../../../../lib/format/format.ts'
import { ReadAs } from '../../../../lib/forms/read-as.tsx'
import { SubmitForm } from '../../../../lib/forms/submit-form.tsx'
import '../../../../lib/forms/form-schema.ts'
import { useForm } from '../../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../../lib/forms/use-submit.ts'
import { PROOF_KINDS, proofProblem } from '../../../../lib/payouts/proof-file.ts'
import { approvalTexts, common, withdrawTexts as texts } from '../../../../texts/indonesian.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FileField } from '../../../../lib/forms/file-field.tsx'
import { notify } from '../../../../ui/notify.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { CHANGED, sendBackWithdraw } from '../api.ts'
import { toldBy } from './request-columns.tsx'
import { refusedCause } from './status.tsx'

const body = withdrawReturnedForm.pick({ reason: true })
type Values = z.infer<typeof body>
type Props = { item: WithdrawItem; name: string; onClose: () => void }
export function SendBackDialog({ item, name, onClose }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string>()
  const form = useForm<Values, unknown, Values>({ resolver: zodResolver(body), defaultValues: { reason: '' } })
  const typed = useWatch({ control: form.control, name: 'reason' })
  const submit = useSubmit(form, {
    isReady: () => {
      const found = file === null ? texts.sendBackProofMissing : proofProblem(file)
      setProblem(found)
      return found === undefined
    },
    send: async ({ reason }: Values) => {
      if (file) await sendBackWithdraw(item.id, reason, file)
    },
    changes: CHANGED,
    onDone: () => {
      notify.info(approvalTexts.asked)
      onClose()
    },
  })
  const choose = (chosen: File | null): void => {
    setFile(chosen)
    setProblem(chosen ? proofProblem(chosen) : undefined)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.sendBack}
      closeLabel={common.close}
      description={
        <>
          {texts.sendBackText(formatRupiah(item.nominal), name)}
          <span className="mt-2 block font-semibold break-words text-ink">{toldBy(item)}</span>
        </>
      }
    >
      <SubmitForm
        submit={submit}
        label={texts.sendBack}
        busyLabel={texts.sendingBack}
        onCancel={onClose}
        className="gap-4"
      >
        <TextField
          label={texts.reason}
          hint={texts.sendBackReasonHint}
          error={form.formState.errors.reason?.message}
          maxLength={REJECT_REASON_MAX}
          autoComplete="off"
          {...form.register('reason')}
        />
        <ReadAs who={texts.memberReads} text={refusedCause} typed={typed} />
        <FileField
          label={texts.sendBackProof}
          hint={texts.sendBackProofHint}
          accept={PROOF_KINDS.join(',')}
          file={file}
          onFile={choose}
          error={problem}
        />
      </SubmitForm>
    </Dialog>
  )
}
