// What the member's accounts have sent today, of how many each may, live.
import { Suspense } from 'react'
import type { MemberHome } from '../../../../../contract/operation/home.ts'
import { dashboardTexts as texts } from '../../../../texts/indonesian.ts'
import { part } from '../../../../ui/part.tsx'
import { SentToday } from '../../../../ui/sent-today.tsx'
import { AccountCard, AccountRow } from './account-card.tsx'

const WaitLine = part(() => import('./wait-line.tsx'))
const waiting = (wait: MemberHome['sentToday']['list'][number]['wait']) =>
  wait && (
    <Suspense fallback={null}>
      <WaitLine wait={wait} />
    </Suspense>
  )

export function Today({ of: { cap, count, list } }: { of: MemberHome['sentToday'] }) {
  if (count === 0) return null
  return (
    <AccountCard title={texts.sentToday} more={count - list.length}>
      {list.map((account) => (
        <AccountRow key={account.id} account={account} note={waiting(account.wait)}>
          <SentToday sent={account.sent} cap={cap} />
        </AccountRow>
      ))}
    </AccountCard>
  )
}
