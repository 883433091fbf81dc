// Adds one number by hand: number, name, and where the person agreed (rule consent-proof).
import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { consentSource, phoneSaveBody } from '../../../../../contract/recipients/phone-numbers.ts'
import '../../../../lib/forms/form-schema.ts'
import { SubmitForm } from '../../../../lib/forms/submit-form.tsx'
import { useForm } from '../../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../../lib/forms/use-submit.ts'
import { useBack } from '../../../../lib/screen/use-back.ts'
import { phoneTexts as texts } from '../../../../texts/indonesian.ts'
import { TextField } from '../../../../ui/text-field.tsx'
import { savePhone } from '../api.ts'
import { PersonFields } from './person-fields.tsx'

const schema = phoneSaveBody.extend({
  consent_source: z.string().trim().min(1, texts.consentRequired).pipe(consentSource),
})

const EMPTY = { number: '', name: '', consent_source: '' }

export function ManualForm() {
  const back = useBack('/phonenumber')
  const form = useForm<z.input<typeof schema>, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: EMPTY,
  })
  const { errors } = form.formState
  const submit = useSubmit(form, {
    send: savePhone,
    changes: ['phone-numbers'],
    doneText: texts.created,
    onDone: () => {
      form.reset(EMPTY)
      back()
    },
  })
  return (
    <SubmitForm submit={submit} className="gap-4">
      <PersonFields number={form.register('number')} name={form.register('name')} errors={errors} />
      <TextField
        label={texts.consentSource}
        hint={texts.consentHint}
        error={errors.consent_source?.message}
        {...form.register('consent_source')}
        maxLength={300}
      />
    </SubmitForm>
  )
}
