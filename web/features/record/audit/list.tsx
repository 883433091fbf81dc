// /audit: what admin, staff and dev changed (rule audit-log).
import { FileClock, ShieldAlert, ShieldCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { usePaged } from '../../../lib/api/use-paged.ts'
import { formatMoment, formatNumber } from '../../../lib/format/format.ts'
import { ResourceList } from '../../../lib/lists/resource-list.tsx'
import { daysOf } from '../../../lib/lists/date-range.tsx'
import { sortingOf } from '../../../lib/lists/sorting.ts'
import { Exports, Sync } from '../../../lib/lists/tools.tsx'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { auditTexts as texts, securityTexts, shellTexts } from '../../../texts/indonesian.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-list.tsx'
import { part } from '../../../ui/part.tsx'
import { changesOf } from './diff-rules.ts'
import { AuditFilters, entryOf } from './filters.tsx'
import { deedOf } from '../../../lib/format/deed.ts'
import { type AuditEntry, fieldOf, subjectOf, whoOf } from './parts/words.ts'

const ProofDialog = part(() => import('./parts/proof-dialog.tsx'))
const SecurityList = part(() => import('./security-list.tsx'))
const ChangeDialog = part(() => import('./parts/change-dialog.tsx'))
const { columns } = texts
const SHOWN_FIELDS = 2

function ChangeCell({ entry, onShow }: { entry: AuditEntry; onShow: () => void }) {
  const changes = changesOf(entry.before, entry.after)
  if (changes.length === 0) return <span className="text-ink-2">{texts.noDetail}</span>
  return (
    <div className="lines flex min-w-0 flex-col items-start gap-1">
      {changes.slice(0, SHOWN_FIELDS).map(({ field, before, after }) => (
        <p key={field} className="max-w-full truncate text-[13px] max-lg:hidden">
          <span className="text-ink-2">{fieldOf(field)}: </span>
          {before !== null && <del className="text-ink-3">{before}</del>} {after}
        </p>
      ))}
      <Button
        variant="ghost"
        size="sm"
        onClick={onShow}
        className="-ml-3 text-accent-text! in-data-dense:ml-0 in-data-dense:px-1!"
      >
        {changes.length > SHOWN_FIELDS
          ? `${texts.show} (${texts.showCount(formatNumber(changes.length))})`
          : texts.show}
      </Button>
    </div>
  )
}

function Subject({ entry }: { entry: AuditEntry }) {
  const [first, ...rest] = subjectOf(entry)
  if (first === undefined) return <span className="text-ink-2">{texts.none}</span>
  return (
    <div className="lines max-lg:flex max-lg:flex-wrap max-lg:gap-x-2">
      <p className="font-semibold wrap-anywhere">{first}</p>
      {rest.map((line) => (
        <p key={line} className="text-[13px] wrap-anywhere text-ink-2 tabular-nums">
          {line}
        </p>
      ))}
    </div>
  )
}

const columnsOf = (onShow: (entry: AuditEntry) => void): Column<AuditEntry>[] => [
  {
    head: columns.what,
    className: 'max-w-48 2xl:max-w-80',
    card: 'title',
    cell: (entry) => <span className="font-semibold">{deedOf(entry.action)}</span>,
  },
  {
    head: columns.who,
    className: 'max-w-48 2xl:max-w-80',
    card: 'sub',
    cell: (entry) => (
      <span className="lines flex flex-wrap items-center gap-1.5">
        {whoOf(entry)}
        <Badge>{shellTexts.roles[entry.actor_role] ?? entry.actor_role}</Badge>
      </span>
    ),
  },
  {
    head: columns.at,
    sort: 'createdAt',
    card: 'side',
    className: 'whitespace-nowrap text-[13px]',
    cell: (entry) => texts.wib(formatMoment(entry.date)),
  },
  {
    head: columns.target,
    className: 'max-w-32 2xl:max-w-72',
    card: 'sub',
    cell: (entry) => <Subject entry={entry} />,
  },
  {
    head: columns.change,
    card: 'sub',
    mute: (entry) => changesOf(entry.before, entry.after).length === 0,
    className: 'max-w-40 2xl:max-w-[28rem]',
    cell: (entry) => <ChangeCell entry={entry} onShow={() => onShow(entry)} />,
  },
]

function AuditList() {
  const place = usePageQuery(['id'])
  const sorting = sortingOf(place, 'audit')
  const filters = { id: entryOf(place), action: place.param('action'), ...daysOf(place) }
  const asked = { search: place.search, sort: sorting.sent, ...filters }
  const { query, resync } = usePaged({
    of: 'audit',
    route: 'GET /admin/audit',
    sent: { query: { ...place.goingOn, ...asked } },
    fallback: texts.failedLoad,
  })
  const [proving, setProving] = useState(false)
  const [shown, setShown] = useState<AuditEntry | null>(null)
  return (
    <ResourceList
      words={texts}
      tools={
        <>
          <Sync onSync={resync} />
          <Link to="/audit?view=security" className={buttonClass('secondary', 'sm')}>
            <ShieldAlert aria-hidden className="size-4" />
            {securityTexts.title}
          </Link>
          <Button variant="secondary" size="sm" onClick={() => setProving(true)}>
            <ShieldCheck aria-hidden className="size-4" />
            {texts.proof.button}
          </Button>
          <Exports
            route="GET /admin/audit/export"
            shown={asked}
            files={['audit.csv', 'audit.json']}
            nothing={texts.nothingToExport}
          />
        </>
      }
      query={query}
      place={place}
      goesOn
      sorting={sorting}
      isFiltered={Object.values(filters).some((value) => value !== '')}
      filters={<AuditFilters place={place} />}
      columns={columnsOf(setShown)}
      keyOf={(entry) => String(entry.id)}
      icon={FileClock}
      emptyNote={texts.emptyNote}
      filteredNote={texts.filteredNote}
      minWidth="min-w-[54rem]"
    >
      {proving && (
        <Suspense fallback={null}>
          <ProofDialog onClose={() => setProving(false)} />
        </Suspense>
      )}
      {shown && (
        <Suspense fallback={null}>
          <ChangeDialog entry={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </ResourceList>
  )
}

/** The audit log, or beside it what happened to people's accounts. */
export default function AuditScreen() {
  const isSecurity = useSearchParams()[0].get('view') === 'security'
  if (!isSecurity) return <AuditList />
  return (
    <Suspense fallback={null}>
      <SecurityList />
    </Suspense>
  )
}
