// Opens and closes the detail below a row. A press on the row does the same; this button is for the keyboard.
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type Props = {
  isOpen: boolean
  /** Id of the element that it opens. */
  controls: string
  /** Needed where the text alone does not say what is opened. */
  label?: string
  onToggle: () => void
  children: ReactNode
}
export function RowToggle({ isOpen, controls, label, onToggle, children }: Props) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      aria-label={label}
      onClick={(event) => {
        event.stopPropagation()
        onToggle()
      }}
      className="flex min-h-9 max-w-full items-center gap-2 rounded-md text-left font-semibold lg:min-h-6"
    >
      <ChevronDown
        aria-hidden
        className={classNames('size-4 shrink-0 text-ink-3 transition-transform', isOpen && 'rotate-180')}
      />
      <span className="min-w-0 max-lg:truncate in-data-dense:truncate">{children}</span>
    </button>
  )
}
