// A labelled box for a line of text.
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

/** A box for a phone number, as people write them. */
export function PhoneField(props: Props) {
  return <TextField type="tel" inputMode="tel" autoComplete="off" maxLength={30} {...props} />
}
