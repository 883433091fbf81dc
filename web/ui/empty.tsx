// Shown in place of a list that has no rows.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = { icon: LucideIcon; title: string; note?: ReactNode; action?: ReactNode }

export function Empty({ icon: Icon, title, note, action }: Props) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-10 text-center">
      <span className="mb-1 grid size-10 place-items-center rounded-full bg-surface-2 text-ink-3">
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="text-base font-semibold">{title}</p>
      {note && <p className="max-w-sm text-ink-2">{note}</p>}
      {action}
    </div>
  )
}
