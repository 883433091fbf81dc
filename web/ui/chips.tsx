// Short values in a row, each with a button that removes it.
import { X } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = {
  label: string
  values: readonly string[]
  show: (value: string, index: number) => ReactNode
  removeLabel: (value: string) => string
  onRemove: (index: number) => void
}

export function Chips({ label, values, show, removeLabel, onRemove }: Props) {
  if (values.length === 0) return null
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {values.map((value, index) => (
        <li
          // The same colour may be in the list twice, so the key is the position.
          // oxlint-disable-next-line react/no-array-index-key
          key={`${index}-${value}`}
          className="flex min-h-9 items-center gap-1.5 rounded-full bg-surface-2 py-1 pr-1 pl-3 text-[13px]"
        >
          {show(value, index)}
          <button
            type="button"
            aria-label={removeLabel(value)}
            onClick={() => onRemove(index)}
            className="grid size-7 place-items-center rounded-full text-ink-3 hover:bg-line hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  )
}
