// /bonus: all bonuses for admin and dev; for a member their own, with the total.
import { useQuery } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { userClientId } from '../../../../contract/ground/channels.ts'
import type { BonusItem } from '../../../../contract/money/bonus.ts'
import type { AnswerOf } from '../../../../contract/api/table.ts'
import type { RefusalCode } from '../../../../contract/ground/errors.ts'
import { call } from '../../../lib/api/http.ts'
import { keys } from '../../../lib/api/query-keys.ts'
import { usePaged } from '../../../lib/api/use-paged.ts'
import { formatDay, formatNumber, formatRupiah } from '../../../lib/format/format.ts'
import { ResourceList } from '../../../lib/lists/resource-list.tsx'
import { DateRange, daysOf } from '../../../lib/lists/date-range.tsx'
import { sortingOf } from '../../../lib/lists/sorting.ts'
import { PersonFilter } from '../../../lib/lists/person-filter.tsx'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { useRemoval } from '../../../lib/lists/use-removal.tsx'
import type { SessionUser } from '../../../lib/session/session.ts'
import { signedIn } from '../../../lib/session/signed-in.tsx'
import { useLiveMoney } from '../../../realtime/use-live-money.ts'
import { bonusTexts as texts } from '../../../texts/indonesian.ts'
import { Amount, amountColumn } from '../../../ui/amount.tsx'
import type { Column } from '../../../ui/data-list.tsx'

const { columns: heads } = texts
const SPENT = 'bonus_spent' satisfies RefusalCode
const isTheirs = (userId: string) => (bonus: BonusItem) => bonus.userId === userId
const nameOf = ({ User }: BonusItem): string => `${User.firstname} ${User.lastname}`.trim()

const member: Column<BonusItem> = {
  head: heads.member,
  card: 'title',
  cell: (bonus) => <span className="font-semibold">{nameOf(bonus)}</span>,
}
const nominal = amountColumn<BonusItem>({
  head: heads.nominal,
  sort: 'nominal',
  card: 'side',
  of: (bonus) => bonus.nominal,
})
const reason: Column<BonusItem> = {
  head: heads.reason,
  card: 'sub',
  className: 'max-w-80',
  cell: (bonus) => <span className="break-words">{bonus.reason}</span>,
}
const givenBy: Column<BonusItem> = {
  head: heads.givenBy,
  card: 'sub',
  cell: (bonus) => bonus.givenBy ?? texts.somebody,
}
const dateAs = (head: string): Column<BonusItem> => ({
  head,
  sort: 'createdAt',
  card: 'sub',
  cell: (bonus) => <span className="whitespace-nowrap">{formatDay(bonus.createdAt)}</span>,
})

const useTotal = (userId: string, enabled: boolean) =>
  useQuery({
    queryKey: keys.sums('bonuses', userId),
    queryFn: ({ signal }) => call('GET /admin/bonus/total/:userId', { params: { userId } }, { signal }),
    enabled,
    refetchOnMount: 'always',
  })

/** The server refuses to delete a bonus that is spent, because the balance would fall below zero: then it is asked once more. */
const useBonusRemoval = () =>
  useRemoval<BonusItem>({
    of: 'bonuses',
    route: 'DELETE /admin/bonus/:id',
    question: (bonus) => texts.deleteText(nameOf(bonus), formatRupiah(bonus.nominal)),
    insist: {
      isAsked: ({ reason: refusal }) => refusal === SPENT,
      text: ({ message }) => (
        <>
          <p className="font-semibold text-danger-text">{message}</p>
          <p className="mt-2">{texts.deleteSpent}</p>
        </>
      ),
      yes: texts.deleteAnyway,
      query: { confirm: '1' },
    },
  })

type Answered = AnswerOf<'GET /admin/bonus/list-per-page'>
/** Of all that was found; nothing where that is more than is added up. */
const sumsOf = (found: Answered | undefined) =>
  !found || found.sum === null
    ? undefined
    : {
        label: texts.sumLabel(formatNumber(found.meta.total)),
        cells: { [heads.nominal]: <Amount value={found.sum} /> },
      }
/** A member's own are few, and summed up over them. */
const OWN_WORDS = { title: texts.title }

export default signedIn(function BonusList({ user }: { user: SessionUser }) {
  const place = usePageQuery()
  const sorting = sortingOf(place, 'bonuses')
  const own = user.role === 'member'
  const whose = own ? '' : place.param('user_id')
  useLiveMoney(userClientId(user.id), ['bonuses'])
  const sum = useTotal(user.id, own).data
  const total = own && sum ? formatRupiah(sum.totalBonus) : undefined
  const { query } = usePaged({
    of: 'bonuses',
    route: 'GET /admin/bonus/list-per-page',
    sent: {
      query: {
        ...place.paging,
        sort: sorting.sent,
        user_id: own ? user.id : whose || null,
        ...(own ? {} : { search: place.search, ...daysOf(place) }),
      },
    },
    fallback: texts.loadFailed,
  })
  const removal = useBonusRemoval()
  const actions = removal.column({
    head: heads.action,
    subject: (bonus) => texts.subject(nameOf(bonus), formatRupiah(bonus.nominal)),
  })
  return (
    <ResourceList
      words={own ? OWN_WORDS : texts}
      answer={total}
      heading={total === undefined ? texts.title : texts.totalTitle(total)}
      add={own ? undefined : { to: '/bonus/create', label: texts.send }}
      query={query}
      place={place}
      sorting={sorting}
      columns={
        own
          ? [{ ...reason, card: 'title' }, dateAs(heads.receivedAt), givenBy, nominal]
          : [member, nominal, reason, dateAs(heads.createdAt), givenBy, actions]
      }
      keyOf={(bonus) => bonus.id}
      filters={
        !own && (
          <>
            {whose !== '' && <PersonFilter place={place} person={query.data?.data.find(isTheirs(whose))?.User} />}
            <DateRange place={place} />
          </>
        )
      }
      sums={own ? undefined : sumsOf(query.data)}
      removal={removal}
      icon={Gift}
      minWidth="min-w-[40rem]"
      emptyNote={own ? texts.emptyMember : texts.emptyAdmin}
    />
  )
})
