// Choose Sender: an account, searched for on the server.
import { accountName } from '../../../contract/sending/account-name.ts'
import type { Account } from '../../../contract/sending/whatsapp.ts'
import { SearchPicker, useTyped } from '../forms/search-picker.tsx'
import { oneOffTexts as texts, whatsappTexts } from '../../texts/indonesian.ts'
import type { Choice } from '../../ui/combobox.tsx'
import type { ControlProps } from '../../ui/field.tsx'
import { type Sender, useSenders } from './api.ts'

const WORDS = { placeholder: texts.senderPlaceholder, search: texts.senderSearch }
const choiceOf = (account: Account): Choice => ({
  value: account.id,
  label: account.phonenumber ?? account.clientid,
  note: [accountName(account), whatsappTexts.states[account.state]].filter(Boolean).join(' · '),
})

type Props = { control: ControlProps; value: Sender | null; onChange: (sender: Sender) => void }

export function SenderChoice({ control, value, onChange }: Props) {
  const box = useTyped()
  const found = useSenders(box.search)
  const chosen = found.data?.find(({ id }) => id === value?.id)
  return (
    <SearchPicker
      control={control}
      words={WORDS}
      box={box}
      found={found}
      choiceOf={choiceOf}
      chosen={chosen ? choiceOf(chosen) : value && { value: value.id, label: value.label }}
      onChoose={({ value: id, label }) => onChange({ id, label })}
    />
  )
}
