// What the member's accounts have sent today, of how many each may, live.
import { Suspense } from 'react'
import { Link } from 'react-router'
import { accountName } from '../../../../../contract/sending/account-name.ts'
import type { MemberHome } from '../../../../../contract/operation/home.ts'
import { formatNumber } from '../../../../lib/format/format.ts'
import { dashboardTexts as texts } from '../../../../texts/indonesian.ts'
import { Card } from '../../../../ui/card.tsx'
import { part } from '../../../../ui/part.tsx'
import { SentToday } from '../../../../ui/sent-today.tsx'

const WaitLine = part(() => import('./wait-line.tsx'))

export function Today({ of: { cap, count, list } }: { of: MemberHome['sentToday'] }) {
  if (count === 0) return null
  return (
    <Card edge aria-label={texts.sentToday} className="mb-4 px-4 py-3">
      <h2 className="font-semibold">{texts.sentToday}</h2>
      <ul className="mt-2 divide-y divide-line">
        {list.map((account) => (
          <li key={account.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-2">
            <p className="min-w-0 font-semibold break-words">
              {accountName(account) ?? texts.noName}{' '}
              <span className="font-normal text-ink-2">{account.phonenumber}</span>
              {account.wait && (
                <span className="block min-h-5 text-[13px] leading-5 font-normal text-ink-2">
                  <Suspense fallback={null}>
                    <WaitLine wait={account.wait} />
                  </Suspense>
                </span>
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
