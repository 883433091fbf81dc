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
import { rowAct } from '../../../ui/row-act.ts'
import type { Column } from '../../../ui/data-list.tsx'
import { FilterChips } from '../../../ui/filter-chips.tsx'
import { Select } from '../../../ui/input.tsx'
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
    className: 'max-w-44 2xl:max-w-72',
    cell: (member) => (
      <p className="flex min-w-0 items-center gap-1.5 font-semibold text-ink">
        <span className="truncate">{member.name}</span>
        {member.role !== 'member' && <Badge tone="accent">{shellTexts.roles[member.role]}</Badge>}
        <PersonStatusBadge status={member.status} />
      </p>
    ),
  },
  {
    head: heads.email,
    card: 'sub',
    className: 'max-w-32 text-[13px] 2xl:max-w-64',
    cell: (member) => (
      <span title={member.email} className="block truncate">
        {member.email}
      </span>
    ),
  },
  {
    head: heads.id,
    wide: true,
    card: 'sub',
    className: 'max-w-24 font-mono text-xs text-ink-3',
    cell: (member) => (
      <span title={member.id} className="block max-w-24 truncate">
        {member.id}
      </span>
    ),
  },
  {
    head: heads.level,
    card: 'sub',
    cell: (member) => (member.level === '' ? '–' : <ColorBadge color={member.color} text={member.level} />),
  },
  amountColumn({ head: heads.income, sort: 'income', card: 'side', of: (member) => member.income }),
  {
    head: heads.createdAt,
    sort: 'createdAt',
    card: 'sub',
    cell: (member) => <span className="whitespace-nowrap">{formatDay(member.createdAt)}</span>,
  },
  {
    head: heads.whatsapps,
    card: 'sub',
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
      <div className="flex flex-wrap gap-1.5 lg:flex-nowrap">
        <Link
          to={to('/member/edit', member)}
          {...rowAct('edit')}
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
        ...place.paging,
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
          <Select
            aria-label={texts.filterRole}
            value={role}
            onChange={({ target }) => place.put({ role: target.value === 'member' ? '' : target.value, page: '' })}
            className="sm:w-40"
          >
            {Object.entries(texts.whose).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
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
