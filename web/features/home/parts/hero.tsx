// What a member looks for first: the balance and today's income, each with what one does about it, and the way to the next level.
import { Banknote, Play, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { HomeLevel, MemberHome } from '../../../../contract/home.ts'
import { formatNumber, formatRupiah } from '../../../lib/format/format.ts'
import { dashboardTexts as texts } from '../../../texts/indonesian.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { LiveNumber } from '../../../ui/live-number.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

function Lead({
  id,
  title,
  value,
  note,
  action,
}: {
  id: string
  title: string
  value: number | undefined
  note: ReactNode
  action: ReactNode
}) {
  return (
    <div className="flex min-w-0 flex-wrap items-end justify-between gap-x-4 gap-y-3 p-4 sm:p-5">
      <div className="min-w-0">
        <h2 className="text-sm font-medium text-ink-2">{title}</h2>
        <p className="mt-1 h-9 text-3xl leading-9 font-semibold tracking-tight">
          {value === undefined ? (
            <Skeleton className="h-9 w-36" />
          ) : (
            <span data-testid={id}>
              <LiveNumber value={value} text={formatRupiah(value)} />
            </span>
          )}
        </p>
        <p className="mt-1 h-5 text-[13px] leading-5 text-ink-2">{note}</p>
      </div>
      {action}
    </div>
  )
}

/** 141 sukses lagi ke Perak, Rp 125 per pesan. */
const wayTo = (next: NonNullable<HomeLevel['next']>, left: number): string => {
  if (left <= 0) return texts.levelSoon(next.name)
  const pays = next.blast_fee === null ? '' : texts.levelPays(formatRupiah(next.blast_fee))
  return texts.levelNext(formatNumber(left), next.name) + pays
}

function LevelLine({ home }: { home: MemberHome | undefined }) {
  if (!home) return <Skeleton className="m-4 h-10 sm:mx-5" />
  const { level, total } = home
  const { next } = level
  const [from, to] = [level.requirement_blast, next?.requirement_blast ?? 0]
  const way = next ? wayTo(next, to - total.successCount) : texts.levelTop
  const percent = next ? (100 * (total.successCount - from)) / Math.max(1, to - from) : 100
  return (
    <div className="border-t border-line px-4 py-3 sm:px-5">
      <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-[13px] leading-5">
        <strong className="font-semibold">{texts.level(level.name)}</strong>
        <span className="text-ink-2">{way}</span>
      </p>
      <Progress label={way} percent={Math.min(100, Math.max(0, percent))} />
    </div>
  )
}

export function Hero({ home }: { home: MemberHome | undefined }) {
  const hasAccounts = !home || home.whatsapp.connectedCount + home.whatsapp.disconnectedCount > 0
  const sentToday = home?.days.at(-1)?.success
  return (
    <Card aria-label={texts.hero} className="mb-4">
      <div className="grid divide-line max-md:divide-y md:grid-cols-2 md:divide-x">
        <Lead
          id="lead-balance"
          title={texts.heroBalance}
          value={home?.balance}
          note={texts.heroFrom}
          action={
            <Link to="/withdraw" className={buttonClass('secondary')}>
              <Banknote aria-hidden className="size-4" />
              {texts.heroWithdraw}
            </Link>
          }
        />
        <Lead
          id="lead-income"
          title={texts.heroIncome}
          value={home?.todayIncome}
          note={
            sentToday !== undefined && <span data-testid="sent-today">{texts.heroToday(formatNumber(sentToday))}</span>
          }
          action={
            <Link to={hasAccounts ? '/whatsapp' : '/whatsapp/create'} className={buttonClass('primary')}>
              {hasAccounts ? <Play aria-hidden className="size-4" /> : <Smartphone aria-hidden className="size-4" />}
              {hasAccounts ? texts.heroBlast : texts.heroLink}
            </Link>
          }
        />
      </div>
      <LevelLine home={home} />
    </Card>
  )
}
