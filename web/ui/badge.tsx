// Small coloured marks for states.
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'neutral' | 'accent'
/** A word first: only what waits for the reader, and what is lost, has a coloured ground; what is done is green with a small mark. */
const TONES: Record<Tone, string> = {
  success: 'border-line text-success-text',
  warning: 'border-transparent bg-warning-soft text-warning-text',
  danger: 'border-transparent bg-danger-soft text-danger-text',
  info: 'border-line text-ink-2',
  neutral: 'border-line text-ink-2',
  accent: 'border-line text-ink-2',
}
const MARKS: Partial<Record<Tone, string>> = { success: 'bg-success-text', accent: 'bg-accent' }

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
  const mark = MARKS[tone] ?? (live ? 'bg-current' : null)
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 border px-2 text-xs',
        typeof children === 'string' && children.length > ONE_LINE
          ? 'max-w-48 rounded-xl'
          : 'rounded-full whitespace-nowrap',
        TONES[tone],
      )}
    >
      {mark && (
        <span aria-hidden className={classNames('size-2 shrink-0 rounded-full', mark, live && 'animate-beat')} />
      )}
      {children}
    </span>
  )
}
