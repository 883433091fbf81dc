// A member's other figures, in one card with lines between them.
import type { UseQueryResult } from '@tanstack/react-query'
import type { MemberHome } from '../../../../../contract/operation/home.ts'
import { dashboardTexts as texts } from '../../../../texts/indonesian.ts'
import { Card } from '../../../../ui/card.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import { MEMBER_FIGURES } from '../member-figures.ts'
import { Figure } from './figure-card.tsx'

const SHOWN = ['connected', 'disconnected', 'success', 'fail', 'bonus'] as const

export function Figures({
  query: { data, isFetching, isFetchedAfterMount, isError },
}: {
  query: UseQueryResult<MemberHome>
}) {
  const failed = isError && data === undefined
  return (
    <Card edge className="overflow-hidden">
      <div className="grid grid-cols-2 gap-px bg-line sm:grid-cols-3 lg:grid-cols-5">
        {SHOWN.map((name) => {
          const { pick, format } = MEMBER_FIGURES[name]
          return (
            <div
              key={name}
              role="group"
              aria-label={texts[name]}
              className="flex min-w-0 flex-col bg-surface px-4 py-3 last:max-lg:col-span-2"
            >
              <h2 className="flex items-start justify-between gap-2 text-xs text-ink-2">
                {texts[name]}
                {isFetching && !isFetchedAfterMount && <Spinner label={texts.loading} className="size-4 shrink-0" />}
              </h2>
              <p data-testid="stat-value" data-figure={name} className="mt-auto text-base font-semibold">
                <Figure value={data ? pick(data) : null} failed={failed} format={format} />
              </p>
              {failed && (
                <p role="alert" className="text-xs text-danger-text">
                  {texts.failed}
                </p>
              )}
            </div>
          )
        })}
      </div>
    </Card>
  )
}
