// Home of admin and dev: what waits for them, then the money, then the sending, then how the place stands; all of it live. No figure stands alone: each
// day and month is compared with as much of the one before.
import { Banknote, CalendarCheck, CalendarDays, Gauge, HandCoins, Send } from 'lucide-react'
import { Fragment, Suspense } from 'react'
import { percentOf } from '../../../../../contract/ground/percent.ts'
import type { AdminHome } from '../../../../../contract/operation/home.ts'
import { formatNumber, formatPercent, formatRupiah } from '../../../../lib/format/format.ts'
import { useInbox } from '../../../../lib/inbox/api.ts'
import type { SessionUser } from '../../../../lib/session/session.ts'
import { ScreenHead } from '../../../../lib/screen/screen-head.tsx'
import { dashboardTexts as texts } from '../../../../texts/indonesian.ts'
import { part } from '../../../../ui/part.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { useLiveAdminNumbers } from '../admin-api.ts'
import { useAdminHome } from '../api.ts'
import { AdminSteps } from './admin-steps.tsx'
import { FIGURE_GRID } from './figure-card.tsx'
import { Health } from './health.tsx'
import { PairCard } from './pair-card.tsx'
import { PartOfDay } from './part-of-day.tsx'
import { StatCard } from './stat-card.tsx'
import { Waiting } from './waiting.tsx'

const Charts = part(() => import('./charts.tsx'))
const WIDE = 'col-span-2 xl:col-span-6'

type Counts = AdminHome['today']
const halves = (data: Counts | undefined) => [
  { label: texts.successShort, value: data?.successCount },
  { label: texts.failShort, value: data?.failCount },
]
/** Of no message there is no rate. */
const rateOf = ({ successCount, failCount }: Counts): string =>
  successCount + failCount === 0 ? texts.noRate : formatPercent(percentOf(successCount, successCount + failCount))

/** Beside today: as much of yesterday as was over at this hour. */
function Yesterday({ home: { today, yesterday, days } }: { home: AdminHome }) {
  const told = texts.yesterday(formatNumber(yesterday.successCount), formatNumber(yesterday.failCount))
  return (
    <>
      <PartOfDay
        label={texts.partOfDay}
        now={today.successCount}
        then={yesterday.successCount}
        whole={days.at(-2)?.success ?? 0}
        told={told}
      />
      <p className="mt-2">{told}</p>
      {today.successCount + today.failCount > 0 && <p>{texts.rate(rateOf(today), rateOf(yesterday))}</p>}
    </>
  )
}

export default function AdminDashboard({ user }: { user: SessionUser }) {
  const home = useAdminHome(user.id)
  useLiveAdminNumbers(user.id)
  const waiting = useInbox(user)
  const { data } = home
  return (
    // The first answers may bring rows and first steps above the cards: drawn again they appear there, and nothing moves.
    <Fragment key={`${data ? 'numbers' : 'none'} ${waiting.data ? 'rows' : 'none'}`}>
      <ScreenHead title={texts.adminGreeting(user.firstname)} />
      <Waiting query={waiting} />
      {data && <AdminSteps home={data} />}
      <h2 className="mb-3 text-base font-semibold">{texts.money}</h2>
      <div className={FIGURE_GRID}>
        <StatCard
          title={texts.owed}
          icon={HandCoins}
          query={home}
          pick={({ owed }) => owed}
          format={formatRupiah}
          note={texts.owedNote}
          className="max-sm:col-span-2"
        />
        <StatCard
          title={texts.paidMonth}
          icon={CalendarDays}
          query={home}
          pick={({ paidMonth }) => paidMonth.now}
          format={formatRupiah}
          note={data ? texts.paidMonthBefore(formatRupiah(data.paidMonth.before)) : ' '}
          className="max-sm:col-span-2"
        />
        <PairCard
          title={texts.withdrawTotal}
          icon={Banknote}
          query={home}
          halves={[
            { label: texts.today, value: data?.paidToday },
            { label: texts.allTime, value: data?.paidInAll },
          ]}
          format={formatRupiah}
          className={WIDE}
        />
      </div>
      <h2 className="mt-6 mb-3 text-base font-semibold">{texts.pace}</h2>
      <div className={FIGURE_GRID}>
        <PairCard
          title={texts.blastToday}
          icon={CalendarCheck}
          query={home}
          halves={halves(data?.today)}
          format={formatNumber}
          className={WIDE}
          note={data ? <Yesterday home={data} /> : <Skeleton className="h-14" />}
        />
        <StatCard
          title={texts.hour}
          icon={Gauge}
          query={home}
          pick={({ pace }) => pace.now}
          format={formatNumber}
          note={data ? texts.hourBefore(formatNumber(data.pace.before)) : ' '}
        />
        <PairCard
          title={texts.blastTotal}
          icon={Send}
          query={home}
          halves={halves(data?.total)}
          format={formatNumber}
        />
      </div>
      <Health home={data} />
      <Suspense fallback={<Skeleton className="mt-5 h-96 w-full rounded-2xl" />}>
        <Charts whose={null} home={home} />
      </Suspense>
    </Fragment>
  )
}
