// Number, name and whether messages may be sent. Activating a number without consent asks for its source (rule
// consent-proof).
import { zodResolver } from '@hookform/resolvers/zod'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import {
  consentSource,
  type EditablePhone,
  type PhoneRow,
  phoneSaveBody,
} from '../../../../../contract/recipients/phone-numbers.ts'
import { fieldValue } from '../../../../../contract/recipients/fields.ts'
import { FIELD_VALUE_MAX } from '../../../../../contract/recipients/plain-value.ts'
import { normalizePhone } from '../../../../../contract/ground/phone.ts'
import '../../../../lib/forms/form-schema.ts'
import { sendEdited, useRead } from '../../../../lib/forms/edited.ts'
import { SubmitForm } from '../../../../lib/forms/submit-form.tsx'
import { useForm } from '../../../../lib/forms/use-form.ts'
import { useSubmit } from '../../../../lib/forms/use-submit.ts'
import { useBack } from '../../../../lib/screen/use-back.ts'
import { editedTexts, fieldTexts, formTexts, phoneTexts as texts } from '../../../../texts/indonesian.ts'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { updatePhone } from '../api.ts'
import { bracedOf, labelsOf, readOf, unbraced, valuesOf } from './field-values.ts'
import { PhoneStatus } from './phone-status.tsx'
import { PersonFields } from './person-fields.tsx'

/** A consent belongs to its number: when the number is changed, the new one has none yet. */
const lacksConsent = (phone: PhoneRow, number: string): boolean =>
  phone.consent_at === null || (normalizePhone(number) ?? phone.number) !== phone.number

const schemaOf = (phone: PhoneRow) =>
  phoneSaveBody
    .extend({ active: z.boolean(), consent_source: consentSource, own: z.record(z.string(), fieldValue) })
    .refine(({ active, number, consent_source }) => !active || !lacksConsent(phone, number) || consent_source !== '', {
      path: ['consent_source'],
      message: texts.consentRequired,
    })
const FIELDS = {
  number: { label: texts.number },
  name: { label: texts.name },
  status: {
    label: texts.activeLabel,
    show: (value: unknown) => (value === 'active' ? editedTexts.yes : editedTexts.no),
  },
  consent_source: { label: texts.consentSource },
}
type Values = z.input<ReturnType<typeof schemaOf>>

export function EditForm({ phone }: { phone: EditablePhone }) {
  const { read } = useRead(readOf(phone))
  const form = useForm<Values, unknown, z.output<ReturnType<typeof schemaOf>>>({
    resolver: zodResolver(schemaOf(phone)),
    defaultValues: {
      number: phone.number,
      name: phone.name,
      active: phone.status === 'active',
      consent_source: '',
      own: valuesOf(phone),
    },
  })
  /** Suppressed, and still the same number: another number has its own standing. */
  const isLocked = (number: string): boolean =>
    phone.suppressed && (normalizePhone(number) ?? phone.number) === phone.number
  const submit = useSubmit(form, {
    send: ({ number, name, active, consent_source, own }) => {
      const status = active ? ('active' as const) : ('nonactive' as const)
      const body = {
        number: normalizePhone(number) ?? number,
        name,
        // The server refuses to activate a suppressed number; its name may be corrected all the same.
        ...(isLocked(number) ? {} : { status }),
        ...(consent_source === '' ? {} : { consent_source }),
        ...bracedOf(own),
      }
      return sendEdited({ read, body, fields: { ...FIELDS, ...labelsOf(phone) } }, (chosen) =>
        updatePhone(phone.id, unbraced(chosen, phone)),
      )
    },
    changes: ['phone-numbers'],
    doneText: texts.saved,
    onDone: useBack('/phonenumber'),
  })
  const { errors } = form.formState
  const [number, active] = useWatch({ control: form.control, name: ['number', 'active'] })
  const locked = isLocked(number)
  const asks = !locked && active && lacksConsent(phone, number)
  return (
    <SubmitForm submit={submit} failureText={formTexts.error} className="gap-4">
      <PersonFields number={form.register('number')} name={form.register('name')} errors={errors} />
      <div className="flex flex-col items-start gap-3">
        <PhoneStatus row={{ ...phone, suppressed: locked }} />
        {locked ? (
          <p className="text-[13px] text-ink-2">{texts.suppressedNote}</p>
        ) : (
          <Checkbox {...form.register('active')} label={texts.activeLabel} />
        )}
      </div>
      {asks && (
        <TextField
          label={texts.consentSource}
          hint={`${texts.askSource} ${texts.consentHint}`}
          error={errors.consent_source?.message}
          {...form.register('consent_source')}
          maxLength={300}
        />
      )}
      {(phone.fields ?? []).length > 0 && (
        <fieldset className="flex min-w-0 flex-col gap-4">
          <legend className="mb-3 font-semibold">{fieldTexts.title}</legend>
          {phone.fields?.map(({ key, name }) => (
            <TextField
              key={key}
              label={name}
              error={errors.own?.[key]?.message}
              {...form.register(`own.${key}`)}
              readOnly={locked}
              autoComplete="off"
              maxLength={FIELD_VALUE_MAX}
            />
          ))}
          {locked && <p className="text-[13px] text-ink-2">{fieldTexts.ofStopped}</p>}
        </fieldset>
      )}
    </SubmitForm>
  )
}
