// What a member looks for first: the balance and today's income, each with what one does about it, and the way to the next level.
import { Banknote, Play, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { MemberHome } from '../../../../../contract/operation/home.ts'
import { formatNumber, formatRupiah } from '../../../../lib/format/format.ts'
import { dashboardTexts as texts } from '../../../../texts/indonesian.ts'
import { buttonClass } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { LiveNumber } from '../../../../ui/live-number.tsx'
import { Progress } from '../../../../ui/progress.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { levelOf, type MEMBER_FIGURES } from '../member-figures.ts'
import { nextActOf } from '../next-act.ts'

function Lead({
  id,
  figure,
  title,
  value,
  note,
  action,
}: {
  id: string
  figure: keyof typeof MEMBER_FIGURES
  title: string
  value: number | undefined
  /** Two lines. */
  note: ReactNode
  action: ReactNode
}) {
  return (
    <div className="flex min-w-0 flex-col items-start gap-3 p-4 sm:p-5">
      <div className="min-w-0">
        <h2 className="text-sm font-medium text-ink-2">{title}</h2>
        <p data-figure={figure} className="mt-1 h-9 text-3xl leading-9 font-semibold tracking-tight tabular-nums">
          {value === undefined ? (
            <Skeleton className="h-9 w-36" />
          ) : (
            <span data-testid={id}>
              <LiveNumber value={value} text={formatRupiah(value)} />
            </span>
          )}
        </p>
        <p className="mt-1 min-h-10 text-[13px] leading-5 text-ink-2">{note}</p>
      </div>
      {action}
    </div>
  )
}

function LevelLine({ home }: { home: MemberHome | undefined }) {
  const { earns, way, percent } = home ? levelOf(home) : WAITING
  return (
    <div className="border-t border-line px-4 py-3 sm:px-5">
      {/* Two lines on a phone, whatever the words are: what is below stays when they come. */}
      <p className="mb-2 flex justify-between gap-x-4 text-[13px] leading-5 max-sm:flex-col sm:flex-wrap">
        <strong data-figure="level" className="min-h-5 font-semibold">
          {earns}
        </strong>
        <span data-figure="way" className="min-h-5 text-ink-2">
          {way}
        </span>
      </p>
      <Progress label={way || texts.loading} percent={percent} />
    </div>
  )
}
const WAITING = { earns: '', way: '', percent: 0 }

/** What is on its way to the member, and what has arrived; nothing of both before the first request. */
function Transfers({ of: { owed, paid } }: { of: MemberHome['transfers'] }) {
  const parts = [
    owed > 0 ? texts.heroOwed(formatRupiah(owed)) : '',
    paid > 0 ? texts.heroPaid(formatRupiah(paid)) : '',
  ].filter((part) => part !== '')
  return <span className="block">{parts.length > 0 ? parts.join(' · ') : texts.heroNoPayouts}</span>
}

export function Hero({ home }: { home: MemberHome | undefined }) {
  const { act, to } = nextActOf(home)
  const Icon = act === 'start' ? Play : Smartphone
  const sentToday = home?.days.at(-1)?.success
  return (
    <Card aria-label={texts.hero} className="mb-4">
      <div className="grid divide-line max-md:divide-y md:grid-cols-2 md:divide-x">
        <Lead
          id="lead-balance"
          figure="balance"
          title={texts.heroBalance}
          value={home?.balance}
          note={
            <>
              {texts.heroFrom}
              {home && <Transfers of={home.transfers} />}
            </>
          }
          action={
            <Link to="/withdraw" className={buttonClass('secondary')}>
              <Banknote aria-hidden className="size-4" />
              {texts.heroWithdraw}
            </Link>
          }
        />
        <Lead
          id="lead-income"
          figure="income"
          title={texts.heroIncome}
          value={home?.todayIncome}
          note={
            sentToday !== undefined && (
              <>
                <span data-testid="sent-today">{texts.heroToday(formatNumber(sentToday))}</span>
                {home && (
                  <span className="block">
                    {home.forecast === null ? texts.heroIdle : texts.heroForecast(formatRupiah(home.forecast))}
                  </span>
                )}
              </>
            )
          }
          action={
            <Link to={to} className={buttonClass('primary')}>
              <Icon aria-hidden className="size-4" />
              {texts.heroActs[act]}
            </Link>
          }
        />
      </div>
      <LevelLine home={home} />
    </Card>
  )
}
