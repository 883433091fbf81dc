// Choose Receivers: All, which is a flag and never a list, or several active numbers, searched for on the server.
import { ALL_TARGETS } from '../../../../../contract/sending/one-off.ts'
import type { PhoneRow } from '../../../../../contract/recipients/phone-numbers.ts'
import { SearchPicker, useTyped } from '../../../../lib/forms/search-picker.tsx'
import { oneOffTexts as texts } from '../../../../texts/indonesian.ts'
import { Chips } from '../../../../ui/chips.tsx'
import type { Choice } from '../../../../ui/combobox.tsx'
import type { ControlProps } from '../../../../ui/field.tsx'
import { useReceivers } from '../api.ts'
import { choose } from '../form-schema.ts'

const ALL: Choice = { value: ALL_TARGETS, label: texts.all, note: texts.allNote }
const choiceOf = ({ number, name }: PhoneRow): Choice => ({ value: number, label: number, note: name })

type Props = { control: ControlProps; value: readonly string[]; onChange: (targets: string[]) => void }

export function ReceiversChoice({ control, value, onChange }: Props) {
  const box = useTyped()
  return (
    <div className="flex flex-col gap-2">
      <SearchPicker
        control={control}
        words={{
          placeholder: value.length === 0 ? texts.receiversPlaceholder : texts.receiversMore,
          search: texts.receiversSearch,
        }}
        box={box}
        found={useReceivers(box.search)}
        choiceOf={choiceOf}
        first={box.typed.trim() === '' ? [ALL] : []}
        chosen={null}
        onChoose={(choice) => onChange(choose(value, choice.value))}
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
