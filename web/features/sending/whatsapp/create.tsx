// /whatsapp/create: links a new account, or an old one again with ?r= (rule linking).
import { useSearchParams } from 'react-router'
import type { AccountPurpose } from '../../../../contract/ground/account-purpose.ts'
import type { Account } from '../../../../contract/sending/whatsapp.ts'
import type { SessionUser } from '../../../lib/session/session.ts'
import { signedIn } from '../../../lib/session/signed-in.tsx'
import { ScreenHead } from '../../../lib/screen/screen-head.tsx'
import { createTexts as texts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useAccount, useAccountCount } from './api.ts'
import { LinkForm } from './parts/link-form.tsx'
import { useLink } from './use-link.ts'

const TITLES: Record<AccountPurpose, string> = {
  blast: texts.title,
  generator: texts.titleGenerator,
  validator: texts.titleValidator,
}
const purposeOf = (type: string | null): AccountPurpose =>
  type === 'generator' || type === 'validator' ? type : 'blast'

type Props = { user: SessionUser; purpose: AccountPurpose; account: Account | null }

function Linking({ user, purpose: wantedPurpose, account }: Props) {
  const purpose = account?.purpose ?? wantedPurpose
  const link = useLink({ userId: user.id, purpose, account })
  const count = useAccountCount(user.id)
  const accounts = count.data ? count.data.connectedCount + count.data.disconnectedCount : null
  // Whether the first link needs a consent decides the form's height: a form that came before the answer would jump.
  if (account === null && count.isLoading) return <Skeleton className="h-96 w-full rounded-2xl" />
  return (
    <>
      {account?.suspended && (
        <div className="mb-5">
          <Alert tone="warning">{texts.suspended}</Alert>
        </div>
      )}
      <LinkForm
        userId={user.id}
        link={link}
        purpose={purpose}
        firstLink={account === null && accounts === 0}
        account={account}
      />
    </>
  )
}

export default signedIn(function WhatsappCreate({ user }: { user: SessionUser }) {
  const [query] = useSearchParams()
  const again = query.get('r')
  const found = useAccount(again)
  const purpose = purposeOf(query.get('type'))
  const title = again ? texts.titleReconnect : TITLES[purpose]
  return (
    <>
      <ScreenHead title={title} note={found.data?.whatsapp.phonenumber} />
      {again && found.isPending && <Skeleton className="h-96 w-full rounded-2xl" />}
      {again && found.isError && <Alert tone="danger">{texts.notFound}</Alert>}
      {(!again || found.data) && (
        <Linking key={again} user={user} purpose={purpose} account={found.data?.whatsapp ?? null} />
      )}
    </>
  )
})
