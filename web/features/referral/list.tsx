// /referral: who came by my code, or by anybody's for the office (rule referral).
import { UserPlus } from 'lucide-react'
import { Link } from 'react-router'
import { formatRupiah } from '../../lib/format/format.ts'
import { PagedList } from '../../lib/lists/paged-list.tsx'
import { useSession } from '../../lib/session/session.ts'
import { sortingOf } from '../../lib/lists/sorting.ts'
import { usePageQuery } from '../../lib/lists/use-page-query.ts'
import { type RowOf, usePaged } from '../../lib/api/use-paged.ts'
import { common, referralTexts as texts } from '../../texts/indonesian.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card, PageHead } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-list.tsx'

type Referral = RowOf<'GET /admin/users/referral-per-page'>
const { columns: heads } = texts

const COLUMNS: Column<Referral>[] = [
  {
    head: heads.name,
    card: 'title',
    cell: (row) => <span className="font-medium">{`${row.firstname} ${row.lastname}`.trim()}</span>,
  },
  { head: heads.email, card: 'wide', cell: (row) => <span className="break-all">{row.email}</span> },
  {
    head: heads.income,
    sort: 'income',
    align: 'right',
    cell: (row) => <span className="whitespace-nowrap tabular-nums">{formatRupiah(row.income)}</span>,
  },
]

export default function ReferralList() {
  const user = useSession()?.user
  const place = usePageQuery()
  const sorting = sortingOf(place, 'referrals')
  const member = user?.role === 'member'
  const query = usePaged({
    name: 'referral',
    route: 'GET /admin/users/referral-per-page',
    sent: { query: { page: place.page, sort: sorting.sent, userId: member ? user.id : null } },
    fallback: texts.loadFailed,
  })
  const heading = query.data ? texts.totalTitle(formatRupiah(query.data.total)) : texts.title
  return (
    <>
      <title>{`${texts.title} · ${common.appName}`}</title>
      <PageHead title={heading} note={texts.title} />
      <Card>
        <PagedList
          label={texts.title}
          query={query}
          place={place}
          sorting={sorting}
          columns={COLUMNS}
          keyOf={(row) => row.id}
          icon={UserPlus}
          minWidth="min-w-[32rem]"
          emptyNote={member ? texts.emptyMember : texts.emptyAdmin}
          emptyAction={
            member && (
              <Link to="/profile" className={buttonClass()}>
                {texts.toProfile}
              </Link>
            )
          }
        />
      </Card>
    </>
  )
}
