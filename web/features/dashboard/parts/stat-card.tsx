// One number of the dashboard, with a spinner while it is on its way.
import type { UseQueryResult } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { dashboardTexts } from '../../../texts/id.ts'
import { Card } from '../../../ui/card.tsx'
import { LiveNumber } from '../../../ui/live-number.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

type Props<T> = {
  title: string
  icon: LucideIcon
  query: UseQueryResult<T>
  pick: (data: T) => number
  format: (value: number) => string
}

export function StatCard<T>({ title, icon: Icon, query, pick, format }: Props<T>) {
  const fresh = query.isFetchedAfterMount
  const value = query.data === undefined ? null : pick(query.data)
  return (
    <Card className="flex flex-col gap-3 p-5" aria-label={title} role="group">
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-xs leading-5 font-semibold tracking-wide text-ink-2">{title}</h2>
        <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent-text">
          {query.isFetching && !fresh ? (
            <Spinner label={dashboardTexts.loading} className="size-5" />
          ) : (
            <Icon aria-hidden className="size-5" />
          )}
        </span>
      </div>
      <p className="text-2xl font-semibold tracking-tight" data-testid="stat-value">
        {value === null ? (
          <span className="text-ink-3">{query.isError ? '–' : <span aria-hidden>&nbsp;</span>}</span>
        ) : (
          <LiveNumber value={value} text={format(value)} />
        )}
      </p>
      {query.isError && value === null && (
        <p role="alert" className="text-[13px] text-danger-text">
          {dashboardTexts.failed}
        </p>
      )}
    </Card>
  )
}
