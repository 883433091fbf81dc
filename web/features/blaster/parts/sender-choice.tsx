// Choose Sender: an account, searched for on the server.
import { useState } from 'react'
import type { Account } from '../../../../contract/whatsapp.ts'
import { errorText } from '../../../lib/api/http.ts'
import { useDebounced } from '../../../lib/browser/use-debounced.ts'
import { blasterTexts as texts, whatsappTexts } from '../../../texts/indonesian.ts'
import { type Choice, Combobox } from '../../../ui/combobox.tsx'
import type { ControlProps } from '../../../ui/field.tsx'
import { useSenders } from '../api.ts'
import type { Sender } from '../form-schema.ts'

const PAUSE_MS = 300
const labelOf = (account: Account): string => account.phonenumber ?? account.clientid
const choiceOf = (account: Account): Choice => ({
  value: account.id,
  label: labelOf(account),
  note: [account.pushname, whatsappTexts.states[account.state]].filter(Boolean).join(' · '),
})

type Props = { control: ControlProps; value: Sender | null; onChange: (sender: Sender) => void }

export function SenderChoice({ control, value, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const found = useSenders(useDebounced(typed.trim(), PAUSE_MS))
  const accounts = found.data ?? []
  const chosen = accounts.find(({ id }) => id === value?.id)
  const notice = found.isPending
    ? texts.searching
    : found.isError
      ? errorText(found.error)
      : accounts.length === 0
        ? texts.nothingFound
        : null
  return (
    <Combobox
      control={control}
      placeholder={texts.senderPlaceholder}
      searchLabel={texts.senderSearch}
      chosen={chosen ? choiceOf(chosen) : value && { value: value.id, label: value.label }}
      choices={accounts.map(choiceOf)}
      typed={typed}
      onType={setTyped}
      onChoose={({ value: id, label }) => onChange({ id, label })}
      notice={notice}
    />
  )
}
