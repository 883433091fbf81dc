// Accounts of a member that do not work, each with the button that helps; nothing where all is well.
import { serverNow } from '../../../../lib/api/server-clock.ts'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import type { MemberHome, NEEDS_HELP, TroubledAccount } from '../../../../../contract/operation/home.ts'
import { isCutOff } from '../next-act.ts'
import { usePublicConfig } from '../../../../lib/api/public-config.ts'
import { formatUntil } from '../../../../lib/format/format.ts'
import { dashboardTexts as texts } from '../../../../texts/indonesian.ts'
import { buttonClass } from '../../../../ui/button.tsx'
import { AccountCard, AccountRow } from './account-card.tsx'

const HELP = buttonClass('secondary', 'sm', 'max-sm:w-full')

function Help({ account, supportUrl }: { account: TroubledAccount; supportUrl: string }) {
  const { id, state } = account
  if (state === 'suspended' && supportUrl !== '')
    return (
      <a href={supportUrl} target="_blank" rel="noopener noreferrer" className={HELP}>
        {texts.troubledActs.support}
      </a>
    )
  const mayReconnect = isCutOff(account)
  return (
    <Link to={mayReconnect ? `/whatsapp/create?r=${id}` : `/whatsapp?id=${id}`} className={HELP}>
      {mayReconnect ? texts.troubledActs.reconnect : texts.troubledActs.look}
    </Link>
  )
}

const why = ({ state, restricted_until: until }: TroubledAccount): string =>
  state === 'restricted' && until !== null
    ? texts.troubledUntil(formatUntil(until, serverNow()))
    : texts.troubledStates[state as (typeof NEEDS_HELP)[number]]

export function Troubled({ troubled: { count, list } }: { troubled: MemberHome['troubled'] }) {
  const supportUrl = usePublicConfig().data?.supportUrl ?? ''
  if (count === 0) return null
  return (
    <AccountCard
      title={texts.troubled}
      icon={<TriangleAlert aria-hidden className="size-5 text-warning-text" />}
      more={count - list.length}
      className="border-warning-text/40"
    >
      {list.map((account) => (
        <AccountRow key={account.id} account={account} note={why(account)}>
          <Help account={account} supportUrl={supportUrl} />
        </AccountRow>
      ))}
    </AccountCard>
  )
}
