// What can be done to the marked rows of a list; it stays at the window's end while some are marked.
import { Trash2, X } from 'lucide-react'
import { Button } from './button.tsx'

type Props = {
  label: string
  count: string
  words: { remove: string; removing: string; clear: string }
  busy: boolean
  onRemove: () => void
  onClear: () => void
}

export function BulkBar({ label, count, words, busy, onRemove, onClear }: Props) {
  return (
    <section
      aria-label={label}
      className="sticky bottom-3 z-10 mx-auto mt-3 flex w-fit max-w-full animate-rise items-center gap-2 rounded-xl border border-line bg-surface py-2 pr-2 pl-4 shadow-pop"
    >
      <p role="status" className="mr-2 font-semibold tabular-nums">
        {count}
      </p>
      <Button variant="danger" size="sm" busy={busy} onClick={onRemove}>
        {!busy && <Trash2 aria-hidden className="size-4" />}
        {busy ? words.removing : words.remove}
      </Button>
      <Button variant="ghost" size="icon" aria-label={words.clear} title={words.clear} onClick={onClear}>
        <X aria-hidden className="size-5" />
      </Button>
    </section>
  )
}
