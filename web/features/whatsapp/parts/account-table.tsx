// Accounts as a table on desktops; phones and tablets get cards.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Role } from '../../../../contract/role-table.ts'
import { formatNumber, formatRupiah } from '../../../lib/format/format.ts'
import { directionOf, type Sorting } from '../../../lib/lists/sorting.ts'
import { FROM_DESKTOP, useMedia } from '../../../lib/browser/use-media.ts'
import type { LiveAccount } from '../../../realtime/apply-event.ts'
import { whatsappTexts as texts } from '../../../texts/indonesian.ts'
import { classNames } from '../../../ui/class-names.ts'
import { LiveNumber } from '../../../ui/live-number.tsx'
import { SortHead } from '../../../ui/sort-head.tsx'
import { type Activation, isSuspended, mayLift } from '../use-activation.ts'
import { type AccountAct, AccountActions } from './account-actions.tsx'
import { RunBadge, RunDetail, StateBadge } from './state-badge.tsx'
import { Suspension } from './suspension.tsx'

type Hands = {
  role: Role
  onAct: (account: LiveAccount, act: AccountAct) => void
  activation: Activation
  /** Sending instead of Action. */
  watching: boolean
}
type RowProps = Hands & { account: LiveAccount }
type Props = Hands & { rows: LiveAccount[]; sorting: Sorting }
const { columns } = texts

function Name({ account }: { account: LiveAccount }) {
  return (
    <div className="min-w-0">
      <p className="truncate font-medium text-ink">{account.pushname ?? texts.noName}</p>
      <p className="text-[13px] text-ink-2 tabular-nums">{account.phonenumber ?? texts.noNumber}</p>
    </div>
  )
}

function ClientId({ account, role }: { account: LiveAccount; role: Role }) {
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

function Status({ account }: { account: LiveAccount }) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <span className="flex flex-wrap gap-1.5">
        <StateBadge account={account} />
        {account.status === 'sending' && <RunBadge account={account} />}
      </span>
      <RunDetail account={account} />
    </div>
  )
}

/** What can be done stays in sight when the table is wider than the window. */
const LAST = 'sticky right-0 bg-surface pr-5'

function Last({ account, role, onAct, activation, watching }: RowProps) {
  const suspended = isSuspended(account) && mayLift(role)
  return (
    <div className="flex flex-col items-start gap-2">
      {suspended && <Suspension account={account} activation={activation} />}
      {watching ? (
        !suspended && <RunBadge account={account} />
      ) : (
        <AccountActions account={account} onAct={(act) => onAct(account, act)} bare={suspended} />
      )}
    </div>
  )
}

function Row(props: RowProps) {
  const { account, role } = props
  const cell = 'px-3 py-3 align-middle first:pl-5'
  return (
    <tr className="border-t border-line">
      <th scope="row" className={`${cell} max-w-44 text-left font-normal`}>
        <Name account={account} />
      </th>
      <td className={cell}>
        <ClientId account={account} role={role} />
      </td>
      <td className={`${cell} text-right`}>{countOf(account.count_success)}</td>
      <td className={`${cell} text-right`}>{countOf(account.count_fail)}</td>
      <td className={`${cell} text-right whitespace-nowrap`}>{incomeOf(account.income)}</td>
      <td className={cell}>
        <Status account={account} />
      </td>
      <td className={`${cell} ${LAST}`}>
        <Last {...props} />
      </td>
    </tr>
  )
}

function AccountCard(props: RowProps) {
  const { account, role } = props
  const numbers: [string, ReactNode][] = [
    [columns.success, countOf(account.count_success)],
    [columns.fail, countOf(account.count_fail)],
    [columns.income, incomeOf(account.income)],
  ]
  return (
    <li className="flex flex-col gap-4 border-t border-line p-4 first:border-t-0 md:rounded-xl md:border md:first:border-t">
      <div className="flex items-start justify-between gap-3">
        <Name account={account} />
        <ClientId account={account} role={role} />
      </div>
      <Status account={account} />
      <dl className="grid grid-cols-3 gap-2 rounded-xl bg-surface-2 px-4 py-3">
        {numbers.map(([label, value]) => (
          <div key={label} className="flex min-w-0 flex-col justify-between">
            <dt className="text-xs text-ink-2">{label}</dt>
            <dd className="mt-0.5 font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <Last {...props} />
    </li>
  )
}

export function AccountTable({ rows, sorting, ...hands }: Props) {
  const table = useMedia(FROM_DESKTOP)
  if (!table)
    return (
      <ul aria-label={texts.table} className="grid md:grid-cols-2 md:gap-4 md:p-4">
        {rows.map((account) => (
          <AccountCard key={account.id} account={account} {...hands} />
        ))}
      </ul>
    )
  const last = hands.watching ? columns.sending : columns.action
  const heads = [columns.account, columns.clientId, columns.success, columns.fail, columns.income, columns.status, last]
  const rightOnes: string[] = [columns.success, columns.fail, columns.income]
  const sorts: Record<string, string> = { [columns.success]: 'success', [columns.income]: 'income' }
  return (
    // Wider than the window it scrolls by itself, so the region must take the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={texts.table} tabIndex={0} className="overflow-x-auto rounded-b-2xl">
      <table aria-label={texts.table} className="w-full min-w-[54rem] text-left">
        <thead>
          <tr className="text-xs text-ink-2">
            {heads.map((head) => (
              <SortHead
                key={head}
                head={head}
                by={sorts[head]}
                sorting={{ of: (key) => directionOf(sorting.now, key), press: sorting.press }}
                className={classNames(
                  'px-3 py-3 font-medium first:pl-5',
                  rightOnes.includes(head) && 'text-right',
                  head === last && LAST,
                )}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((account) => (
            <Row key={account.id} account={account} {...hands} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
