// A labelled text box of one line.
import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

type Props = Omit<ComponentProps<'input'>, 'id'> & { label: ReactNode; hint?: ReactNode; error?: string | undefined }

export function TextField({ label, hint, error, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <Input {...control} {...input} />}
    </Field>
  )
}

/** A text box for a phone number, in any way people write one. */
export function PhoneField(props: Props) {
  return <TextField type="tel" inputMode="tel" autoComplete="off" maxLength={30} {...props} />
}
