// /member?view=check: members to look at, with reasons, and holds on their withdraws (rules fraud-signals, withdraw-hold).
import { SearchCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../lib/api/http.ts'
import { type RowOf, usePaged } from '../../../lib/api/use-paged.ts'
import { formatDay, formatNumber, formatSince } from '../../../lib/format/format.ts'
import { ReasonDialog } from '../../../lib/forms/reason-dialog.tsx'
import { ResourceList } from '../../../lib/lists/resource-list.tsx'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { fromServer, fraudTexts as texts } from '../../../texts/indonesian.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-list.tsx'

type Suspect = RowOf<'GET /admin/fraud'>
type Signal = Suspect['signals'][number]
const { columns: heads } = texts
const LINK = 'inline-flex min-h-6 items-center break-words text-accent-text underline underline-offset-2'
const toPerson = (id: string): string => `/member/edit?id=${encodeURIComponent(id)}`

function SignalLine({ signal: { kind, points, people, count, of }, userId }: { signal: Signal; userId: string }) {
  return (
    <li className="min-w-0 text-[13px]">
      <p className="break-words">
        {texts.kinds[kind]} <span className="text-ink-2 tabular-nums">{texts.points(formatNumber(points))}</span>
      </p>
      {count !== null && of !== null && (
        // where its paid messages stand, and those taken back, by account and day
        <Link to={`/withdraw/statement?id=${encodeURIComponent(userId)}&view=accounts`} className={LINK}>
          <span className="tabular-nums">{texts.counted(formatNumber(count), formatNumber(of))}</span>
        </Link>
      )}
      {people.length > 0 && (
        <p className="flex flex-wrap gap-x-3">
          {people.map(({ id, name }) => (
            <Link key={id} to={toPerson(id)} className={LINK}>
              {name}
            </Link>
          ))}
        </p>
      )}
    </li>
  )
}
function Hold({ suspect: { hold, lifted } }: { suspect: Suspect }) {
  const small = 'text-[13px] break-words text-ink-2'
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      {hold ? <Badge tone="warning">{texts.held}</Badge> : <Badge>{texts.open}</Badge>}
      {hold && (
        <>
          <span className={small}>
            {hold.by === null
              ? texts.heldByScore(formatSince(hold.since))
              : texts.heldBy(hold.by, formatSince(hold.since))}
          </span>
          <span className={small}>{fromServer(hold.reason)}</span>
        </>
      )}
      {!hold && lifted && (
        <>
          <span className={small}>{texts.lifted(lifted.by ?? texts.somebody, formatDay(lifted.at))}</span>
          <span className={small}>{lifted.reason}</span>
        </>
      )}
    </div>
  )
}

const columnsOf = (ask: (suspect: Suspect) => void): Column<Suspect>[] => [
  {
    head: heads.member,
    card: 'title',
    className: 'max-w-56',
    cell: ({ user_id, name, email }) => (
      <>
        <Link to={toPerson(user_id)} className={LINK}>
          {name}
        </Link>
        <p className="truncate text-[13px] text-ink-2">{email}</p>
      </>
    ),
  },
  {
    head: heads.score,
    align: 'right',
    cell: ({ score }) => <span className="font-semibold tabular-nums">{formatNumber(score)}</span>,
  },
  {
    head: heads.signals,
    card: 'wide',
    className: 'max-w-96',
    cell: ({ signals, user_id }) => (
      <ul className="flex flex-col gap-2">
        {signals.map((signal) => (
          <SignalLine key={signal.kind} signal={signal} userId={user_id} />
        ))}
      </ul>
    ),
  },
  { head: heads.hold, card: 'wide', className: 'max-w-64', cell: (suspect) => <Hold suspect={suspect} /> },
  {
    head: heads.action,
    card: 'foot',
    cell: (suspect) => (
      <Button
        size="sm"
        variant={suspect.hold ? 'primary' : 'secondary'}
        aria-label={suspect.hold ? texts.liftOf(suspect.name) : texts.holdOf(suspect.name)}
        onClick={() => ask(suspect)}
      >
        {suspect.hold ? texts.lift : texts.hold}
      </Button>
    ),
  },
]

const CHANGED = ['fraud', 'withdraws', 'audit'] as const

const noteOf = (data: { day: string | null; old: boolean; partial: boolean } | undefined): string =>
  [
    texts.lead,
    ...(data?.day ? [texts.day(formatDay(data.day))] : []),
    ...(data?.old ? [texts.old] : []),
    ...(data?.partial ? [texts.partial] : []),
  ].join(' ')

export default function ToCheck() {
  const place = usePageQuery()
  const { query } = usePaged({
    of: 'fraud',
    route: 'GET /admin/fraud',
    sent: { query: { ...place.paging } },
    fallback: texts.loadFailed,
  })
  const [asked, ask] = useState<Suspect | null>(null)
  const day = query.data?.day
  const none = day === null ? texts.notYet : texts.empty
  return (
    <ResourceList
      words={texts}
      note={noteOf(query.data)}
      tools={<BackLink to="/member" label={texts.toMembers} />}
      query={query}
      place={place}
      capped
      columns={columnsOf(ask)}
      keyOf={({ user_id }) => user_id}
      icon={SearchCheck}
      emptyNote={none}
      filteredNote={none}
      minWidth="min-w-[56rem]"
      tall
    >
      {asked && (
        <ReasonDialog
          title={asked.hold ? texts.liftOf(asked.name) : texts.holdOf(asked.name)}
          lead={asked.hold ? texts.liftLead : texts.holdLead}
          hint={asked.hold ? texts.liftHint : texts.holdHint}
          yes={asked.hold ? texts.lift : texts.hold}
          doneText={asked.hold ? texts.liftDone : texts.holdDone}
          changes={CHANGED}
          send={(reason) =>
            call(asked.hold ? 'POST /admin/fraud/lift' : 'POST /admin/fraud/hold', {
              body: { user_id: asked.user_id, reason },
            })
          }
          onClose={() => ask(null)}
        />
      )}
    </ResourceList>
  )
}
