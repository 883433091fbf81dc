// Choose Receivers: All, which is a flag and never a list, or several active numbers, searched for on the server.
import { useState } from 'react'
import { ALL_TARGETS } from '../../../../contract/blaster.ts'
import { errorText } from '../../../lib/api/http.ts'
import { useDebounced } from '../../../lib/browser/use-debounced.ts'
import { blasterTexts as texts } from '../../../texts/indonesian.ts'
import { Chips } from '../../../ui/chips.tsx'
import { type Choice, Combobox } from '../../../ui/combobox.tsx'
import type { ControlProps } from '../../../ui/field.tsx'
import { useReceivers } from '../api.ts'
import { choose } from '../form-schema.ts'

const PAUSE_MS = 300
const ALL: Choice = { value: ALL_TARGETS, label: texts.all, note: texts.allNote }

type Props = { control: ControlProps; value: readonly string[]; onChange: (targets: string[]) => void }

export function ReceiversChoice({ control, value, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), PAUSE_MS)
  const found = useReceivers(search)
  const numbers = (found.data ?? []).map(({ number, name }) => ({ value: number, label: number, note: name }))
  const notice = found.isPending
    ? texts.searching
    : found.isError
      ? errorText(found.error)
      : numbers.length === 0
        ? texts.nothingFound
        : null
  return (
    <div className="flex flex-col gap-2">
      <Combobox
        control={control}
        placeholder={value.length === 0 ? texts.receiversPlaceholder : texts.receiversMore}
        searchLabel={texts.receiversSearch}
        chosen={null}
        choices={search === '' ? [ALL, ...numbers] : numbers}
        typed={typed}
        onType={setTyped}
        onChoose={(choice) => onChange(choose(value, choice.value))}
        notice={notice}
        several={value}
      />
      <Chips
        label={texts.chosen}
        values={value}
        show={(target) => target}
        removeLabel={texts.removeReceiver}
        onRemove={(index) => onChange(value.filter((_, place) => place !== index))}
      />
    </div>
  )
}
