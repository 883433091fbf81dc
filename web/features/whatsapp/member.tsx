// /member/whatsapp?id=: one member's accounts as the office sees them.
import { Settings } from 'lucide-react'
import { Link } from 'react-router'
import { type SessionUser, useSession } from '../../lib/session/session.ts'
import { useUser } from '../../lib/api/users.ts'
import { common, memberTexts, profileTexts } from '../../texts/indonesian.ts'
import { Alert } from '../../ui/alert.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card, PageHead } from '../../ui/card.tsx'
import { Pager } from '../../ui/pager.tsx'
import { useAccounts } from './api.ts'
import { ListBody } from './parts/list-body.tsx'
import { Toolbar } from './parts/toolbar.tsx'
import { useActivation } from './use-activation.ts'
import { useListQuery } from './use-list-query.ts'
import { useLiveRows } from './use-live-rows.ts'

export default function MemberWhatsapp() {
  const user = useSession()?.user
  const query = useListQuery('owner')
  if (!user) return null
  return query.owner === '' ? (
    <>
      <title>{`${memberTexts.whatsappTitle} · ${common.appName}`}</title>
      <PageHead title={memberTexts.whatsappTitle} />
      <Alert tone="warning">{profileTexts.noUser}</Alert>
    </>
  ) : (
    <Screen user={user} ownerId={query.owner} query={query} />
  )
}

type Props = { user: SessionUser; ownerId: string; query: ReturnType<typeof useListQuery> }

function Screen({ user, ownerId, query }: Props) {
  const owner = useUser(ownerId)
  const { list } = useAccounts({
    page: query.page,
    userId: ownerId,
    search: query.search,
    status: query.status,
    sort: query.sorting.sent,
  })
  useLiveRows(user, list.data?.rows ?? [])
  const activation = useActivation()
  const name = owner.data && `${owner.data.user.firstname} ${owner.data.user.lastname}`.trim()
  const totalPages = list.data?.totalPages ?? 1
  return (
    <>
      <title>{`${memberTexts.whatsappTitle} · ${common.appName}`}</title>
      <PageHead title={memberTexts.whatsappTitle} note={name}>
        <Link to="/member" className={buttonClass('secondary', 'sm')}>
          {memberTexts.toList}
        </Link>
        <Link to={`/member/edit?id=${encodeURIComponent(ownerId)}`} className={buttonClass('secondary', 'sm')}>
          <Settings aria-hidden className="size-4" />
          {memberTexts.settings}
        </Link>
      </PageHead>
      {owner.isError ? (
        <Alert tone="warning">{profileTexts.noUser}</Alert>
      ) : (
        <Card>
          <Toolbar query={query} />
          <ListBody
            list={list}
            filtered={query.filtered}
            canAdd={false}
            role={user.role}
            onAct={() => undefined}
            activation={activation}
            sorting={query.sorting}
            watching
          />
          <Pager
            page={query.page}
            totalPages={totalPages}
            onPage={query.setPage}
            labels={{
              nav: common.pages,
              previous: common.previous,
              next: common.next,
              place: common.pageOf(query.page, totalPages),
            }}
          />
        </Card>
      )}
    </>
  )
}
