// The fields of a recipient: number and name.
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form'
import { phoneTexts as texts } from '../../../../texts/indonesian.ts'
import { PhoneField, TextField } from '../../../../ui/text-field.tsx'

type Person = { number: string; name: string }
type Props = { number: UseFormRegisterReturn; name: UseFormRegisterReturn; errors: FieldErrors<Person> }

export function PersonFields({ number, name, errors }: Props) {
  return (
    <>
      <PhoneField label={texts.number} hint={texts.numberHint} error={errors.number?.message} {...number} />
      <TextField label={texts.name} error={errors.name?.message} {...name} autoComplete="off" maxLength={120} />
    </>
  )
}
