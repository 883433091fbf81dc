// Takes somebody off the list with a reason (rule lift): at once where they asked for it themselves, else a second person decides.
import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from 'zod'
import { liftBody } from '../../../../contract/recipients/phone-numbers.ts'
import { call } from '../../../lib/api/http.ts'
import '../../../lib/forms/form-schema.ts'
import { SubmitForm } from '../../../lib/forms/submit-form.tsx'
import { useForm } from '../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { common, fromServer, suppressionTexts as texts } from '../../../texts/indonesian.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notify.tsx'
import { TextField } from '../../../ui/text-field.tsx'

type Props = { id: number; subject: string; onClose: () => void }
export default function LiftDialog({ id, subject, onClose }: Props) {
  const form = useForm<z.input<typeof liftBody>, unknown, z.output<typeof liftBody>>({
    resolver: zodResolver(liftBody),
    defaultValues: { reason: '' },
  })
  const submit = useSubmit(form, {
    send: (body) => call('DELETE /admin/suppression/:id', { params: { id }, body }, { fallback: texts.liftFailed }),
    // one that waits is listed among the approvals
    changes: ['suppressions', 'phone-numbers', 'approvals'],
    onDone: (answer) => {
      if ('approval' in answer) notify.info(fromServer(answer.msg))
      else notify.success(texts.lifted)
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.liftTitle}
      description={texts.liftText(subject)}
      closeLabel={common.close}
    >
      <SubmitForm submit={submit} label={texts.lift} onCancel={onClose} className="gap-4">
        <TextField
          label={texts.liftReason}
          hint={texts.liftHint}
          error={form.formState.errors.reason?.message}
          {...form.register('reason')}
          maxLength={300}
        />
      </SubmitForm>
    </Dialog>
  )
}
