// /referral: the people who registered with the member's own code; admins see everybody's (rule referral).
import { UserPlus } from 'lucide-react'
import { userClientId } from '../../../../contract/ground/channels.ts'
import { formatNumber, formatRupiah } from '../../../lib/format/format.ts'
import type { SessionUser } from '../../../lib/session/session.ts'
import { signedIn } from '../../../lib/session/signed-in.tsx'
import { ResourceList } from '../../../lib/lists/resource-list.tsx'
import { sortingOf } from '../../../lib/lists/sorting.ts'
import { usePageQuery } from '../../../lib/lists/use-page-query.ts'
import { type RowOf, usePaged } from '../../../lib/api/use-paged.ts'
import { useLiveMoney } from '../../../realtime/use-live-money.ts'
import { referralTexts as texts } from '../../../texts/indonesian.ts'
import { amountColumn } from '../../../ui/amount.tsx'
import type { Column } from '../../../ui/data-list.tsx'
import { Share } from './share.tsx'

type Referral = RowOf<'GET /admin/users/referral-per-page'>
const { columns: heads } = texts

const COLUMNS: Column<Referral>[] = [
  {
    head: heads.name,
    card: 'title',
    cell: (row) => <span className="font-semibold">{`${row.firstname} ${row.lastname}`.trim()}</span>,
  },
  { head: heads.email, card: 'sub', cell: (row) => <span className="break-all">{row.email}</span> },
  amountColumn({ head: heads.income, sort: 'income', card: 'side', of: (row) => row.income }),
]

export default signedIn(function ReferralList({ user }: { user: SessionUser }) {
  const place = usePageQuery()
  const sorting = sortingOf(place, 'referrals')
  const member = user.role === 'member'
  useLiveMoney(userClientId(user.id), ['referrals'])
  const { query } = usePaged({
    of: 'referrals',
    route: 'GET /admin/users/referral-per-page',
    sent: { query: { ...place.paging, sort: sorting.sent, userId: member ? user.id : null } },
    fallback: texts.loadFailed,
  })
  // where the figures will stand, so that nothing moves when they come
  const awaited = query.isPending ? '…' : undefined
  const total = query.data ? formatRupiah(query.data.total) : awaited
  const percent = query.data ? formatNumber(query.data.percent) : awaited
  return (
    <ResourceList
      words={texts}
      answer={query.data && total}
      heading={total === undefined ? texts.title : texts.totalTitle(total)}
      note={percent !== undefined && member ? texts.terms(percent) : texts.title}
      tools={member && <Share code={user.referral_code} />}
      query={query}
      place={place}
      sorting={sorting}
      columns={COLUMNS}
      keyOf={(row) => row.id}
      icon={UserPlus}
      minWidth="min-w-[32rem]"
      emptyNote={member ? texts.emptyMember : texts.emptyAdmin}
    />
  )
})
