// What can be done to the marked rows of a list; it stays at the window's end while some are marked.
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type Props = {
  label: string
  count: string
  clear: string
  onClear: () => void
  /** The buttons. */
  children: ReactNode
}

export function BulkBar({ label, count, clear, onClear, children }: Props) {
  return (
    <section
      aria-label={label}
      data-bulk
      className="sticky bottom-3 z-10 mx-auto mt-3 flex w-fit max-w-full animate-rise flex-wrap items-center justify-center gap-2 rounded-xl border border-line bg-surface py-2 pr-2 pl-4 shadow-pop"
    >
      <p role="status" className="mr-2 font-semibold tabular-nums">
        {count}
      </p>
      {children}
      <Button variant="ghost" size="icon" aria-label={clear} title={clear} onClick={onClear}>
        <X aria-hidden className="size-5" />
      </Button>
    </section>
  )
}
