// Accounts of a member that do not work, each with the button that helps; nothing where all is well.
import { serverNow } from '../../../../lib/api/server-clock.ts'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { accountName } from '../../../../../contract/sending/account-name.ts'
import type { MemberHome, NEEDS_HELP, TroubledAccount } from '../../../../../contract/operation/home.ts'
import { isCutOff } from '../next-act.ts'
import { usePublicConfig } from '../../../../lib/api/public-config.ts'
import { formatNumber, formatUntil } from '../../../../lib/format/format.ts'
import { dashboardTexts as texts } from '../../../../texts/indonesian.ts'
import { buttonClass } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'

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
    <Card edge aria-label={texts.troubled} className="mb-4 border-warning-text/40 px-4 py-3">
      <h2 className="flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden className="size-5 text-warning-text" />
        {texts.troubled}
      </h2>
      <ul className="mt-2 divide-y divide-line">
        {list.map((account) => (
          <li key={account.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
            <div className="min-w-0">
              <p className="font-semibold">
                {accountName(account) ?? texts.noName}{' '}
                <span className="font-normal text-ink-2">{account.phonenumber}</span>
              </p>
              <p className="text-[13px] leading-5 text-ink-2">{why(account)}</p>
            </div>
            <Help account={account} supportUrl={supportUrl} />
          </li>
        ))}
      </ul>
      {count > list.length && (
        <Link to="/whatsapp" className="mt-1 inline-flex min-h-6 items-center text-[13px] underline underline-offset-2">
          {texts.troubledMore(formatNumber(count - list.length))}
        </Link>
      )}
    </Card>
  )
}
