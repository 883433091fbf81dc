// What the member's accounts have sent today, of how many each may, live.
import { Link } from 'react-router'
import { accountName } from '../../../../../contract/sending/account-name.ts'
import type { AccountToday, MemberHome } from '../../../../../contract/operation/home.ts'
import { serverNow } from '../../../../lib/api/server-clock.ts'
import { formatNumber, formatWhen } from '../../../../lib/format/format.ts'
import { isLongWait, waitsUntil } from '../../../../lib/format/wait-text.ts'
import { dashboardTexts as texts } from '../../../../texts/indonesian.ts'
import { Card } from '../../../../ui/card.tsx'
import { SentToday } from '../../../../ui/sent-today.tsx'

/** Empty: a newer server waits for a reason that this page does not know (rule newer-words). */
const waitLine = ({ reason, until }: NonNullable<AccountToday['wait']>): string =>
  (isLongWait(reason) && waitsUntil[reason]?.(formatWhen(until, serverNow()))) || ''

export function Today({ of: { cap, count, list } }: { of: MemberHome['sentToday'] }) {
  if (count === 0) return null
  return (
    <Card aria-label={texts.sentToday} className="mb-4 p-4 sm:p-5">
      <h2 className="text-base font-semibold">{texts.sentToday}</h2>
      <ul className="mt-2 divide-y divide-line">
        {list.map((account) => (
          <li key={account.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-2.5">
            <p className="min-w-0 font-medium break-words">
              {accountName(account) ?? texts.noName}{' '}
              <span className="font-normal text-ink-2">{account.phonenumber}</span>
              {account.wait && (
                <span className="block text-[13px] leading-5 font-normal text-ink-2">{waitLine(account.wait)}</span>
              )}
            </p>
            <SentToday sent={account.sent} cap={cap} />
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
