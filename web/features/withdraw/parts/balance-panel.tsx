// A member's balance, income, pending and paid amounts.
import { ScrollText } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatRupiah } from '../../../lib/format/format.ts'
import { errorText } from '../../../lib/api/http.ts'
import { statementTexts, withdrawTexts as texts } from '../../../texts/indonesian.ts'
import { Alert } from '../../../ui/alert.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { LiveNumber } from '../../../ui/live-number.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Money, useMoney } from '../api.ts'

const LINES: [keyof Money, string][] = [
  ['income', texts.income],
  ['requested', texts.waiting],
  ['accepted', texts.paid],
]

export function BalancePanel({ money }: { money: ReturnType<typeof useMoney> }) {
  const { data } = money
  const show = (key: keyof Money): ReactNode =>
    data ? <LiveNumber value={data[key]} text={formatRupiah(data[key])} /> : <Skeleton className="h-5 w-24" />
  return (
    <Card aria-label={texts.panelTitle} className="flex flex-col gap-5 p-5 sm:p-6">
      {money.isError && !data && <Alert tone="danger">{errorText(money.error)}</Alert>}
      <div>
        <h2 className="text-[13px] text-ink-2">{texts.balance}</h2>
        <p className="mt-1 text-3xl font-semibold tracking-tight">
          {data ? show('balance') : <Skeleton className="h-9 w-44" />}
        </p>
      </div>
      <dl className="flex flex-col gap-3 border-t border-line pt-4">
        {LINES.map(([key, label]) => (
          <div key={key} className="flex items-center justify-between gap-3">
            <dt className="text-ink-2">{label}</dt>
            <dd className="font-medium">{show(key)}</dd>
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
