// A picker with search on the server: the typed text, the call after a pause in typing, and the states meanwhile.
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { formTexts } from '../../texts/indonesian.ts'
import { type Choice, Combobox } from '../../ui/combobox.tsx'
import type { ControlProps } from '../../ui/field.tsx'
import { errorText } from '../api/http.ts'
import { useDebounced } from '../browser/use-debounced.ts'

const PAUSE_MS = 300

/** The typed text, and the text to search for, which follows it after a pause. */
export const useTyped = () => {
  const [typed, setTyped] = useState('')
  return { typed, setTyped, search: useDebounced(typed.trim(), PAUSE_MS) }
}

const isNamed = ({ label, note = '' }: Choice, text: string): boolean =>
  `${label} ${note}`.toLowerCase().includes(text.toLowerCase())

type Props<T> = {
  control: ControlProps
  words: { placeholder: string; search: string }
  box: ReturnType<typeof useTyped>
  /** With the rows of the search before until those of this one are there (`placeholderData: keepPreviousData`). */
  found: UseQueryResult<readonly T[]>
  choiceOf: (row: T) => Choice
  /** Choices that always come first. */
  first?: readonly Choice[]
  /** What is chosen; null: nothing yet. */
  chosen: Choice | null
  /** @param row absent for a choice that is not among the rows found */
  onChoose: (choice: Choice, row: T | undefined) => void
  /** The chosen values of a picker that takes several. */
  several?: readonly string[]
  /** Text when nothing is found; null: no text. */
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
  const typed = box.typed.trim()
  const isAnswer = typed === box.search && !found.isPlaceholderData
  const known = found.data ?? []
  // Until the answer is there, what is known of it: a press on one that stands in both lists is not lost, and Enter takes no other.
  const rows = isAnswer ? known : known.filter((row) => isNamed(choiceOf(row), typed))
  const notice = (): string | null => {
    if (found.isPending || (!isAnswer && rows.length === 0)) return formTexts.searching
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
