// White boxes on the canvas, and the head of a screen.
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

type CardProps = ComponentProps<'section'> & {
  /** On phones it runs from edge to edge: for what stands in the screen's one column. */
  edge?: boolean
}
export function Card({ className, edge = false, ...rest }: CardProps) {
  return (
    <section
      {...rest}
      className={classNames(
        'rounded-2xl border border-line bg-surface shadow-card',
        edge && 'max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0 max-sm:shadow-none',
        className,
      )}
    />
  )
}

/** The heading of a card that is only one part of its screen. */
export function CardHead({ children }: { children: ReactNode }) {
  return <h2 className="border-b border-line px-4 py-3 font-semibold">{children}</h2>
}

type HeadProps = {
  title: string
  note?: ReactNode
  /** The end of the title: the figure that one comes for, in the largest type of the screen. */
  answer?: string | undefined
  children?: ReactNode
}
/** One line: what this is, and at its end what one does here. */
export function PageHead({ title, note, answer, children }: HeadProps) {
  return (
    <div className="mb-3">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {answer === undefined ? (
          <h1 className="min-w-0 text-base font-semibold">{title}</h1>
        ) : (
          <h1 className="min-w-0">
            <span className="block text-xs text-ink-2">{title.slice(0, -answer.length)}</span>
            <span className="block text-3xl font-semibold tracking-tight tabular-nums">{answer}</span>
          </h1>
        )}
        {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
      </div>
      {note && <div className="mt-1 text-ink-2 lg:mt-0">{note}</div>}
    </div>
  )
}
