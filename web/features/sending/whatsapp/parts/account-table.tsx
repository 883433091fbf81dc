// What the list says about an account: the columns of its table, and the parts that its card shares (account-card.tsx).
import { accountName } from '../../../../../contract/sending/account-name.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SessionUser } from '../../../../lib/session/session.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import type { LiveAccount } from '../../../../realtime/apply-event.ts'
import { whatsappTexts as texts } from '../../../../texts/indonesian.ts'
import { Amount, amountColumn } from '../../../../ui/amount.tsx'
import type { Column } from '../../../../ui/data-list.tsx'
import { SentToday } from '../../../../ui/sent-today.tsx'
import { LiveNumber } from '../../../../ui/live-number.tsx'
import { PhoneDigits } from '../../../../ui/phone-digits.tsx'
import { type Activation, isSuspended, MOST_SUSPENSIONS, mayLift } from '../use-activation.ts'
import { type AccountAct, AccountActions } from './account-actions.tsx'
import { HoldControl } from './hold-control.tsx'
import { FailCount } from './fail-count.tsx'
import { PLACE, RunBadge, RunDetail, StateBadge } from './state-badge.tsx'
import { StateHelp } from './state-help.tsx'
import { Suspension } from './suspension.tsx'

export type RowHandlers = {
  user: SessionUser
  onAct: (account: LiveAccount, act: AccountAct) => void
  activation: Activation
  /** Sending instead of Action. */
  watching: boolean
  /** It is the only account: what is done to it is the main act of the screen. */
  leads: boolean
}
export type RowProps = RowHandlers & { account: LiveAccount }
const { columns } = texts
/** Of those that blast, where the list says how many they may. */
export const today = ({ purpose, sent_today: sent, daily_cap: cap }: LiveAccount): ReactNode =>
  purpose === 'blast' && cap !== undefined ? <SentToday sent={sent} cap={cap} /> : null

export function Name({ account }: { account: LiveAccount }) {
  return (
    <div className="min-w-0">
      <p className="truncate font-semibold text-ink">{accountName(account) ?? texts.noName}</p>
      <p className="text-[13px] text-ink-2">
        {account.phonenumber ? <PhoneDigits number={account.phonenumber} /> : texts.noNumber}
      </p>
      {account.owner_name && <p className="truncate text-[13px] text-ink-2">{texts.ownerOf(account.owner_name)}</p>}
    </div>
  )
}

export function ClientId({ account, role }: { account: LiveAccount; role: SessionUser['role'] }) {
  const look = 'block max-w-28 truncate lg:max-w-24 font-mono text-xs'
  if (role !== 'dev')
    return (
      <span className={`${look} text-ink-2`} title={account.clientid}>
        {account.clientid}
      </span>
    )
  return (
    <Link
      to={`/monitor/realtime?id=${encodeURIComponent(account.clientid)}`}
      className={`${look} text-accent-text underline underline-offset-2`}
      title={account.clientid}
    >
      {account.clientid}
    </Link>
  )
}

export const countOf = (value: number): ReactNode => <LiveNumber value={value} text={formatNumber(value)} />
export const incomeOf = (value: number): ReactNode => <LiveNumber value={value} text={<Amount value={value} />} />

export function Strikes({ account, role }: { account: LiveAccount; role: SessionUser['role'] }) {
  if (account.suspended_count === 0 || (isSuspended(account) && mayLift(role))) return null
  return <p className={`${PLACE} text-warning-text!`}>{texts.strikes(account.suspended_count, MOST_SUSPENSIONS)}</p>
}

function Status({ account, user: { role }, watching }: RowProps) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <span className="flex flex-wrap gap-1.5">
        <StateBadge account={account} />
        {/* who watches reads it beside what stops it */}
        {account.status === 'sending' && !watching && <RunBadge account={account} />}
      </span>
      <StateHelp account={account} acts={!watching} />
      <Strikes account={account} role={role} />
      <RunDetail account={account} />
      {today(account)}
    </div>
  )
}

export function Last({ account, user, onAct, activation, watching, leads }: RowProps) {
  const { role } = user
  const suspended = isSuspended(account) && mayLift(role)
  return (
    <div className="flex flex-col items-start gap-2">
      {suspended && <Suspension account={account} activation={activation} />}
      {watching ? (
        !suspended && <RunBadge account={account} />
      ) : (
        <AccountActions
          account={account}
          onAct={(act) => onAct(account, act)}
          leads={leads}
          bare={suspended}
          owns={account.user_id === user.id}
        />
      )}
      {mayLift(role) && <HoldControl account={account} stops={watching} />}
    </div>
  )
}

export const accountColumns = (handlers: RowHandlers): Column<LiveAccount>[] => [
  {
    head: columns.account,
    isRowHead: true,
    className: 'max-w-44',
    cell: (account) => <Name account={account} />,
  },
  { head: columns.clientId, cell: (account) => <ClientId account={account} role={handlers.user.role} /> },
  { head: columns.success, sort: 'success', align: 'right', cell: (account) => countOf(account.count_success) },
  { head: columns.fail, align: 'right', cell: (account) => <FailCount account={account} /> },
  amountColumn({
    head: columns.income,
    sort: 'income',
    of: (account) => account.income,
    around: (amount, account) => <LiveNumber value={account.income} text={amount} />,
  }),
  { head: columns.status, cell: (account) => <Status account={account} {...handlers} /> },
  {
    head: handlers.watching ? columns.sending : columns.action,
    card: 'foot',
    cell: (account) => <Last account={account} {...handlers} />,
  },
]
