// /member: all members.
import { Gift, SearchCheck, Settings, Users } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatDay, formatNumber } from '../../../lib/format/format.ts'
import { ResourceList } from '../../../lib/lists/resource-list.tsx'
import { sortingOf } from '../../../lib/lists/sorting.ts'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { type RowOf, usePaged } from '../../../lib/api/use-paged.ts'
import { fraudTexts, personTexts, shellTexts, memberTexts as texts } from '../../../texts/indonesian.ts'
import { amountColumn } from '../../../ui/amount.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { ColorBadge } from '../../../ui/color-badge.tsx'
import type { Column } from '../../../ui/data-list.tsx'
import { FilterChips } from '../../../ui/filter-chips.tsx'
import { part } from '../../../ui/part.tsx'
import { PersonStatusBadge } from './parts/status-badge.tsx'

const ToCheck = part(() => import('./to-check.tsx'))
type Member = RowOf<'GET /admin/users/members-per-page'>
const { columns: heads } = texts
const to = (path: string, member: Member): string => `${path}?id=${encodeURIComponent(member.id)}`

const COLUMNS: Column<Member>[] = [
  {
    head: heads.name,
    sort: 'name',
    card: 'title',
    className: 'max-w-56',
    cell: (member) => (
      <>
        <p className="flex min-w-0 items-center gap-1.5 font-semibold text-ink">
          <span className="truncate">{member.name}</span>
          {member.role !== 'member' && <Badge tone="accent">{shellTexts.roles[member.role]}</Badge>}
          <PersonStatusBadge status={member.status} />
        </p>
        <p className="truncate text-[13px] text-ink-2">{member.email}</p>
        <p className="truncate font-mono text-xs text-ink-3" title={member.id}>
          {texts.idOf(member.id)}
        </p>
      </>
    ),
  },
  {
    head: heads.level,
    cell: (member) => (member.level === '' ? '–' : <ColorBadge color={member.color} text={member.level} />),
  },
  amountColumn({ head: heads.income, sort: 'income', of: (member) => member.income }),
  {
    head: heads.createdAt,
    sort: 'createdAt',
    cell: (member) => <span className="whitespace-nowrap">{formatDay(member.createdAt)}</span>,
  },
  {
    head: heads.whatsapps,
    cell: (member) => (
      <Link
        to={to('/member/whatsapp', member)}
        aria-label={texts.accountsOf(formatNumber(member.whatsapps), member.name)}
        className="inline-flex min-h-6 items-center whitespace-nowrap text-accent-text underline underline-offset-2"
      >
        {texts.accounts(formatNumber(member.whatsapps))}
      </Link>
    ),
  },
  {
    head: heads.action,
    card: 'foot',
    cell: (member) => (
      <div className="flex flex-wrap gap-2 lg:flex-nowrap">
        <Link
          to={to('/member/edit', member)}
          aria-label={texts.settingsOf(member.name)}
          className={buttonClass('secondary', 'sm')}
        >
          <Settings aria-hidden className="size-4" />
          {texts.settings}
        </Link>
        <Link
          to={to('/bonus/create', member)}
          aria-label={texts.bonusOf(member.name)}
          className={buttonClass('secondary', 'sm')}
        >
          <Gift aria-hidden className="size-4" />
          {texts.bonus}
        </Link>
      </div>
    ),
  },
]

const STATUSES = ['all', 'active', 'paused', 'closed'] as const
const isWhose = (text: string): text is keyof typeof texts.whose => text in texts.whose

function MemberList() {
  const place = usePageQuery()
  const chosen = place.param('role')
  // The list opens with the members, who are nearly everybody.
  const role = isWhose(chosen) ? chosen : 'member'
  const param = place.param('status')
  const status = STATUSES.find((one) => one === param) ?? 'all'
  const sorting = sortingOf(place, 'members')
  const { query } = usePaged({
    of: 'users',
    route: 'GET /admin/users/members-per-page',
    sent: {
      query: {
        page: place.page,
        sort: sorting.sent,
        search: place.search,
        role,
        status: status === 'all' ? '' : status,
      },
    },
    fallback: texts.loadFailed,
  })
  return (
    <ResourceList
      words={texts}
      tools={
        <Link to="/member?view=check" className={buttonClass('secondary', 'sm')}>
          <SearchCheck aria-hidden className="size-4" />
          {fraudTexts.title}
        </Link>
      }
      query={query}
      place={place}
      sorting={sorting}
      isFiltered={role !== 'member' || status !== 'all'}
      filters={
        <>
          <FilterChips
            label={texts.filterRole}
            now={role}
            choices={Object.entries(texts.whose).map(([value, label]) => ({ value, label }))}
            onChoose={(value) => place.put({ role: value === 'member' ? '' : value, page: '' })}
          />
          <FilterChips
            label={personTexts.filter}
            now={status}
            choices={STATUSES.map((value) => ({ value, label: personTexts.filters[value] }))}
            onChoose={(value) => place.put({ status: value === 'all' ? '' : value, page: '' })}
          />
        </>
      }
      columns={COLUMNS}
      keyOf={(member) => member.id}
      icon={Users}
      emptyNote={texts.emptyNote}
      filteredNote={texts.noMatch}
    />
  )
}

/** All members, or those to look at. */
export default function MemberScreen() {
  const isCheck = useSearchParams()[0].get('view') === 'check'
  if (!isCheck) return <MemberList />
  return (
    <Suspense fallback={null}>
      <ToCheck />
    </Suspense>
  )
}
