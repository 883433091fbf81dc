// What a member's balance is made of, line by line (rule balance-lines). To the sen, so that the lines add up as shown.
import type { ReactNode } from 'react'
import { FROM_DESKTOP, useMedia } from '../../../../lib/browser/use-media.ts'
import { formatRupiahExact } from '../../../../lib/format/format.ts'
import { errorText } from '../../../../lib/api/http.ts'
import { withdrawTexts as texts } from '../../../../texts/indonesian.ts'
import { Alert } from '../../../../ui/alert.tsx'
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

function Lines({ data }: { data: Money | undefined }) {
  const show = (of: (money: Money) => number): ReactNode =>
    data ? <LiveNumber value={of(data)} text={formatRupiahExact(of(data))} /> : <Skeleton className="h-5 w-24" />
  return (
    <dl className="flex flex-col gap-2">
      {LINES.map(([label, of, sign]) => (
        <div
          key={label}
          className={
            sign === '='
              ? 'flex items-center justify-between gap-3 border-t border-line pt-2 font-semibold'
              : 'flex items-center justify-between gap-3'
          }
        >
          <dt className={sign === '=' ? '' : 'text-ink-2'}>
            <span aria-hidden className="inline-block w-5 tabular-nums">
              {sign}
            </span>
            {label}
          </dt>
          <dd className="tabular-nums">{show(of)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** On phones and tablets behind a tap: the balance itself stands over the form. */
export function BalancePanel({ money: { data, isError, error } }: { money: ReturnType<typeof useMoney> }) {
  const isWide = useMedia(FROM_DESKTOP)
  return (
    <Card edge aria-label={texts.panelTitle} className="px-4 py-3">
      {isError && !data && <Alert tone="danger">{errorText(error)}</Alert>}
      <details open={isWide}>
        <summary className="min-h-6 font-semibold">{texts.panelLines}</summary>
        <div className="pt-3">
          <Lines data={data} />
        </div>
      </details>
    </Card>
  )
}
