// One number of the dashboard.
import type { UseQueryResult } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { FIGURE_LOOK, Figure, FigureCard, type Width } from './figure-card.tsx'

type Props<T> = {
  /** As web/first-paint/figures.ts calls it; absent: that shows none. */
  name?: string
  title: string
  /** Absent: the title says enough. */
  icon?: LucideIcon | undefined
  query: UseQueryResult<T>
  pick: (data: T) => number
  format: (value: number) => string
  width?: Width
  className?: string
  /** What it is compared with. */
  note?: ReactNode
}

export function StatCard<T>({ name, query, pick, format, width = 'quarter', ...frame }: Props<T>) {
  const value = query.data === undefined ? null : pick(query.data)
  const failed = query.isError && value === null
  return (
    <FigureCard {...frame} width={width} waiting={query.isFetching && !query.isFetchedAfterMount} failed={failed}>
      <p className={FIGURE_LOOK} data-testid="stat-value" data-figure={name}>
        <Figure value={value} failed={failed} format={format} />
      </p>
    </FigureCard>
  )
}
