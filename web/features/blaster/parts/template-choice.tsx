// A template for the message: active ones, searched by their words.
import { useState } from 'react'
import type { Template } from '../../../../contract/templates.ts'
import { errorText } from '../../../lib/api/http.ts'
import { blasterTexts as texts } from '../../../texts/indonesian.ts'
import { type Choice, Combobox } from '../../../ui/combobox.tsx'
import type { ControlProps } from '../../../ui/field.tsx'
import { useTemplates } from '../api.ts'
import { choicesOf, nameOf } from '../template-choices.ts'

const choiceOf = (template: Template): Choice => ({
  value: template.id,
  label: nameOf(template, texts.templateMedia),
})

type Props = { control: ControlProps; value: Template | null; onChange: (template: Template | null) => void }

export function TemplateChoice({ control, value, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const found = useTemplates()
  const templates = choicesOf(found.data ?? [], typed)
  const notice = found.isPending
    ? texts.searching
    : found.isError
      ? errorText(found.error)
      : templates.length === 0
        ? typed.trim() === ''
          ? texts.noTemplates
          : texts.nothingFound
        : null
  return (
    <Combobox
      control={control}
      placeholder={texts.templatePlaceholder}
      searchLabel={texts.templateSearch}
      chosen={value && choiceOf(value)}
      choices={templates.map(choiceOf)}
      typed={typed}
      onType={setTyped}
      onChoose={(choice) => onChange(templates.find(({ id }) => id === choice.value) ?? null)}
      notice={notice}
    />
  )
}
