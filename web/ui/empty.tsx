// Shown in place of a list that has no rows.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = { icon: LucideIcon; title: string; note?: ReactNode; action?: ReactNode }

export function Empty({ icon: Icon, title, note, action }: Props) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-14 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-surface-2 text-ink-3">
        <Icon aria-hidden className="size-6" />
      </span>
      <p className="text-base font-medium">{title}</p>
      {note && <p className="max-w-sm text-ink-2">{note}</p>}
      {action}
    </div>
  )
}
