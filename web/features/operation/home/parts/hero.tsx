// What a member looks for first: the balance and today's income, what one does now, and the way to the next level.
import type { UseQueryResult } from '@tanstack/react-query'
import { Play, Smartphone } from 'lucide-react'
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
import { Spinner } from '../../../../ui/spinner.tsx'
import { levelOf, MEMBER_FIGURES } from '../member-figures.ts'
import { nextActOf } from '../next-act.ts'
import { forecastNow } from '../on-day-rules.ts'

type LeadProps = {
  figure: 'balance' | 'income'
  title: string
  /** Type and height of the figure. */
  look: string
  query: UseQueryResult<MemberHome>
  /** Two lines. */
  note: ReactNode
}
function Lead({ figure, title, look, query, note }: LeadProps) {
  const { data, isFetching, isFetchedAfterMount, isError } = query
  const value = data && MEMBER_FIGURES[figure].pick(data)
  return (
    <div role="group" aria-label={title} className="min-w-0 px-4 pt-3 sm:pt-4">
      <h2 className="flex items-center justify-between gap-2 text-xs text-ink-2">
        {title}
        {isFetching && !isFetchedAfterMount && <Spinner label={texts.loading} className="size-4" />}
      </h2>
      <p
        data-figure={figure}
        data-testid="stat-value"
        className={`flex items-end font-semibold tracking-tight tabular-nums ${look}`}
      >
        {value === undefined ? (
          <Skeleton className="h-9 w-36" />
        ) : (
          <span data-testid={`lead-${figure}`}>
            <LiveNumber value={value} text={formatRupiah(value)} />
          </span>
        )}
      </p>
      {isError && data === undefined ? (
        <p role="alert" className="min-h-10 text-xs text-danger-text">
          {texts.failed}
        </p>
      ) : (
        <p className="min-h-10 text-xs text-ink-2">{note}</p>
      )}
    </div>
  )
}

function LevelLine({ home }: { home: MemberHome | undefined }) {
  const { earns, way, percent } = home ? levelOf(home) : WAITING
  return (
    <div className="border-t border-line px-4 py-3">
      {/* Two lines on a phone, whatever the words are: what is below stays when they come. */}
      <p className="mb-2 flex justify-between gap-x-4 text-xs max-sm:flex-col sm:flex-wrap">
        <strong data-figure="level" className="min-h-5">
          {earns}
        </strong>
        <span data-figure="way" className="min-h-5 text-ink-2">
          {way}
        </span>
      </p>
      <Progress label={way || texts.loading} percent={percent} thin />
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

/** Of today, beside all of yesterday; and what the day will bring. */
function Today({ of: home }: { of: MemberHome }) {
  const [yesterday, today] = home.days.slice(-2)
  const forecast = forecastNow(home)
  return (
    <>
      <span data-testid="sent-today">{texts.heroToday(formatNumber(today?.success ?? 0))}</span>
      {yesterday && today && ` · ${texts.heroYesterday(formatRupiah(yesterday.income))}`}
      {forecast !== undefined && (
        <span className="block">{forecast === null ? texts.heroIdle : texts.heroForecast(formatRupiah(forecast))}</span>
      )}
    </>
  )
}

export function Hero({ query }: { query: UseQueryResult<MemberHome> }) {
  const home = query.data
  const { act, to } = nextActOf(home)
  const Icon = act === 'start' ? Play : Smartphone
  return (
    <Card edge aria-label={texts.hero} className="mb-4">
      <div className="grid md:grid-cols-2">
        <Lead
          figure="balance"
          title={texts.balance}
          look="h-11 text-4xl"
          query={query}
          note={
            <>
              {texts.heroFrom}
              {home && <Transfers of={home.transfers} />}
            </>
          }
        />
        <Lead
          figure="income"
          title={texts.income}
          look="h-9 text-3xl md:h-11"
          query={query}
          note={home && <Today of={home} />}
        />
      </div>
      <div className="flex flex-wrap gap-2 px-4 pt-2 pb-4 max-sm:*:grow">
        <Link to={to} className={buttonClass('primary')}>
          <Icon aria-hidden className="size-4" />
          {texts.heroActs[act]}
        </Link>
        <Link to="/withdraw" className={buttonClass('secondary')}>
          {texts.heroWithdraw}
        </Link>
      </div>
      <LevelLine home={home} />
    </Card>
  )
}
