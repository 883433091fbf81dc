// /withdraw: a member's request form, balance and history.
import { Banknote } from 'lucide-react'
import { userClientId } from '../../../contract/channels.ts'
import type { WithdrawItem } from '../../../contract/withdraw.ts'
import { formatMoment, formatRupiah } from '../../lib/format/format.ts'
import { PagedList } from '../../lib/lists/paged-list.tsx'
import { ScreenHead } from '../../lib/screen/screen-head.tsx'
import type { SessionUser } from '../../lib/session/session.ts'
import { signedIn } from '../../lib/session/signed-in.tsx'
import { sortingOf } from '../../lib/lists/sorting.ts'
import { usePageQuery } from '../../lib/lists/use-page-query.ts'
import { useRealtime } from '../../realtime/use-realtime.ts'
import { withdrawTexts as texts } from '../../texts/indonesian.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-list.tsx'
import { useMoney, useRefreshWithdraws, useSettled, useWithdraws } from './api.ts'
import { BalancePanel } from './parts/balance-panel.tsx'
import { RequestForm } from './parts/request-form.tsx'
import { StatusBadge } from './parts/status-badge.tsx'

const { columns: heads } = texts
const COLUMNS: Column<WithdrawItem>[] = [
  {
    head: heads.nominal,
    sort: 'nominal',
    card: 'title',
    cell: (item) => <span className="font-medium tabular-nums">{formatRupiah(item.nominal)}</span>,
  },
  { head: heads.createdAt, sort: 'createdAt', cell: (item) => formatMoment(item.createdAt) },
  { head: heads.status, cell: (item) => <StatusBadge status={item.status} /> },
]

export default signedIn(function MemberWithdraw({ user }: { user: SessionUser }) {
  const place = usePageQuery()
  const sorting = sortingOf(place, 'withdraws')
  const history = useWithdraws({ page: place.page, user_id: user.id, sort: sorting.sent })
  const money = useMoney(user.id)
  const refresh = useRefreshWithdraws()
  useSettled()
  useRealtime(userClientId(user.id), (events) => {
    if (events.some(({ event }) => event === 'balance' || event === 'withdraw')) refresh()
  })
  return (
    <>
      <ScreenHead title={texts.title} />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <RequestForm user={user} balance={money.data?.balance ?? null} />
        <BalancePanel money={money} />
      </div>
      <Card className="mt-5">
        <CardHead>{texts.historyTitle}</CardHead>
        <PagedList
          label={texts.historyTitle}
          query={history.query}
          place={place}
          sorting={sorting}
          columns={COLUMNS}
          keyOf={(item) => item.id}
          icon={Banknote}
          minWidth="min-w-[28rem]"
          emptyNote={texts.historyEmpty}
        />
      </Card>
    </>
  )
})
