// /bonus: all bonuses for admin and dev, one's own with their total for a member.
import { useQuery } from '@tanstack/react-query'
import { Gift, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { BonusItem } from '../../../contract/bonus.ts'
import type { RefusalCode } from '../../../contract/errors.ts'
import { formatDay, formatRupiah } from '../../lib/format/format.ts'
import { type ApiError, call } from '../../lib/api/http.ts'
import { PagedList } from '../../lib/lists/paged-list.tsx'
import { type SessionUser, useSession } from '../../lib/session/session.ts'
import { sortingOf } from '../../lib/lists/sorting.ts'
import { useDeleting } from '../../lib/lists/use-deleting.ts'
import { usePageQuery } from '../../lib/lists/use-page-query.ts'
import { usePaged } from '../../lib/api/use-paged.ts'
import { common, formTexts, listTexts, bonusTexts as texts } from '../../texts/indonesian.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card, PageHead } from '../../ui/card.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import type { Column } from '../../ui/data-list.tsx'
import { RowActions } from '../../ui/row-actions.tsx'

const { columns: heads } = texts
const SPENT = 'bonus_spent' satisfies RefusalCode
/** spent: what deleting it does to a balance that does not cover it, once the server has said so. */
type Asking = { row: BonusItem; spent: string | null }
type Removal = { isDeleting: (id: string) => boolean; ask: (row: BonusItem) => void }
const nameOf = ({ User }: BonusItem): string => `${User.firstname} ${User.lastname}`.trim()

const member: Column<BonusItem> = {
  head: heads.member,
  card: 'title',
  cell: (bonus) => <span className="font-medium">{nameOf(bonus)}</span>,
}
const nominal: Column<BonusItem> = {
  head: heads.nominal,
  sort: 'nominal',
  align: 'right',
  cell: (bonus) => <span className="whitespace-nowrap tabular-nums">{formatRupiah(bonus.nominal)}</span>,
}
const reason: Column<BonusItem> = {
  head: heads.reason,
  card: 'wide',
  className: 'max-w-80',
  cell: (bonus) => <span className="break-words">{bonus.reason}</span>,
}
const dateAs = (head: string): Column<BonusItem> => ({
  head,
  sort: 'createdAt',
  cell: (bonus) => <span className="whitespace-nowrap">{formatDay(bonus.createdAt)}</span>,
})
const actions = (removal: Removal): Column<BonusItem> => ({
  head: heads.action,
  card: 'foot',
  cell: (bonus) => (
    <RowActions
      subject={texts.subject(nameOf(bonus), formatRupiah(bonus.nominal))}
      deleting={removal.isDeleting(bonus.id)}
      onDelete={() => removal.ask(bonus)}
      words={listTexts}
    />
  ),
})

const useTotal = (userId: string, enabled: boolean) =>
  useQuery({
    queryKey: ['bonus-total', userId],
    queryFn: ({ signal }) => call('GET /admin/bonus/total/:userId', { params: { userId } }, { signal }),
    enabled,
    refetchOnMount: 'always',
  })

export default function BonusList() {
  const user = useSession()?.user
  return user ? <Screen user={user} /> : null
}

function Screen({ user }: { user: SessionUser }) {
  const place = usePageQuery()
  const sorting = sortingOf(place, 'bonuses')
  const own = user.role === 'member'
  const total = useTotal(user.id, own)
  const query = usePaged({
    name: 'bonus',
    route: 'GET /admin/bonus/list-per-page',
    sent: { query: { page: place.page, sort: sorting.sent, user_id: own ? user.id : null } },
    fallback: texts.loadFailed,
  })
  const { isDeleting, remove } = useDeleting('bonus', 'DELETE /admin/bonus/:id', formTexts.deleteFailed)
  const [asking, setAsking] = useState<Asking | null>(null)
  const removal: Removal = { isDeleting, ask: (row) => setAsking({ row, spent: null }) }
  const onYes = ({ row, spent }: Asking): void => {
    const onRefused = ({ reason, message }: ApiError): boolean => {
      if (reason === SPENT) setAsking({ row, spent: message })
      return reason === SPENT
    }
    void remove(row.id, spent === null ? { onRefused } : { query: { confirm: '1' } })
  }
  const send = (
    <Link to="/bonus/create" className={buttonClass('primary', 'sm')}>
      <Plus aria-hidden className="size-4" />
      {texts.send}
    </Link>
  )
  const heading = own && total.data ? texts.totalTitle(formatRupiah(total.data.totalBonus)) : texts.title
  return (
    <>
      <title>{`${texts.title} · ${common.appName}`}</title>
      <PageHead title={heading} note={own ? texts.title : undefined}>
        {!own && send}
      </PageHead>
      <Card>
        <PagedList
          label={texts.title}
          query={query}
          place={place}
          sorting={sorting}
          columns={
            own
              ? [nominal, dateAs(heads.receivedAt), reason]
              : [member, nominal, reason, dateAs(heads.createdAt), actions(removal)]
          }
          keyOf={(bonus) => bonus.id}
          fading={(bonus) => isDeleting(bonus.id)}
          icon={Gift}
          minWidth="min-w-[40rem]"
          emptyNote={own ? texts.emptyMember : texts.emptyAdmin}
          emptyAction={!own && send}
        />
      </Card>
      {asking && (
        <Confirm
          title={formTexts.sure}
          confirmLabel={asking.spent === null ? texts.deleteYes : texts.deleteAnyway}
          cancelLabel={common.cancel}
          danger
          onConfirm={() => onYes(asking)}
          onClose={() => setAsking(null)}
        >
          {asking.spent === null ? (
            texts.deleteText(nameOf(asking.row), formatRupiah(asking.row.nominal))
          ) : (
            <>
              <p className="font-medium text-danger-text">{asking.spent}</p>
              <p className="mt-2">{texts.deleteSpent}</p>
            </>
          )}
        </Confirm>
      )}
    </>
  )
}
