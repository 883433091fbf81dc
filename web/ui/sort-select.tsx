// A list's order as a select with its sign; also for cards, which have no heads.
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
    <div className="relative sm:ml-auto sm:w-56 sm:shrink-0">
      <ArrowUpDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
      />
      <Select
        aria-label={label}
        value={now}
        onChange={({ target }) => onChoose(target.value)}
        className="pl-9 text-ellipsis"
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </div>
  )
}
