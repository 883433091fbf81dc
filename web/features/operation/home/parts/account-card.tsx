// A card of home with the first of some accounts of the member's, each by its name and number, and the way to the others.
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { accountName } from '../../../../../contract/sending/account-name.ts'
import type { MemberHome } from '../../../../../contract/operation/home.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { dashboardTexts as texts } from '../../../../texts/indonesian.ts'
import { Card } from '../../../../ui/card.tsx'
import { classNames } from '../../../../ui/class-names.ts'

type CardProps = { title: string; icon?: ReactNode; more: number; className?: string; children: ReactNode }
/** @param more accounts that the rows do not show */
export const AccountCard = ({ title, icon, more, className, children }: CardProps) => (
  <Card edge aria-label={title} className={classNames('mb-4 px-4 py-3', className)}>
    <h2 className="flex items-center gap-2 font-semibold">
      {icon}
      {title}
    </h2>
    <ul className="mt-2 divide-y divide-line">{children}</ul>
    {more > 0 && (
      <Link to="/whatsapp" className="mt-1 inline-flex min-h-6 items-center text-[13px] underline underline-offset-2">
        {texts.troubledMore(formatNumber(more))}
      </Link>
    )}
  </Card>
)

type RowProps = { account: MemberHome['sentToday' | 'troubled']['list'][number]; note: ReactNode; children: ReactNode }
export const AccountRow = ({ account, note, children }: RowProps) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-2">
    <div className="min-w-0">
      <p className="font-semibold break-words">
        {accountName(account) ?? texts.noName} <span className="font-normal text-ink-2">{account.phonenumber}</span>
      </p>
      {note && <p className="min-h-5 text-[13px] leading-5 text-ink-2">{note}</p>}
    </div>
    {children}
  </li>
)
