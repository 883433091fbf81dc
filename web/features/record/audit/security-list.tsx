// /audit?view=security: what happened to people's accounts (rule security-events).
import { ShieldAlert } from 'lucide-react'
import { Link } from 'react-router'
import { SECURITY_KINDS } from '../../../../contract/record/security-events.ts'
import { type RowOf, usePaged } from '../../../lib/api/use-paged.ts'
import { formatMoment } from '../../../lib/format/format.ts'
import { DateRange, daysOf } from '../../../lib/lists/date-range.tsx'
import { PersonFilter } from '../../../lib/lists/person-filter.tsx'
import { ResourceList } from '../../../lib/lists/resource-list.tsx'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { fromServer, securityTexts as texts } from '../../../texts/indonesian.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import type { Column } from '../../../ui/data-list.tsx'
import { Select } from '../../../ui/input.tsx'

type Event = RowOf<'GET /admin/security-events'>
const { columns: heads } = texts

function Person({ event }: { event: Event }) {
  if (event.user_id === null || event.person === null) return <span className="text-ink-2">{texts.unknown}</span>
  return (
    <div className="lines">
      <Link
        to={`/member/edit?id=${encodeURIComponent(event.user_id)}`}
        className="inline-flex min-h-6 items-center break-words text-accent-text underline underline-offset-2"
      >
        {event.person}
      </Link>
      {event.by !== null && <p className="text-[13px] break-words text-ink-2">{texts.by(event.by)}</p>}
    </div>
  )
}
const placeOf = ({ network, country, device }: Event): string =>
  [network, country, device && texts.device(device)].filter(Boolean).join(' · ') || texts.nowhere

const COLUMNS: Column<Event>[] = [
  {
    head: heads.what,
    card: 'title',
    className: 'max-w-80',
    cell: ({ kind, refused }) => (
      <div className="lines">
        <span className="font-semibold">{texts.kinds[kind]}</span>
        {refused && (
          <p className="text-[13px] font-normal break-words text-ink-2">
            {fromServer(refused.text)} <code>{refused.route}</code>
          </p>
        )}
      </div>
    ),
  },
  { head: heads.who, card: 'sub', className: 'max-w-56', cell: (event) => <Person event={event} /> },
  {
    head: heads.at,
    card: 'sub',
    className: 'whitespace-nowrap text-[13px]',
    cell: ({ date }) => texts.wib(formatMoment(date)),
  },
  {
    head: heads.from,
    card: 'wide',
    className: 'max-w-72',
    cell: (event) => <span className="text-[13px] break-words text-ink-2 tabular-nums">{placeOf(event)}</span>,
  },
]
const isKind = (text: string): text is (typeof SECURITY_KINDS)[number] =>
  (SECURITY_KINDS as readonly string[]).includes(text)

export default function SecurityList() {
  const place = usePageQuery()
  const [typed, whose] = [place.param('kind'), place.param('user_id')]
  const kind = isKind(typed) ? typed : ''
  const { query } = usePaged({
    of: 'security-events',
    route: 'GET /admin/security-events',
    sent: { query: { ...place.paging, kind, user_id: whose, ...daysOf(place) } },
    fallback: texts.loadFailed,
  })
  return (
    <ResourceList
      words={texts}
      tools={<BackLink to="/audit" label={texts.toAudit} />}
      query={query}
      place={place}
      capped
      filters={
        <>
          {whose !== '' && <PersonFilter place={place} person={undefined} />}
          <Select
            aria-label={texts.filterKind}
            value={kind}
            onChange={({ target }) => place.put({ kind: target.value, page: '' })}
            className="sm:w-56"
          >
            <option value="">{texts.allKinds}</option>
            {SECURITY_KINDS.map((one) => (
              <option key={one} value={one}>
                {texts.kinds[one]}
              </option>
            ))}
          </Select>
          <DateRange place={place} />
        </>
      }
      columns={COLUMNS}
      keyOf={(event) => String(event.id)}
      icon={ShieldAlert}
      emptyNote={texts.empty}
      filteredNote={texts.empty}
      minWidth="min-w-[44rem]"
    />
  )
}
