// /member/whatsapp?id=: one member's accounts, for admins.
import { Settings } from 'lucide-react'
import { Link } from 'react-router'
import { useUser } from '../../../lib/api/users.ts'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import type { SessionUser } from '../../../lib/session/session.ts'
import { signedIn } from '../../../lib/session/signed-in.tsx'
import { memberTexts, profileTexts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { useAccounts } from './api.ts'
import { AccountList } from './parts/account-list.tsx'
import { useListQuery } from './use-list-query.ts'

type Props = { user: SessionUser; place: ReturnType<typeof useListQuery> }

function Accounts({ user, place }: Props) {
  const { query } = useAccounts({
    page: place.page,
    ...place.days,
    userId: place.owner,
    search: place.search,
    status: place.status,
    sort: place.sorting.sent,
  })
  return (
    <Card>
      <AccountList user={user} list={query} place={place} canAdd={false} watching onAct={() => undefined} />
    </Card>
  )
}

export default signedIn(function MemberWhatsapp({ user }: { user: SessionUser }) {
  const place = useListQuery('owner')
  const owner = useUser(place.owner)
  const name = owner.data && `${owner.data.user.firstname} ${owner.data.user.lastname}`.trim()
  if (place.owner === '')
    return (
      <>
        <ScreenHead title={memberTexts.whatsappTitle} />
        <Alert tone="warning">{profileTexts.noUser}</Alert>
      </>
    )
  return (
    <>
      <ScreenHead title={memberTexts.whatsappTitle} note={name || '\u00a0'}>
        <Link to="/member" className={buttonClass('secondary', 'sm')}>
          {memberTexts.toList}
        </Link>
        <Link to={`/member/edit?id=${encodeURIComponent(place.owner)}`} className={buttonClass('secondary', 'sm')}>
          <Settings aria-hidden className="size-4" />
          {memberTexts.settings}
        </Link>
      </ScreenHead>
      {owner.isError ? <Alert tone="warning">{profileTexts.noUser}</Alert> : <Accounts user={user} place={place} />}
    </>
  )
})
