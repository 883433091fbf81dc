// A message that stays on the page.
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Said } from './said.tsx'

type Tone = 'danger' | 'success' | 'info' | 'warning'
const LOOK: Record<Tone, [string, typeof Info]> = {
  danger: ['bg-danger-soft text-danger-text', CircleAlert],
  success: ['bg-success-soft text-success-text', CircleCheck],
  info: ['bg-info-soft text-info-text', Info],
  warning: ['bg-warning-soft text-warning-text', TriangleAlert],
}

export function Alert({ tone, children, action }: { tone: Tone; children: ReactNode; action?: ReactNode }) {
  const [look, Icon] = LOOK[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames('flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl px-4 py-3', look)}
    >
      <Icon aria-hidden className="size-5 shrink-0" />
      <div className="min-w-0 flex-1 basis-48 leading-5">
        <Said>{children}</Said>
      </div>
      {action}
    </div>
  )
}
