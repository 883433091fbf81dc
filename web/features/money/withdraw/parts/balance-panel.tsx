// What a member's balance is made of, line by line (rule balance-lines). To the sen, so that the lines add up as shown.
import { ScrollText } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatRupiah, formatRupiahExact } from '../../../../lib/format/format.ts'
import { errorText } from '../../../../lib/api/http.ts'
import { statementTexts, withdrawTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { buttonClass } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { LiveNumber } from '../../../../ui/live-number.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import type { Money, useMoney } from '../api.ts'

const LINES: [string, (money: Money) => number, '+' | '−' | '='][] = [
  [texts.income, ({ income }) => income, '+'],
  [texts.bonus, ({ bonus }) => bonus, '+'],
  [texts.referral, ({ referral }) => referral, '+'],
  [texts.waiting, ({ requested }) => requested, '−'],
  [texts.toTransfer, ({ accepted, transferred }) => accepted - transferred, '−'],
  [texts.transferred, ({ transferred }) => transferred, '−'],
  [texts.sum, ({ balance }) => balance, '='],
]

export function BalancePanel({ money }: { money: ReturnType<typeof useMoney> }) {
  const { data } = money
  const show = (of: (money: Money) => number): ReactNode =>
    data ? <LiveNumber value={of(data)} text={formatRupiahExact(of(data))} /> : <Skeleton className="h-5 w-24" />
  return (
    <Card aria-label={texts.panelTitle} className="flex flex-col gap-5 p-5 sm:p-6">
      {money.isError && !data && <Alert tone="danger">{errorText(money.error)}</Alert>}
      <div>
        <h2 className="text-[13px] text-ink-2">{texts.balance}</h2>
        <p className="mt-1 text-3xl font-semibold tracking-tight">
          {data ? (
            <LiveNumber value={data.balance} text={formatRupiah(data.balance)} />
          ) : (
            <Skeleton className="h-9 w-44" />
          )}
        </p>
      </div>
      <dl className="flex flex-col gap-3 border-t border-line pt-4">
        {LINES.map(([label, of, sign]) => (
          <div
            key={label}
            className={
              sign === '='
                ? 'flex items-center justify-between gap-3 border-t border-line pt-3 font-semibold'
                : 'flex items-center justify-between gap-3'
            }
          >
            <dt className={sign === '=' ? '' : 'text-ink-2'}>
              <span aria-hidden className="inline-block w-5 tabular-nums">
                {sign}
              </span>
              {label}
            </dt>
            <dd className="font-medium tabular-nums">{show(of)}</dd>
          </div>
        ))}
      </dl>
      <Link to="/withdraw/statement" className={buttonClass('secondary', 'sm', 'self-start')}>
        <ScrollText aria-hidden className="size-4" />
        {statementTexts.link}
      </Link>
    </Card>
  )
}
