// /audit: what admin, staff and dev changed (rule audit-log).
import { FileClock } from 'lucide-react'
import { Suspense, useState } from 'react'
import { usePaged } from '../../lib/api/use-paged.ts'
import { formatMoment, formatNumber } from '../../lib/format/format.ts'
import { ResourceList } from '../../lib/lists/resource-list.tsx'
import { sortingOf } from '../../lib/lists/sorting.ts'
import { Exports, Sync } from '../../lib/lists/tools.tsx'
import { usePageQuery } from '../../lib/lists/use-page-query.ts'
import { auditTexts as texts, shellTexts } from '../../texts/indonesian.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-list.tsx'
import { Select } from '../../ui/input.tsx'
import { part } from '../../ui/part.tsx'
import { changesOf } from './diff-rules.ts'
import { type AuditEntry, deedOf, whoOf } from './parts/words.ts'

const ChangeDialog = part(() => import('./parts/change-dialog.tsx'))
const AREAS = [
  'phonenumber',
  'suppression',
  'message',
  'proxy',
  'user',
  'withdraw',
  'bonus',
  'level',
  'settings',
  'whatsapp',
]
/** Matches all actions of an area, because the search is by prefix. */
const beginningOf = (area: string): string => `${area}.`
const { columns } = texts
const SHOWN_FIELDS = 2

function ChangeCell({ entry, onShow }: { entry: AuditEntry; onShow: () => void }) {
  const changes = changesOf(entry.before, entry.after)
  if (changes.length === 0) return <span className="text-ink-2">{texts.noDetail}</span>
  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      {changes.slice(0, SHOWN_FIELDS).map(({ field, before, after }) => (
        <p key={field} className="max-w-full truncate text-[13px]">
          <span className="text-ink-2">{field}: </span>
          {before !== null && <del className="text-ink-3">{before}</del>} {after}
        </p>
      ))}
      <Button variant="ghost" size="sm" onClick={onShow} className="-ml-3 text-accent-text!">
        {changes.length > SHOWN_FIELDS
          ? `${texts.show} (${texts.showCount(formatNumber(changes.length))})`
          : texts.show}
      </Button>
    </div>
  )
}

const columnsOf = (onShow: (entry: AuditEntry) => void): Column<AuditEntry>[] => [
  {
    head: columns.what,
    card: 'title',
    cell: (entry) => <span className="font-medium lg:whitespace-nowrap">{deedOf(entry.action)}</span>,
  },
  {
    head: columns.who,
    cell: (entry) => (
      <span className="flex flex-wrap items-center gap-1.5">
        {whoOf(entry)}
        <Badge>{shellTexts.roles[entry.actor_role] ?? entry.actor_role}</Badge>
      </span>
    ),
  },
  {
    head: columns.at,
    sort: 'createdAt',
    className: 'whitespace-nowrap text-[13px]',
    cell: (entry) => texts.wib(formatMoment(entry.date)),
  },
  {
    head: columns.target,
    className: 'max-w-40',
    card: 'wide',
    cell: (entry) => (
      <span className="block truncate font-mono text-xs text-ink-2" title={entry.target}>
        {entry.target}
      </span>
    ),
  },
  {
    head: columns.change,
    card: 'wide',
    className: 'max-w-72',
    cell: (entry) => <ChangeCell entry={entry} onShow={() => onShow(entry)} />,
  },
]

export default function AuditList() {
  const place = usePageQuery()
  const sorting = sortingOf(place, 'audit')
  const area = AREAS.find((name) => place.search === beginningOf(name)) ?? ''
  const { query, resync } = usePaged({
    of: 'audit',
    route: 'GET /admin/audit',
    sent: { query: { page: place.page, sort: sorting.sent, search: place.search } },
    fallback: texts.failedLoad,
  })
  const [shown, setShown] = useState<AuditEntry | null>(null)
  const choose = (name: string): void => {
    const search = name === '' ? '' : beginningOf(name)
    place.setTyped(search)
    place.put({ s: search, page: '' })
  }
  return (
    <ResourceList
      words={texts}
      tools={
        <>
          <Sync onSync={resync} />
          <Exports
            route="GET /admin/audit/export"
            files={['audit.csv', 'audit.json']}
            nothing={texts.nothingToExport}
          />
        </>
      }
      query={query}
      place={place}
      sorting={sorting}
      filters={
        <Select
          aria-label={texts.filterArea}
          value={area}
          onChange={(event) => choose(event.target.value)}
          className="sm:w-52"
        >
          <option value="">{texts.allAreas}</option>
          {AREAS.map((name) => (
            <option key={name} value={name}>
              {texts.areas[name]}
            </option>
          ))}
        </Select>
      }
      columns={columnsOf(setShown)}
      keyOf={(entry) => String(entry.id)}
      icon={FileClock}
      emptyNote={texts.emptyNote}
      filteredNote={texts.filteredNote}
      minWidth="min-w-[54rem]"
    >
      {shown && (
        <Suspense fallback={null}>
          <ChangeDialog entry={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </ResourceList>
  )
}
