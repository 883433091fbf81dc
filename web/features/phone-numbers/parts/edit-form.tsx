// Number, name and whether messages may go there; making a number without consent active asks for its source (rule
// consent-proof).
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { type PhoneRow, phoneSaveBody } from '../../../../contract/phone-numbers.ts'
import { normalizePhone } from '../../../../contract/phone.ts'
import '../../../lib/forms/form-schema.ts'
import { useSubmit } from '../../../lib/forms/use-submit.ts'
import { common, listTexts, phoneTexts as texts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { updatePhone } from '../api.ts'

/** A consent belongs to its number: another number has none yet. */
const lacksConsent = (phone: PhoneRow, number: string): boolean =>
  phone.consent_at === null || (normalizePhone(number) ?? phone.number) !== phone.number

const schemaOf = (phone: PhoneRow) =>
  phoneSaveBody
    .extend({ active: z.boolean(), consent_source: z.string().trim().max(300) })
    .refine(({ active, number, consent_source }) => !active || !lacksConsent(phone, number) || consent_source !== '', {
      path: ['consent_source'],
      message: texts.consentRequired,
    })
type Values = z.input<ReturnType<typeof schemaOf>>

export function EditForm({ phone, onSaved }: { phone: PhoneRow; onSaved: () => void }) {
  const form = useForm<Values, unknown, z.output<ReturnType<typeof schemaOf>>>({
    resolver: zodResolver(schemaOf(phone)),
    defaultValues: { number: phone.number, name: phone.name, active: phone.status === 'active', consent_source: '' },
  })
  const { busy, failure, onSubmit } = useSubmit(form, {
    send: ({ number, name, active, consent_source }) =>
      updatePhone(phone.id, {
        number,
        name,
        status: active ? 'active' : 'nonactive',
        ...(consent_source === '' ? {} : { consent_source }),
      }),
    onDone: onSaved,
  })
  const { errors } = form.formState
  const [number, active] = useWatch({ control: form.control, name: ['number', 'active'] })
  const asks = active && lacksConsent(phone, number)
  const locked = phone.suppressed && (normalizePhone(number) ?? phone.number) === phone.number
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
      <Checkbox
        {...form.register('active')}
        disabled={locked && phone.status === 'nonactive'}
        label={locked ? texts.activeSuppressed : texts.activeLabel}
      />
      {asks && (
        <Field
          label={texts.consentSource}
          hint={`${texts.askSource} ${texts.consentHint}`}
          error={errors.consent_source?.message}
        >
          {(control) => <Input {...control} {...form.register('consent_source')} maxLength={300} />}
        </Field>
      )}
      {failure && <Alert tone="danger">{listTexts.error(failure)}</Alert>}
      <div>
        <Button type="submit" busy={busy}>
          {busy ? common.saving : common.save}
        </Button>
      </div>
    </form>
  )
}
