// An account's card on phones and tablets: its name, its state, why it does not send, its sums and the one act; the rest behind a tap.
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { accountTitle } from '../../../../../contract/sending/account-name.ts'
import { whyNotSending } from '../why-not-sending.ts'
import type { LiveAccount } from '../../../../realtime/apply-event.ts'
import { whatsappTexts as texts } from '../../../../texts/indonesian.ts'
import { Button } from '../../../../ui/button.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { FailCount } from './fail-count.tsx'
import { ClientId, countOf, incomeOf, Last, Name, type RowHandlers, Strikes, today } from './account-table.tsx'
import { RunBadge, RunDetail, StateBadge } from './state-badge.tsx'
import { StateHelp } from './state-help.tsx'

const { columns } = texts

function Sums({ account }: { account: LiveAccount }) {
  return (
    <dl className="-mt-2 flex flex-wrap items-baseline gap-x-3 text-xs text-ink-2 tabular-nums [&_div]:flex [&_div]:gap-1">
      <div>
        <dt>{columns.success}</dt>
        <dd>{countOf(account.count_success)}</dd>
      </div>
      <div>
        <dt>{columns.fail}</dt>
        <dd>{countOf(account.count_fail)}</dd>
      </div>
      <div className="ml-auto text-sm font-semibold text-ink">
        <dt className="sr-only">{columns.income}</dt>
        <dd>{incomeOf(account.income)}</dd>
      </div>
    </dl>
  )
}

function AccountCard({ account, ...handlers }: RowHandlers & { account: LiveAccount }) {
  const { user, watching } = handlers
  const [open, setOpen] = useState(false)
  const id = useId()
  const why = whyNotSending(account)
  const isAtWork = account.status === 'sending' && !watching
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <Name account={account} />
        <div className="flex shrink-0 flex-col items-end gap-1">
          {/* who sends is connected */}
          {(!isAtWork || account.state !== 'connected') && <StateBadge account={account} />}
          {isAtWork && <RunBadge account={account} />}
        </div>
      </div>
      <Sums account={account} />
      {account.status === 'sending' && account.campaign && !open && (
        <p className="truncate text-xs text-ink-2">{texts.ofCampaign(account.campaign)}</p>
      )}
      {why !== null && !open && <p className="text-xs text-ink">{why}</p>}
      {open && (
        <div id={id} className="flex flex-col items-start gap-2">
          <StateHelp account={account} acts={!watching} />
          <Strikes account={account} role={user.role} />
          <RunDetail account={account} />
          {today(account)}
          <FailCount account={account} reasonOnly />
          <ClientId account={account} role={user.role} />
        </div>
      )}
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Last account={account} {...handlers} />
        </div>
        <Button
          variant="ghost"
          size="icon"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          aria-label={texts.detailsOf(accountTitle(account))}
          onClick={() => setOpen(!open)}
        >
          <ChevronDown aria-hidden className={classNames('size-5 transition-transform', open && 'rotate-180')} />
        </Button>
      </div>
    </>
  )
}

export const accountCard = (handlers: RowHandlers) =>
  function Card(account: LiveAccount) {
    return <AccountCard account={account} {...handlers} />
  }
