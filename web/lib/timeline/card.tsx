// What was sent to a number when, by which account, under which consent, with what outcome; and whom that was asked of (rule timeline).
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Timeline, TimelineEvent } from '../../../contract/privacy/timeline.ts'
import { timelineTexts as texts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { type Column, DataList } from '../../ui/data-list.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { call, errorText } from '../api/http.ts'
import { useRecord } from '../api/use-record.ts'
import { formatDay, formatMoment, formatNumber, formatUntil } from '../format/format.ts'
import { askEverybody } from './ask-everybody.ts'
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
const consentOf = ({ kind, consent }: TimelineEvent): string => {
  if (kind !== 'message') return '–'
  return consent === null
    ? texts.noConsent
    : texts.consent(consent.source ?? texts.kinds['opt_in'] ?? '', formatDay(consent.at))
}
/** Of which campaign, and which template. */
function Which({ event: { oneOff, campaign, template } }: { event: TimelineEvent }) {
  if (campaign === undefined) return '–'
  const named = template ? [template.name ?? texts.templateGone] : []
  if (!campaign) return [...(oneOff ? [] : [texts.standing]), ...named].join(' · ') || '–'
  const { id, name } = campaign
  return (
    <>
      {name === null ? (
        texts.campaignGone
      ) : (
        <Link to={`/campaign/show?id=${id}`} className="text-accent-text underline underline-offset-2">
          {name}
        </Link>
      )}
      {named.map((one) => ` · ${one}`)}
    </>
  )
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
  { head: texts.columns.which, card: 'sub', cell: (event) => <Which event={event} /> },
  { head: texts.columns.consent, card: 'sub', cell: consentOf },
]
const noneOf = ({ accounts, lastAttemptAt }: Timeline): string => {
  if (accounts.length > 0) return texts.nothing
  return lastAttemptAt === null ? texts.never : texts.unknown(formatMoment(lastAttemptAt))
}

/** Names of those that did not answer, of which many would say less. */
const NAMED = 5
const silentOf = (silent: readonly string[]): string =>
  silent.length > NAMED
    ? texts.silentMany(formatNumber(silent.length), silent.slice(0, NAMED).join(', '))
    : silent.map((name) => texts.silent(name)).join(' ')

/** @param all everybody was asked */
function Known({ timeline, all }: { timeline: Timeline; all: boolean }) {
  const { accounts, asked, silent, since } = timeline
  return (
    <div className="flex flex-col gap-1 border-t border-line px-4 py-3 text-[13px] text-ink-2">
      {all && <p>{texts.askedAll(formatNumber(asked))}</p>}
      {silent.length > 0 && <p>{silentOf(silent)}</p>}
      {accounts
        .filter(({ why, cut }) => why !== 'asked' || cut)
        .map(({ id, name, why, answered, cut }) => (
          <p key={id}>
            {why !== 'asked' && texts.asked[why](name)} {!answered && texts.silent(name)} {cut && texts.cut(name)}
          </p>
        ))}
      <p>
        {texts.reach(formatDay(since))} {!all && texts.others}
      </p>
    </div>
  )
}

/** A press asks everybody: minutes, where there are thousands of accounts. */
function Everybody({
  asked,
  busy,
  error,
  onAsk,
}: {
  asked: number
  busy: boolean
  error: Error | null
  onAsk: () => void
}) {
  return (
    <div className="flex flex-col items-start gap-3 border-t border-line px-4 py-3">
      {error && <Alert tone="danger">{errorText(error)}</Alert>}
      <Button variant="secondary" size="sm" busy={busy} onClick={onAsk}>
        <Search className="size-4" aria-hidden />
        {texts.askAll}
      </Button>
      {busy && (
        <div className="flex w-full flex-col gap-2" aria-live="polite">
          <p className="text-[13px] text-ink-2">{texts.askedSoFar(formatNumber(asked))}</p>
          <Progress label={texts.askAll} percent={null} />
        </div>
      )}
    </div>
  )
}

export function TimelineCard({ id }: { id: number | string }) {
  // a record: a write on this page, also the one that deletes the number, must not ask the accounts again
  const { data: first, error } = useRecord('phone-numbers', `timeline ${id}`, (signal) =>
    call(
      'GET /admin/phonenumber/:id/timeline',
      { params: { id: String(id) }, query: {} },
      { signal, fallback: texts.failed },
    ),
  )
  const [isWanted, setWanted] = useState(false)
  const [asked, setAsked] = useState(0)
  const everybody = useRecord(
    'phone-numbers',
    `timeline ${id} everybody`,
    (signal) => askEverybody(String(id), setAsked, signal),
    isWanted,
  )
  const data = everybody.data ?? first
  const ask = (): void => {
    if (isWanted) void everybody.refetch()
    else setWanted(true)
  }
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
          <Known timeline={data} all={everybody.data !== undefined} />
          {data.after !== null && (
            <Everybody asked={asked} busy={everybody.isFetching} error={everybody.error} onAsk={ask} />
          )}
          {data.campaigns.length > 0 && <TimelineCampaigns campaigns={data.campaigns} />}
        </>
      )}
    </Card>
  )
}
