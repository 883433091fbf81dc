// Two numbers that belong together: success and fail, or a day and all time.
import type { UseQueryResult } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { dashboardTexts } from '../../../texts/id.ts'
import { Card } from '../../../ui/card.tsx'
import { LiveNumber } from '../../../ui/live-number.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

type Half = { label: string; value: number | undefined }
type Props = {
  title: string
  icon: LucideIcon
  queries: readonly UseQueryResult<unknown>[]
  halves: readonly Half[]
  format: (value: number) => string
}

export function PairCard({ title, icon: Icon, queries, halves, format }: Props) {
  const waiting = queries.some((query) => query.isFetching && !query.isFetchedAfterMount)
  const failed = queries.some((query) => query.isError && query.data === undefined)
  return (
    <Card className="flex flex-col gap-3 p-5" aria-label={title} role="group">
      <div className="flex items-start justify-between gap-3">
        <h2 className="text-xs leading-5 font-semibold tracking-wide text-ink-2">{title}</h2>
        <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-accent-soft text-accent-text">
          {waiting ? (
            <Spinner label={dashboardTexts.loading} className="size-5" />
          ) : (
            <Icon aria-hidden className="size-5" />
          )}
        </span>
      </div>
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        {halves.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-xs text-ink-2">{label}</dt>
            <dd className="text-2xl font-semibold tracking-tight">
              {value === undefined ? (
                <span className="text-ink-3">{failed ? '–' : <span aria-hidden>&nbsp;</span>}</span>
              ) : (
                <LiveNumber value={value} text={format(value)} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {failed && (
        <p role="alert" className="text-[13px] text-danger-text">
          {dashboardTexts.failed}
        </p>
      )}
    </Card>
  )
}
