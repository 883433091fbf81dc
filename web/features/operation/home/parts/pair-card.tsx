// Two numbers that belong together: success and fail, or a day and all time.
import type { UseQueryResult } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { FIGURE_LOOK, Figure, FigureCard } from './figure-card.tsx'

type Half = { label: string; value: number | undefined }
type Props = {
  title: string
  icon: LucideIcon
  query: UseQueryResult<unknown>
  halves: readonly Half[]
  format: (value: number) => string
  className?: string
  /** What it is compared with. */
  note?: ReactNode
}

export function PairCard({ title, icon, query, halves, format, className, note }: Props) {
  const waiting = query.isFetching && !query.isFetchedAfterMount
  const failed = query.isError && query.data === undefined
  return (
    <FigureCard
      title={title}
      icon={icon}
      waiting={waiting}
      failed={failed}
      width="quarter"
      className={className}
      note={note}
    >
      <dl className="flex flex-wrap gap-x-5 gap-y-1.5">
        {halves.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-xs text-ink-2">{label}</dt>
            <dd className={FIGURE_LOOK}>
              <Figure value={value ?? null} failed={failed} format={format} />
            </dd>
          </div>
        ))}
      </dl>
    </FigureCard>
  )
}
