// Suppresses one number: no account sends to it from then on (rule opt-out).
import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from 'zod'
import { suppressBody } from '../../../../contract/recipients/phone-numbers.ts'
import { call } from '../../../lib/api/http.ts'
import '../../../lib/forms/form-schema.ts'
import { SubmitForm } from '../../../lib/forms/submit-form.tsx'
import { useForm } from '../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { common, suppressionTexts as texts } from '../../../texts/indonesian.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { PhoneField, TextField } from '../../../ui/text-field.tsx'

export default function AddDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<z.input<typeof suppressBody>, unknown, z.output<typeof suppressBody>>({
    resolver: zodResolver(suppressBody),
    defaultValues: { number: '', reason: '' },
  })
  const { errors } = form.formState
  const submit = useSubmit(form, {
    send: (body) => call('POST /admin/suppression', { body }, { fallback: texts.addFailed }),
    changes: ['suppressions', 'phone-numbers'],
    doneText: texts.added,
    onDone: onClose,
  })
  return (
    <Dialog open onClose={onClose} title={texts.addTitle} description={texts.addLead} closeLabel={common.close}>
      <SubmitForm submit={submit} onCancel={onClose} className="gap-4">
        <PhoneField
          label={texts.number}
          hint={texts.numberHint}
          error={errors.number?.message}
          {...form.register('number')}
        />
        <TextField
          label={texts.reason}
          hint={texts.reasonHint}
          error={errors.reason?.message}
          {...form.register('reason')}
          maxLength={300}
        />
      </SubmitForm>
    </Dialog>
  )
}
