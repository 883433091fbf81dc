// Small coloured marks for states.
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'neutral' | 'accent'
const TONES: Record<Tone, string> = {
  success: 'bg-success-soft text-success-text',
  warning: 'bg-warning-soft text-warning-text',
  danger: 'bg-danger-soft text-danger-text',
  info: 'bg-info-soft text-info-text',
  neutral: 'bg-surface-2 text-ink-2',
  accent: 'bg-accent-soft text-accent-text',
}

/** Longer texts wrap: in a list the end of a line that cannot wrap would lie under the column that stays in sight. */
const ONE_LINE = 24

/** @param live shows a beating dot while work goes on */
export function Badge({
  tone = 'neutral',
  live = false,
  children,
}: {
  tone?: Tone
  live?: boolean
  children: ReactNode
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 px-2.5 py-1 text-xs font-medium',
        typeof children === 'string' && children.length > ONE_LINE
          ? 'max-w-48 rounded-xl'
          : 'rounded-full whitespace-nowrap',
        TONES[tone],
      )}
    >
      {live && <span aria-hidden className="size-2 animate-beat rounded-full bg-current" />}
      {children}
    </span>
  )
}
