// A template for the message: active ones, searched by their words.
import type { Template } from '../../../../../contract/sending/templates.ts'
import { SearchPicker, useTyped } from '../../../../lib/forms/search-picker.tsx'
import { oneOffTexts as texts, formTexts } from '../../../../texts/indonesian.ts'
import type { Choice } from '../../../../ui/combobox.tsx'
import type { ControlProps } from '../../../../ui/field.tsx'
import { useTemplates } from '../api.ts'
import { nameOf } from '../template-choices.ts'

const WORDS = { placeholder: texts.templatePlaceholder, search: texts.templateSearch }
const choiceOf = (template: Template): Choice => ({
  value: template.id,
  label: nameOf(template, texts.templateMedia),
})

type Props = { control: ControlProps; value: Template | null; onChange: (template: Template | null) => void }

export function TemplateChoice({ control, value, onChange }: Props) {
  const box = useTyped()
  return (
    <SearchPicker
      control={control}
      words={WORDS}
      // searched here, at once
      box={{ ...box, search: box.typed.trim() }}
      found={useTemplates(box.typed)}
      choiceOf={choiceOf}
      chosen={value && choiceOf(value)}
      onChoose={(_choice, template) => onChange(template ?? null)}
      nothing={box.typed.trim() === '' ? texts.noTemplates : formTexts.nothingFound}
    />
  )
}
