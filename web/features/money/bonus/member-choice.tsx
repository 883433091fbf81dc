// A picker for a member, with search on the server by name, email or id.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../../../../contract/people/users.ts'
import { call } from '../../../lib/api/http.ts'
import { keys } from '../../../lib/api/query-keys.ts'
import { useUser } from '../../../lib/api/users.ts'
import { SearchPicker, useTyped } from '../../../lib/forms/search-picker.tsx'
import { bonusTexts as texts } from '../../../texts/indonesian.ts'
import type { Choice } from '../../../ui/combobox.tsx'
import type { ControlProps } from '../../../ui/field.tsx'

const CHOICES = 10
const WORDS = { placeholder: texts.chooseMember, search: texts.searchMember }
const choiceOf = (user: User): Choice => ({
  value: user.id,
  label: `${user.firstname} ${user.lastname}`.trim(),
  note: user.email,
})

type Props = { control: ControlProps; value: string; onChange: (id: string) => void }

export function MemberChoice({ control, value, onChange }: Props) {
  const box = useTyped()
  const [picked, setPicked] = useState<Choice | null>(null)
  const found = useQuery({
    queryKey: keys.choices('users', 'bonus', box.search),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { page: 1, limit: CHOICES, search: box.search }
      return (await call('GET /admin/users/members-per-page', { query }, { signal })).data
    },
  })
  // The address may name the member before anything was searched for.
  const named = useUser(picked?.value === value ? '' : value).data
  const chosen = picked?.value === value ? picked : named ? choiceOf(named.user) : null
  return (
    <SearchPicker
      control={control}
      words={WORDS}
      box={box}
      found={found}
      choiceOf={choiceOf}
      chosen={value === '' ? null : chosen}
      onChoose={(choice) => {
        setPicked(choice)
        onChange(choice.value)
      }}
    />
  )
}
