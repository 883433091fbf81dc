// Holds a source by hand (rule source-hold).
import { zodResolver } from '@hookform/resolvers/zod'
import type { z } from 'zod'
import { holdSourceBody } from '../../../../contract/recipients/consent-sources.ts'
import { call } from '../../../lib/api/http.ts'
import '../../../lib/forms/form-schema.ts'
import { SubmitForm } from '../../../lib/forms/submit-form.tsx'
import { useForm } from '../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { common, sourceTexts as texts } from '../../../texts/indonesian.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'

export default function HoldDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const form = useForm<z.input<typeof holdSourceBody>, unknown, z.output<typeof holdSourceBody>>({
    resolver: zodResolver(holdSourceBody),
    defaultValues: { name, why: '' },
  })
  const submit = useSubmit(form, {
    send: (body) => call('POST /admin/consent/sources/hold', { body }, { fallback: texts.holdFailed }),
    changes: ['sources', 'phone-numbers'],
    doneText: texts.heldNow,
    onDone: onClose,
  })
  return (
    <Dialog open onClose={onClose} title={texts.holdTitle} description={texts.holdLead(name)} closeLabel={common.close}>
      <SubmitForm submit={submit} label={texts.hold} onCancel={onClose} className="gap-4">
        <TextField
          label={texts.why}
          hint={texts.whyHint}
          error={form.formState.errors.why?.message}
          {...form.register('why')}
          maxLength={300}
        />
      </SubmitForm>
    </Dialog>
  )
}
