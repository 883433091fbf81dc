// The order of a list as a select; also used above cards, which have no column heads. On phones it is its icon alone.
import { ArrowUpDown } from 'lucide-react'
import { Select } from './input.tsx'

type Props = {
  label: string
  now: string
  choices: readonly { value: string; label: string }[]
  onChoose: (value: string) => void
}

export function SortSelect({ label, now, choices, onChoose }: Props) {
  return (
    <Select
      icon={ArrowUpDown}
      bare
      aria-label={label}
      title={label}
      value={now}
      onChange={({ target }) => onChoose(target.value)}
      className="w-11! shrink-0 sm:ml-auto sm:w-56!"
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </Select>
  )
}
