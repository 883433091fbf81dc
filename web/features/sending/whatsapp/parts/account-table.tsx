// What the list says about an account: columns of its table, and its card on phones and tablets.
import { accountName } from '../../../../../contract/sending/account-name.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SessionUser } from '../../../../lib/session/session.ts'
import { formatNumber, formatRupiah } from '../../../../lib/format/format.ts'
import type { LiveAccount } from '../../../../realtime/apply-event.ts'
import { whatsappTexts as texts } from '../../../../texts/indonesian.ts'
import type { Column } from '../../../../ui/data-list.tsx'
import { SentToday } from '../../../../ui/sent-today.tsx'
import { LiveNumber } from '../../../../ui/live-number.tsx'
import { type Activation, isSuspended, MOST_SUSPENSIONS, mayLift } from '../use-activation.ts'
import { type AccountAct, AccountActions } from './account-actions.tsx'
import { HoldControl } from './hold-control.tsx'
import { FailCount } from './fail-count.tsx'
import { PLACE, RunBadge, RunDetail, StateBadge } from './state-badge.tsx'
import { StateHelp } from './state-help.tsx'
import { Suspension } from './suspension.tsx'

type RowHandlers = {
  user: SessionUser
  onAct: (account: LiveAccount, act: AccountAct) => void
  activation: Activation
  /** Sending instead of Action. */
  watching: boolean
}
type RowProps = RowHandlers & { account: LiveAccount }
const { columns } = texts
/** Of those that blast, where the list says how many they may. */
const today = ({ purpose, sent_today: sent, daily_cap: cap }: LiveAccount): ReactNode =>
  purpose === 'blast' && cap !== undefined ? <SentToday sent={sent} cap={cap} /> : null

function Name({ account }: { account: LiveAccount }) {
  return (
    <div className="min-w-0">
      <p className="truncate font-medium text-ink">{accountName(account) ?? texts.noName}</p>
      <p className="text-[13px] text-ink-2 tabular-nums">{account.phonenumber ?? texts.noNumber}</p>
      {account.owner_name && <p className="truncate text-[13px] text-ink-2">{texts.ownerOf(account.owner_name)}</p>}
    </div>
  )
}

function ClientId({ account, role }: { account: LiveAccount; role: SessionUser['role'] }) {
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

const countOf = (value: number): ReactNode => <LiveNumber value={value} text={formatNumber(value)} />
const incomeOf = (value: number): ReactNode => <LiveNumber value={value} text={formatRupiah(value)} />

function Status({ account, user: { role }, watching }: RowProps) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <span className="flex flex-wrap gap-1.5">
        <StateBadge account={account} />
        {/* who watches reads it beside what stops it */}
        {account.status === 'sending' && !watching && <RunBadge account={account} />}
      </span>
      <StateHelp account={account} acts={!watching} />
      {account.suspended_count > 0 && !(isSuspended(account) && mayLift(role)) && (
        <p className={`${PLACE} text-warning-text!`}>{texts.strikes(account.suspended_count, MOST_SUSPENSIONS)}</p>
      )}
      <RunDetail account={account} />
      {today(account)}
    </div>
  )
}

function Last({ account, user, onAct, activation, watching }: RowProps) {
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
    className: 'max-w-44 font-normal',
    cell: (account) => <Name account={account} />,
  },
  { head: columns.clientId, cell: (account) => <ClientId account={account} role={handlers.user.role} /> },
  { head: columns.success, sort: 'success', align: 'right', cell: (account) => countOf(account.count_success) },
  { head: columns.fail, align: 'right', cell: (account) => <FailCount account={account} /> },
  {
    head: columns.income,
    sort: 'income',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: (account) => incomeOf(account.income),
  },
  { head: columns.status, cell: (account) => <Status account={account} {...handlers} /> },
  {
    head: handlers.watching ? columns.sending : columns.action,
    card: 'foot',
    cell: (account) => <Last account={account} {...handlers} />,
  },
]

/** On phones and tablets: the numbers side by side under the state. */
export const accountCard = (handlers: RowHandlers) =>
  function AccountCard(account: LiveAccount) {
    const numbers: [string, ReactNode][] = [
      [columns.success, countOf(account.count_success)],
      [columns.fail, <FailCount key="fail" account={account} />],
      [columns.income, incomeOf(account.income)],
    ]
    return (
      <>
        <div className="flex items-start justify-between gap-3">
          <Name account={account} />
          <ClientId account={account} role={handlers.user.role} />
        </div>
        <Status account={account} {...handlers} />
        <dl className="grid grid-cols-3 gap-2 rounded-xl bg-surface-2 px-4 py-3">
          {numbers.map(([label, value]) => (
            <div key={label} className="flex min-w-0 flex-col justify-between">
              <dt className="text-xs text-ink-2">{label}</dt>
              <dd className="mt-0.5 font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
        <Last account={account} {...handlers} />
      </>
    )
  }
