// What was sent to a number when, by which account, with what outcome; and whom that was asked of, and how far back they know (rule timeline).
import { Link } from 'react-router'
import type { Timeline, TimelineEvent } from '../../../contract/privacy/timeline.ts'
import { timelineTexts as texts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { type Column, DataList } from '../../ui/data-list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { call, errorText } from '../api/http.ts'
import { useRecord } from '../api/use-record.ts'
import { formatDay, formatMoment, formatUntil } from '../format/format.ts'
import { TimelineCampaigns } from './campaigns.tsx'

/** Sent · delivered 14.05 · read 14.06. */
const whatOf = (event: TimelineEvent): string => {
  const later = (at: string | null, words: (when: string) => string): string[] =>
    at === null ? [] : [words(formatUntil(at, Date.parse(event.at)))]
  const { outcome, kind } = event
  if (outcome === null) return texts.kinds[kind] ?? kind
  return [
    texts.outcomes[outcome] ?? outcome,
    ...(event.oneOff ? [texts.oneOff] : []),
    ...later(event.deliveredAt, texts.delivered),
    ...later(event.readAt, texts.read),
    ...later(event.revokedAt, texts.revoked),
  ].join(' · ')
}
const columnsOf = ({ accounts }: Timeline): Column<TimelineEvent>[] => [
  { head: texts.columns.what, card: 'title', cell: (event) => whatOf(event) },
  { head: texts.columns.at, card: 'sub', className: 'whitespace-nowrap', cell: ({ at }) => formatMoment(at) },
  {
    head: texts.columns.account,
    card: 'sub',
    cell: ({ accountId }) => (
      <Link
        to={`/account-check?id=${encodeURIComponent(accountId)}`}
        className="text-accent-text underline underline-offset-2"
      >
        {accounts.find(({ id }) => id === accountId)?.name ?? accountId}
      </Link>
    ),
  },
]
const noneOf = ({ accounts, lastAttemptAt }: Timeline): string => {
  if (accounts.length > 0) return texts.nothing
  return lastAttemptAt === null ? texts.never : texts.unknown(formatMoment(lastAttemptAt))
}

function Known({ timeline }: { timeline: Timeline }) {
  const { accounts, since } = timeline
  return (
    <div className="flex flex-col gap-1 border-t border-line px-4 py-3 text-[13px] text-ink-2">
      {accounts.map(({ id, name, why, answered, cut }) => (
        <p key={id}>
          {texts.asked[why](name)} {!answered && texts.silent(name)} {cut && texts.cut(name)}
        </p>
      ))}
      <p>{texts.reach(formatDay(since))}</p>
    </div>
  )
}

export function TimelineCard({ id }: { id: number | string }) {
  // a record: a write on this page, also the one that deletes the number, must not ask the accounts again
  const { data, error } = useRecord('phone-numbers', `timeline ${id}`, (signal) =>
    call('GET /admin/phonenumber/:id/timeline', { params: { id: String(id) } }, { signal, fallback: texts.failed }),
  )
  return (
    <Card className="min-w-0 lg:col-span-2" aria-label={texts.title}>
      <CardHead>{texts.title}</CardHead>
      {error && (
        <div className="p-4">
          <Alert tone="danger">{errorText(error)}</Alert>
        </div>
      )}
      {!data && !error && <Skeleton className="m-4 h-24" />}
      {data && (
        <>
          {data.events.length === 0 ? (
            <p className="px-4 py-3">{noneOf(data)}</p>
          ) : (
            <DataList
              label={texts.title}
              rows={data.events}
              columns={columnsOf(data)}
              keyOf={({ at, kind, accountId }) => `${at} ${kind} ${accountId}`}
              minWidth="min-w-0"
            />
          )}
          <Known timeline={data} />
          {data.campaigns.length > 0 && <TimelineCampaigns campaigns={data.campaigns} />}
        </>
      )}
    </Card>
  )
}
