// The frame of a dashboard's figures: what they are, the figures, and a spinner while they are on their way.
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { dashboardTexts } from '../../../../texts/indonesian.ts'
import { Card } from '../../../../ui/card.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { LiveNumber } from '../../../../ui/live-number.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'

/** Cards of figures: two beside each other on a phone, twelve columns on a desktop. */
export const FIGURE_GRID = 'grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-12'
/** A quarter of a desktop's row, or a third of it. */
export type Width = 'quarter' | 'third'

type Props = {
  title: string
  /** Absent: the title says enough. */
  icon?: LucideIcon | undefined
  waiting: boolean
  failed: boolean
  width: Width
  className?: string | undefined
  /** Under the figures: what they are compared with. */
  note?: ReactNode
  children: ReactNode
}

export function FigureCard({ title, icon: Icon, waiting, failed, width, className, note, children }: Props) {
  return (
    <Card
      className={classNames(
        'flex min-w-0 flex-col gap-1.5 p-3 sm:p-4',
        width === 'quarter' ? 'xl:col-span-3' : 'xl:col-span-4',
        className,
      )}
      aria-label={title}
      role="group"
    >
      <h2 className="text-xs leading-4 font-semibold tracking-wide text-ink-2">{title}</h2>
      <div className="mt-auto flex items-end justify-between gap-2">
        {children}
        <span
          className={classNames(
            'grid size-7 shrink-0 place-items-center rounded-lg text-accent-text',
            Icon && 'bg-accent-soft',
          )}
        >
          {waiting ? (
            <Spinner label={dashboardTexts.loading} className="size-4" />
          ) : (
            Icon && <Icon aria-hidden className="size-4" />
          )}
        </span>
      </div>
      {note && <div className="min-h-5 text-xs text-ink-2">{note}</div>}
      {failed && (
        <p role="alert" className="text-[13px] text-danger-text">
          {dashboardTexts.failed}
        </p>
      )}
    </Card>
  )
}

type FigureProps = { value: number | null; failed: boolean; format: (value: number) => string }
/** – when it could not be read; as high while it is on its way. */
export function Figure({ value, failed, format }: FigureProps) {
  if (value === null) return <span className="text-ink-3">{failed ? '–' : <span aria-hidden>&nbsp;</span>}</span>
  return <LiveNumber value={value} text={format(value)} />
}
export const FIGURE_LOOK = 'text-base font-semibold'
