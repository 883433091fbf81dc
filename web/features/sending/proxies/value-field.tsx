// The text box for a proxy's address with its credentials.
import type { ComponentProps } from 'react'
import { proxyTexts as texts } from '../../../texts/indonesian.ts'
import { TextField } from '../../../ui/text-field.tsx'

export function ValueField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label={texts.value}
      hint={texts.valueHint}
      maxLength={300}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      className="font-mono"
      {...props}
    />
  )
}
