// The password that a person has now, asked for before what only they may change (rules present-password, close-own).
import type { ComponentProps } from 'react'
import { common, formTexts as texts } from '../../texts/indonesian.ts'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'

type Props = Omit<ComponentProps<typeof PasswordInput>, 'showLabel' | 'hideLabel'> & { error?: string | undefined }
export function PresentPasswordField({ error, ...input }: Props) {
  return (
    <Field label={texts.presentPassword} hint={texts.presentPasswordHint} error={error}>
      {(control) => (
        <PasswordInput
          {...control}
          {...input}
          autoComplete="current-password"
          showLabel={common.showPassword}
          hideLabel={common.hidePassword}
        />
      )}
    </Field>
  )
}
