// A choice among rows that are searched for: what is typed, asked for after a pause, and what is said meanwhile.
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { formTexts } from '../../texts/indonesian.ts'
import { type Choice, Combobox } from '../../ui/combobox.tsx'
import type { ControlProps } from '../../ui/field.tsx'
import { errorText } from '../api/http.ts'
import { useDebounced } from '../browser/use-debounced.ts'

const PAUSE_MS = 300

/** What is being typed into a picker, and what to search for: the same a little later. */
export const useTyped = () => {
  const [typed, setTyped] = useState('')
  return { typed, setTyped, search: useDebounced(typed.trim(), PAUSE_MS) }
}

type Props<T> = {
  control: ControlProps
  words: { placeholder: string; search: string }
  box: ReturnType<typeof useTyped>
  found: UseQueryResult<readonly T[]>
  choiceOf: (row: T) => Choice
  /** Choices that always stand first. */
  first?: readonly Choice[]
  /** What is chosen; null: nothing yet. */
  chosen: Choice | null
  /** @param row absent for a choice that is none of those found */
  onChoose: (choice: Choice, row: T | undefined) => void
  /** Values chosen where there may be several. */
  several?: readonly string[]
  /** Said where nothing is found; null: nothing is said. */
  nothing?: string | null
}

export function SearchPicker<T>({
  control,
  words,
  box,
  found,
  choiceOf,
  first = [],
  chosen,
  onChoose,
  several,
  nothing = formTexts.nothingFound,
}: Props<T>) {
  const rows = found.data ?? []
  const notice = (): string | null => {
    if (found.isPending) return formTexts.searching
    if (found.isError) return errorText(found.error)
    return rows.length === 0 ? nothing : null
  }
  return (
    <Combobox
      control={control}
      placeholder={words.placeholder}
      searchLabel={words.search}
      chosen={chosen}
      choices={[...first, ...rows.map(choiceOf)]}
      typed={box.typed}
      onType={box.setTyped}
      onChoose={(choice) =>
        onChoose(
          choice,
          rows.find((row) => choiceOf(row).value === choice.value),
        )
      }
      notice={notice()}
      {...(several ? { several } : {})}
    />
  )
}
