// Which member: searched for on the server, by name, email or id.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../../../../contract/users.ts'
import { errorText, call } from '../../../lib/api/http.ts'
import { useDebounced } from '../../../lib/browser/use-debounced.ts'
import { useUser } from '../../../lib/api/users.ts'
import { bonusTexts as texts, formTexts } from '../../../texts/indonesian.ts'
import { type Choice, Combobox } from '../../../ui/combobox.tsx'
import type { ControlProps } from '../../../ui/field.tsx'

const PAUSE_MS = 300
const CHOICES = 10
const choiceOf = (user: User): Choice => ({
  value: user.id,
  label: `${user.firstname} ${user.lastname}`.trim(),
  note: user.email,
})

type Props = { control: ControlProps; value: string; onChange: (id: string) => void }

export function MemberChoice({ control, value, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const [picked, setPicked] = useState<Choice | null>(null)
  const search = useDebounced(typed.trim(), PAUSE_MS)
  const found = useQuery({
    queryKey: ['member-choice', search],
    queryFn: ({ signal }) =>
      call('GET /admin/users/members-per-page', { query: { page: 1, limit: CHOICES, search } }, { signal }),
  })
  // An address may name the member before anything was searched for.
  const named = useUser(picked?.value === value ? '' : value)
  const chosen = picked?.value === value ? picked : named.data ? choiceOf(named.data.user) : null
  const choices = (found.data?.data ?? []).map(choiceOf)
  const notice = found.isPending
    ? formTexts.searching
    : found.isError
      ? errorText(found.error)
      : choices.length === 0
        ? formTexts.nothingFound
        : null
  return (
    <Combobox
      control={control}
      placeholder={texts.chooseMember}
      searchLabel={texts.searchMember}
      chosen={value === '' ? null : chosen}
      choices={choices}
      typed={typed}
      onType={setTyped}
      onChoose={(choice) => {
        setPicked(choice)
        onChange(choice.value)
      }}
      notice={notice}
    />
  )
}
