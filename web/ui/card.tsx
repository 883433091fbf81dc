// White boxes on the canvas, and the head of a screen.
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section {...rest} className={classNames('rounded-2xl border border-line bg-surface shadow-card', className)} />
  )
}

/** The heading of a card that is only one part of its screen. */
export function CardHead({ children }: { children: ReactNode }) {
  return <h2 className="border-b border-line px-5 py-4 text-base font-semibold">{children}</h2>
}

export function PageHead({ title, children, note }: { title: string; note?: ReactNode; children?: ReactNode }) {
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 md:flex-nowrap">
      <div className="min-w-0 md:min-w-60">
        <h1 className="text-xl font-semibold tracking-tight text-ink sm:text-2xl">{title}</h1>
        {note && <p className="mt-1 text-ink-2">{note}</p>}
      </div>
      {children && (
        <div className="flex flex-wrap items-center gap-2 md:max-w-[65%] md:shrink-0 md:justify-end">{children}</div>
      )}
    </div>
  )
}
