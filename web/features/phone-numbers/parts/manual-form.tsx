// One number by hand: number, name, and where the person agreed (rule consent-proof).
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { phoneSaveBody } from '../../../../contract/phone-numbers.ts'
import '../../../lib/forms/form-schema.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { common, phoneTexts as texts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { savePhone } from '../api.ts'

const schema = phoneSaveBody.extend({ consent_source: z.string().trim().min(1, texts.consentRequired).max(300) })
type Values = z.input<typeof schema>

export function ManualForm({ onSaved }: { onSaved: () => void }) {
  const form = useForm<Values, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { number: '', name: '', consent_source: '' },
  })
  const { busy, failure, onSubmit } = useSubmit(form, { send: savePhone, onDone: onSaved })
  const { errors } = form.formState
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <Field label={texts.number} hint={texts.numberHint} error={errors.number?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('number')}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            maxLength={30}
          />
        )}
      </Field>
      <Field label={texts.name} error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" maxLength={120} />}
      </Field>
      <Field label={texts.consentSource} hint={texts.consentHint} error={errors.consent_source?.message}>
        {(control) => <Input {...control} {...form.register('consent_source')} maxLength={300} />}
      </Field>
      {failure && <Alert tone="danger">{failure}</Alert>}
      <div>
        <Button type="submit" busy={busy}>
          {busy ? common.saving : common.save}
        </Button>
      </div>
    </form>
  )
}
