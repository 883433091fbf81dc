// What waits for the person: how much, and what of it is the oldest and worth most. It stands there also when nothing waits: a calm
// answer has its place.
import type { UseQueryResult } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import type { Inbox } from '../../../../../contract/operation/inbox.ts'
import { errorText } from '../../../../lib/api/http.ts'
import { countOf } from '../../../../lib/inbox/api.ts'
import { InboxRows } from '../../../../lib/inbox/inbox-rows.tsx'
import { common, inboxTexts as texts } from '../../../../texts/indonesian.ts'
import { Card } from '../../../../ui/card.tsx'
import { LiveNumber } from '../../../../ui/live-number.tsx'
import { ListFailed } from '../../../../ui/list-states.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'

const SHOWN = 3

export function Waiting({ query: { data, isError, error, refetch } }: { query: UseQueryResult<Inbox> }) {
  return (
    <Card aria-labelledby="waiting" className="mb-6">
      <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 px-4 py-3 sm:px-5">
        <h2 id="waiting" className="flex items-baseline gap-3 text-base font-semibold">
          {data && data.count > 0 && (
            <span className="text-4xl">
              <LiveNumber value={data.count} text={countOf(data)} />
            </span>
          )}
          {texts.title}
        </h2>
        {data && data.count > SHOWN && (
          <Link to="/inbox" className="inline-flex min-h-8 items-center font-semibold text-accent-text">
            {texts.all}
          </Link>
        )}
      </div>
      {data && data.count > 0 && (
        <div className="border-t border-line">
          <InboxRows label={texts.first} items={data.list.slice(0, SHOWN)} />
        </div>
      )}
      {data?.count === 0 && (
        <p className="flex items-center gap-2 px-4 pb-4 text-ink-2 sm:px-5">
          <CircleCheck aria-hidden className="size-4 shrink-0 text-success-text" />
          {texts.empty}
        </p>
      )}
      {!data && !isError && <Skeleton className="mx-4 mb-4 h-52 rounded-xl" />}
      {!data && isError && (
        <ListFailed text={errorText(error)} retryLabel={common.retry} onRetry={() => void refetch()} />
      )}
    </Card>
  )
}
